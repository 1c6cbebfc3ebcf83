#!/bin/sh
# install.sh BUILD PYTHON: the installed program runs where it was put, and finds the libclang that pip puts beside it; all that
# belongs to it is where distributions look for it; another project finds it with CMake.
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
for file in man/man1/caplint.1 bash-completion/completions/caplint zsh/site-functions/_caplint fish/vendor_completions.d/caplint.fish \
	caplint/finding.schema.json caplint/config.schema.json doc/caplint/licenses/tree-sitter-cuda.txt; do
	[ -s "$folder/share/$file" ] || { echo "not installed: share/$file"; exit 1; }
done

# As packagers do: everything below DESTDIR, nothing elsewhere.
DESTDIR=$folder/stage cmake --install "$build" --prefix /usr >/dev/null
[ -x "$folder/stage/usr/bin/caplint" ]
[ -s "$folder/stage/usr/share/man/man1/caplint.1" ]

mkdir "$folder/user"
cat >"$folder/user/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES NONE)
enable_testing()
find_package(caplint 0.1 REQUIRED)
caplint_check(lint good.cu)
caplint_check(lint_all)
END
printf 'int nothing;\n' >"$folder/user/good.cu"
cat >"$folder/user/bad.cu" <<'END'
#include <cuda_runtime.h>
__global__ void k();
void f() { k<<<1, 1>>>(); }
END
cmake -S "$folder/user" -B "$folder/user/build" -DCMAKE_PREFIX_PATH="$folder" >/dev/null
ctest --test-dir "$folder/user/build" >"$folder/tests" && exit 1
grep -q 'lint .*Passed' "$folder/tests"
grep -q 'lint_all .*Failed' "$folder/tests"
cmake --build "$folder/user/build" --target lint >/dev/null
if cmake --build "$folder/user/build" --target lint_all >"$folder/out" 2>&1; then
	exit 1
fi
grep -q 'unchecked-launch' "$folder/out"
