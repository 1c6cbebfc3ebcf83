#!/bin/sh
# Builds everything with warnings as errors and sanitizers, with what that needs, and runs all tests. Arguments go to ctest:
# tests/run.sh -R unit
set -eu
cd "$(dirname "$0")/.."
venv=$PWD/.deps/venv
cmake/deps.sh test
cmake -S . -B build/dev -G Ninja -DDEV=ON -DPython3_EXECUTABLE="$venv/bin/python" \
	-DCAPLINT_LIBCLANG="$(echo "$venv"/lib/python3*/site-packages/clang/native/libclang.so)"
cmake --build build/dev
exec ctest --test-dir build/dev --output-on-failure --no-tests=error -j2 "$@"
