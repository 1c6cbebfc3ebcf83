#!/bin/sh
# scripts.sh: shellcheck has nothing to say about the shell scripts.
set -eu
cd "$(dirname "$0")/../.."
if ! command -v shellcheck >/dev/null; then
	echo "shellcheck is not installed"
	exit 77
fi
find tests cmake .ci -name '*.sh' -print -o -path .ci/run -print | sort | xargs shellcheck -x
