#!/bin/sh
# smoke.sh PROGRAM ROOT: an installed program, run from elsewhere: it knows all its parts, and finds what is to be found.
set -eu
program=$1
root=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$root/corpus/vt-graph-dedup" "$scratch/"
cd "$scratch"
env -u CAPLINT_LIBCLANG "$program" --version | tee version
grep -q 'libclang 2[2-9].*(full)' version
env -u CAPLINT_LIBCLANG "$program" explain latched-error | grep -q '^# latched-error$'
env -u CAPLINT_LIBCLANG "$program" check --exit-zero vt-graph-dedup >findings
grep -q 'latched-error' findings
env -u CAPLINT_LIBCLANG "$program" probe --help | grep -q 'compares graph replays'
