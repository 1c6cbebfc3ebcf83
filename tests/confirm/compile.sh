#!/bin/sh
# Every program builds for the three architectures, with and without its hazard; where there is a device, each is confirmed,
# and not reproduced once the hazard is out. usage: compile.sh CAPLINT
set -u
caplint=$1
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || { echo 'there is no nvcc'; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
"$caplint" confirm -q --emit bundle || exit 1
cd bundle || exit 1
NVCC=$nvcc ./build.sh || exit 1
failed=0
for program in */confirm.cu; do
	rule=${program%/*}
	binary=bin/$rule status_wanted='0 77'
	if [ "$rule" = hip-error-reset ]; then
		"$nvcc" -std=c++17 -I. "$program" -o "$binary" || failed=1
		status_wanted=77
	else
		for n in 90 120 121; do
			strings -a "$binary" | grep -q -- "-arch sm_$n" || { echo "FAILED: $rule holds no code for sm_$n"; failed=1; }
		done
	fi
	"./$binary" >line
	status=$?
	case " $status_wanted " in *" $status "*) ;; *) echo "FAILED: $rule ended with $status: $(cat line)"; failed=1 ;; esac
	"$nvcc" -std=c++17 -I. -DHAZARD_REMOVED -gencode "arch=compute_90,code=[sm_90,compute_90]" "$program" -o removed || { failed=1; continue; }
	./removed >line
	without=$?
	[ $without -eq 77 ] || { [ $without -eq 1 ] && grep -q '"verdict":"not reproduced"' line; } || { echo "FAILED: $rule without its hazard ended with $without: $(cat line)"; failed=1; }
done
if command -v hipcc >/dev/null; then
	for program in */confirm.cu; do
		[ -x "bin/hip/${program%/*}" ] || hipcc --offload-arch=gfx90a -x hip -std=c++17 -I. "$program" -o hip || { echo "FAILED: $program for HIP"; failed=1; }
	done
fi
exit $failed
