#!/bin/sh
# Part of the folder that device.sh packs; see there. Builds first, then runs one program at a time.
set -u
out=${1:-${OUT:-}}
cd "$(dirname "$0")" || exit 2
out=${out:-$PWD/out}
mkdir -p "$out" removed
nvcc=${NVCC:-$(command -v nvcc || ls /usr/local/cuda/bin/nvcc)} || exit 2
export NVCC="$nvcc"
log() { echo "$(date +%T) $*"; }

log 'building'
for name in rules expressible findings; do
	"./$name/build.sh" >"$name.log" 2>&1 &
done
without() { "$nvcc" -std=c++17 -Irules -DHAZARD_REMOVED -gencode 'arch=compute_90,code=[sm_90,compute_90]' "rules/$1/confirm.cu" -o "removed/$1"; }
for program in rules/*/confirm.cu; do
	name=${program#rules/}
	without "${name%/confirm.cu}"
done >removed.log 2>&1
wait
for name in rules expressible findings removed; do
	grep -n -i -w error "$name.log"
done

log 'with their defaults'
./rules/run.sh
log 'for findings'
./findings/run.sh >findings.log
log 'with all values'
./expressible/run.sh >expressible.log
log 'without their hazards'
compiler=${nvcc%/bin/*}
for program in removed/*; do
	LD_LIBRARY_PATH="$compiler/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" timeout 60 "$program"
done >removed.jsonl 2>>removed.log
log 'the probe'
CAPLINT_PROBE=$PWD/probe python3 probe/gpu.py "$PWD/probe.json" || log 'the probe: see above'
[ -f probe.json ] || echo '{"faults": ["it did not run"], "runs": {}}' >probe.json
log 'done'
for name in rules findings expressible; do
	echo "$name: $(grep -o '"verdict":"[a-z ]*"' "$name/results.jsonl" | sort | uniq -c | tr -s ' \n' ' ')"
	grep -h -e '"verdict":"not reproduced"' -e '"verdict":"broken"' "$name/results.jsonl" | grep -o -e '"rule":[^,]*,"call":[^,]*,"form":[^,]*' -e '"mode":[^,]*,"stream":[^,]*' -e '"got":"[^"]*"' -e '"reason":"[^"]*"'
done
echo "without the hazard: $(grep -o '"verdict":"[a-z ]*"' removed.jsonl | sort | uniq -c | tr -s ' \n' ' ')"
tar -czf "$out/results.tar.gz" rules/manifest.json rules/results.jsonl findings/manifest.json findings/results.jsonl expressible/manifest.json \
	expressible/results.jsonl removed.jsonl probe.json ./*.log
