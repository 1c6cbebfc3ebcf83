#!/bin/sh
# docs.sh MKRULES FOLDER RULE.md...: the pages in FOLDER are those that the rules give now (renew: the target `docs`).
set -eu
mkrules=$1
folder=$2
shift 2
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"$mkrules" docs "$fresh" "$@"
diff -r "$folder" "$fresh"
