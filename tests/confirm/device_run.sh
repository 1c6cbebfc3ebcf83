#!/bin/sh
# Part of the folder that device.sh packs; see there. Some minutes: several programs are built, and run, at a time. A folder that holds some
# rules alone (device.sh try) has no other bundles and no probe.
set -u
out=${1:-${OUT:-}}
cd "$(dirname "$0")" || exit 2
out=${out:-$PWD/out}
mkdir -p "$out" removed
nvcc=${NVCC:-$(command -v nvcc || ls /usr/local/cuda/bin/nvcc)} || exit 2
export NVCC="$nvcc" PYTHON="${PYTHON:-python3}"
# cuBLAS and NCCL, where PyTorch's packages have them and the toolkit has not.
packages=$("$PYTHON" -c 'import glob, nvidia; print(":".join(sorted(glob.glob(list(nvidia.__path__)[0] + "/*/lib"))))' 2>/dev/null) || packages=
[ -z "$packages" ] || export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$packages"
log() { echo "$(date +%T) $*"; }

# split SCRIPT WORD: SCRIPT.0, ..., each with its share of the lines that begin with WORD, and all others
parts='0 1 2 3 4 5'
split() {
	awk -v word="$2 " -v script="$1" -v n="$(echo "$parts" | wc -w)" '
		{ own = index($0, word) == 1; for (i = 0; i < n; i++) if (!own || count % n == i) print > (script "." i); count += own }' "$1"
}
# run_bundle NAME: as NAME/run.sh, in parts
run_bundle() {
	split "$1/run.sh" run
	for i in $parts; do
		sed -i "s/results\.jsonl/results.$i.jsonl/; s/run\.log/run.$i.log/" "$1/run.sh.$i"
		sh "$1/run.sh.$i" >/dev/null &
	done
	wait
	head -n 1 "$1/results.0.jsonl" >"$1/results.jsonl"
	for i in $parts; do
		tail -n +2 "$1/results.$i.jsonl" >>"$1/results.jsonl"
	done
}

log 'building' # all programs, once: the other bundles hold the same ones
split rules/build.sh build_cuda
for i in $parts; do
	sh "rules/build.sh.$i" >>rules.log 2>&1 &
done
without() { "$nvcc" -std=c++17 -Irules -DHAZARD_REMOVED -gencode 'arch=compute_90,code=[sm_90,compute_90]' "rules/$1/confirm.cu" -o "removed/$1"; }
for program in rules/*/confirm.cu; do
	[ -f "$program" ] || continue
	name=${program#rules/}
	without "${name%/confirm.cu}"
done >removed.log 2>&1
wait
for name in rules removed; do
	grep -n -i -w error "$name.log"
done
bundles=rules
for name in expressible findings; do
	[ -d "$name" ] || continue
	bundles="$bundles $name"
	mkdir -p "$name/bin"
	cp -r rules/bin/. "$name/bin/"
done

for name in $bundles; do
	log "$name"
	if [ "$name" != rules ] || [ "$bundles" = rules ]; then
		run_bundle "$name"
	else
		./rules/run.sh # one at a time: theirs are the verdicts of the table
	fi
done
log 'without their hazards'
compiler=${nvcc%/bin/*}
for program in removed/*; do
	[ -x "$program" ] || continue
	LD_LIBRARY_PATH="$compiler/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" timeout 60 "$program"
done >removed.jsonl 2>>removed.log
for program in rules/*/confirm.py; do
	[ ! -f "$program" ] || HAZARD_REMOVED=1 PYTHONPATH=rules timeout 60 "$PYTHON" -B "$program"
done >>removed.jsonl 2>>removed.log
if [ -d probe ]; then
	log 'the probe'
	CAPLINT_PROBE=$PWD/probe "$PYTHON" probe/gpu.py "$PWD/probe.json" || log 'the probe: see above'
	[ -f probe.json ] || echo '{"faults": ["it did not run"], "runs": {}}' >probe.json
fi
log 'done'
for name in $bundles; do
	echo "$name: $(grep -o '"verdict":"[a-z ]*"' "$name/results.jsonl" | sort | uniq -c | tr -s ' \n' ' ')"
	grep -h -e '"verdict":"not reproduced"' -e '"verdict":"broken"' "$name/results.jsonl" | grep -o -e '"rule":[^,]*,"program":[^,]*,"call":[^,]*,"form":[^,]*' -e '"mode":[^,]*,"stream":[^,]*' -e '"got":"[^"]*"' -e '"reason":"[^"]*"'
done
echo "without the hazard: $(grep -o '"verdict":"[a-z ]*"' removed.jsonl | sort | uniq -c | tr -s ' \n' ' ')"
# shellcheck disable=SC2046 # a list of words
tar -czf "$out/results.tar.gz" $(ls -d rules/manifest.json rules/results.jsonl findings/manifest.json findings/results.jsonl expressible/manifest.json \
	expressible/results.jsonl removed.jsonl probe.json ./*.log rules/*.log findings/*.log expressible/*.log 2>/dev/null)
