#!/bin/sh
# pip.sh PYTHON: `pip install` from the sources gives a program that works, in a new virtual environment. Nothing is fetched: the
# back end is that of tests/requirements.txt, the grammars are those of .deps.
set -eu
python=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
packages=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
if ! "$python" -c 'import scikit_build_core' 2>/dev/null || [ ! -e "$packages/clang/native/libclang.so" ]; then
	echo "scikit-build-core or libclang-ng is not installed: tests/requirements.txt, cmake/requirements.txt"
	exit 77
fi
pip="$python -m pip --disable-pip-version-check --no-cache-dir"
$pip wheel --quiet --no-index --no-deps --no-build-isolation -w "$folder" "$root"
ls "$folder"
"$python" -m venv "$folder/venv"
$pip --python "$folder/venv" install --quiet --no-index --no-deps "$folder"/caplint-*.whl
ln -s "$packages/clang" "$(echo "$folder"/venv/lib/python3*/site-packages)/clang"
sh "$root/tests/package/smoke.sh" "$folder/venv/bin/caplint" "$root"
