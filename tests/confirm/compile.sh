#!/bin/sh
# Every program builds for the three architectures, machine code and PTX, and for HIP; where there is a device, each is confirmed, and
# not reproduced once the hazard is out. usage: compile.sh CAPLINT PYTHON
set -u
caplint=$1 python=$2
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || { echo 'there is no nvcc'; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
"$caplint" confirm -q --emit bundle || exit 1
cd bundle || exit 1
NVCC=$nvcc ./build.sh || exit 1
failed=0
# cuobjdump is not part of every toolkit; PyPI has it (tests/requirements.txt).
packages=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
cuobjdump=$(command -v cuobjdump) || for cuobjdump in "${nvcc%/*}/cuobjdump" "$packages/nvidia/cu13/bin/cuobjdump" ''; do
	[ ! -x "$cuobjdump" ] || break
done
[ -n "$cuobjdump" ] || { echo 'there is a toolkit, but no cuobjdump: tests/requirements.txt'; failed=1; cuobjdump=false; }
# holds elf|ptx PROGRAM: machine code or PTX for each of the three, and for nothing else
holds() {
	list=$("$cuobjdump" "--list-$1" "$2" | sed -n 's/.*\.\(sm_[0-9a-z]*\)\..*/\1/p' | sort -u | tr '\n' ' ')
	[ "$list" = 'sm_120 sm_121 sm_90 ' ]
}
for program in */confirm.cu; do
	rule=${program%/*}
	binary=bin/$rule status_wanted='0 77'
	if [ "$rule" = hip-error-reset ]; then
		"$nvcc" -std=c++17 -I. "$program" -o "$binary" || failed=1
		status_wanted=77
	else
		for what in elf ptx; do
			holds "$what" "$binary" || { echo "FAILED: $rule does not hold $what for sm_90, sm_120 and sm_121"; failed=1; }
		done
	fi
	"./$binary" >line
	status=$?
	case " $status_wanted " in *" $status "*) ;; *) echo "FAILED: $rule ended with $status: $(cat line)"; failed=1 ;; esac
	[ $status -ne 77 ] || continue
	"$nvcc" -std=c++17 -I. -DHAZARD_REMOVED -gencode "arch=compute_90,code=[sm_90,compute_90]" "$program" -o removed || { failed=1; continue; }
	./removed >line
	without=$?
	{ [ $without -eq 1 ] && grep -q '"verdict":"not reproduced"' line; } || { echo "FAILED: $rule without its hazard ended with $without: $(cat line)"; failed=1; }
done
if command -v hipcc >/dev/null; then
	for program in */confirm.cu; do
		[ -x "bin/hip/${program%/*}" ] || hipcc --offload-arch=gfx90a -x hip -std=c++17 -I. "$program" -o hip || { echo "FAILED: $program for HIP"; failed=1; }
	done
fi
exit $failed
