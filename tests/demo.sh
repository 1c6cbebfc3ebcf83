#!/bin/sh
# Builds caplint, with what that needs, and checks corpus/vt-graph-dedup: a program in which one layer leaves errors behind and
# another one's kernel is blamed for them. The project is copied out first, so that it is a program by itself.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
venv=$root/.deps/venv
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Silent unless it fails.
quietly()
{
	"$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 2; }
}

"$root/cmake/deps.sh"
echo "building caplint"
quietly cmake -S "$root" -B "$root/build/release" -G Ninja -DTESTS=OFF -DPython3_EXECUTABLE="$venv/bin/python"
quietly cmake --build "$root/build/release"
# Beside libclang's Python package, where caplint looks for it.
quietly cmake --install "$root/build/release" --prefix "$venv"

cp -r "$root/corpus/vt-graph-dedup" "$scratch/"
cd "$scratch"
echo "\$ caplint check vt-graph-dedup"
status=0
"$venv/bin/caplint" check vt-graph-dedup || status=$?
if [ $status -ne 1 ]; then
	echo "caplint ended with status $status; findings were expected (1)" >&2
	exit 2
fi
echo
echo "To check your own code: $venv/bin/caplint check PATH"
