#!/bin/sh
# precommit.sh PRE_COMMIT...: the hooks with real programs `pre-commit`, one after the other: a repository that uses them is set up, and
# its commits pass, fail, skip and are silenced as they should. Builds caplint from this repository's last commit, so it needs a network or a cache
# of PyPI; a few minutes each. Not among the tests of the build.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PRE_COMMIT_HOME="$folder/cache" GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a \
	GIT_COMMITTER_EMAIL=a@example.org
unset CAPLINT_LIBCLANG

git clone -q --no-hardlinks "$root" "$folder/caplint"
git -C "$folder/caplint" tag v0
say()
{
	echo "$pre_commit: $*"
	cat "$folder/log"
	exit 1
}

# expect STATUS PATTERN COMMAND...: the exit status, and what some line of the output matches.
expect()
{
	expected=$1 pattern=$2 status=0
	shift 2
	"$@" >"$folder/log" 2>&1 || status=$?
	[ $status -eq "$expected" ] || say "'$*': status $status, expected $expected"
	grep -q -e "$pattern" "$folder/log" || say "'$*': nothing matches '$pattern' in:"
}

for pre_commit; do
	case $("$pre_commit" --version) in
	*' '[012].* | *' '3.[01].*) push=push ;;
	*) push=pre-push ;;
	esac
	rm -rf "$folder/user" "$folder/cache" "$folder/remote"
	git init -q -b main "$folder/user"
	git init -q --bare "$folder/remote"
	cd "$folder/user"
	git remote add origin "$folder/remote"
	cat >.pre-commit-config.yaml <<END
repos:
  - repo: $folder/caplint
    rev: v0
    hooks:
      - id: caplint
      - id: caplint-tree
        stages: [$push]
END
	mkdir src
	cat >src/check.h <<'END'
#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) abort(); } while (0)
END
	cat >src/good.cu <<'END'
#include "check.h"
__global__ void k(int *p);
void good(int *p)
{
	CHECK(cudaMalloc(&p, 4));
	k<<<1, 1>>>(p);
	CHECK(cudaGetLastError());
}
END
	cat >src/bad.cu <<'END'
#include "check.h"
__global__ void k(int *p);
void bad(int *p)
{
	k<<<1, 1>>>(p);
}
END
	git add .pre-commit-config.yaml src/check.h src/good.cu
	"$pre_commit" --version
	expect 0 'installed at' "$pre_commit" install
	expect 0 'installed at' "$pre_commit" install --hook-type pre-push
	expect 0 '^caplint\.*Passed' git commit -q -m good
	grep -q 'whole tree' "$folder/log" && say "the hook for pushes ran at a commit:"
	grep -q 'deprecated' "$folder/log" && say "something is deprecated:"
	git add src/bad.cu
	expect 1 'src/bad.cu:5:2: warning: .*\[unchecked-launch\]' git commit -q -m bad
	expect 0 '^caplint\.*Skipped' env SKIP=caplint git commit -q -m skipped
	echo text >readme && git add readme
	expect 0 '(no files to check)Skipped' git commit -q -m text
	# At a push the whole tree is looked at, whatever changed.
	expect 1 'src/bad.cu:5:2' git push -q origin main
	sed -i 's|^\tk<<<.*|& // caplint: allow(unchecked-launch) its caller checks|' src/bad.cu
	expect 0 '^caplint\.*Passed' git commit -q -a -m silenced
	sed -i 's/ its caller checks$//' src/bad.cu
	expect 1 'src/bad.cu:5:.*reason' git commit -q -a -m 'no reason'
	git checkout -q HEAD -- src/bad.cu
	sed -i 's| // caplint:.*||; s/^}/\tCHECK(cudaGetLastError());\n}/' src/bad.cu
	expect 0 '^caplint\.*Passed' git commit -q -a -m mended
	expect 0 'whole tree.*Passed' git push -q origin main
	expect 0 'Passed' "$pre_commit" run caplint --all-files
	expect 0 'Passed' "$pre_commit" run caplint --files src/good.cu src/bad.cu
	echo "$pre_commit: install, pass, fail, skip, silence, push: as they should be"
done
