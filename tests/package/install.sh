#!/bin/sh
# install.sh BUILD PYTHON: the installed program runs where it was put, and finds the libclang that pip puts beside it.
set -eu
build=$1
python=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
packages=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
if [ ! -e "$packages/clang/native/libclang.so" ]; then
	echo "libclang-ng is not installed: cmake/requirements.txt"
	exit 77
fi
cmake --install "$build" --prefix "$folder" >/dev/null
mkdir -p "$folder/lib/python3.0/site-packages"
ln -s "$packages/clang" "$folder/lib/python3.0/site-packages/clang"
sh "$root/tests/package/smoke.sh" "$folder/bin/caplint" "$root"
