#!/bin/sh
# wheel.sh [FOLDER]: a wheel for other machines in FOLDER (dist/ unless given): jansson is inside, and the tag names the oldest
# glibc that it runs on, which is that of the machine that builds it or older. Needs what deps.sh installs, and libjansson.a.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$root/dist}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
pip="$work/venv/bin/python -m pip --disable-pip-version-check"
$pip install --quiet --require-hashes --only-binary :all: -r "$root/cmake/wheel-requirements.txt"
$pip wheel --quiet --no-deps -w "$work" -C cmake.define.STATIC_JANSSON=ON "$root"
mkdir -p "$folder"
PATH="$work/venv/bin:$PATH" "$work/venv/bin/auditwheel" repair -w "$folder" "$work"/caplint-*.whl >"$work/log" 2>&1 || {
	cat "$work/log" >&2
	exit 2
}
ls "$folder"/caplint-*.whl
