#!/bin/sh
# All that needs a GPU, in one run there: every program with its defaults, with every value that it knows and for every finding of
# rules/ and corpus/, once more without its hazard, and the probe.
#
#   device.sh pack CAPLINT FOLDER      here: makes FOLDER, which needs nothing of this repository where it runs
#   sh FOLDER/run.sh [OUT]             there, with nvcc, a GPU and a python3 (or $PYTHON) that has PyTorch: OUT/results.tar.gz
#   device.sh take CAPLINT RESULTS     here again: into tests/confirm/results/, and renews the table of docs/confirmation.md
#   device.sh try CAPLINT FOLDER RULE...  as pack, for what the programs of these rules know alone: to try new ones; nothing to take
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
usage() { sed -n 's/^#   //p' "$0" >&2; exit 2; }
[ $# -ge 3 ] || usage
caplint=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")

pack() {
	mkdir "$1"
	"$caplint" confirm -q --emit "$1/rules"
	python3 -B "$root/tests/confirm/expressible.py" "$root" >"$1/expressible.sarif"
	"$caplint" confirm -q --emit "$1/expressible" "$1/expressible.sarif"
	(folder=$(cd "$1" && pwd) && cd "$root" && "$caplint" confirm -q --emit "$folder/findings" corpus rules)
	mkdir "$1/probe"
	cp -r "$root/analyzer/probe/caplint_probe" "$root/tests/probe/gpu.py" "$root/tests/probe/planted.py" "$1/probe/"
	cp "$root/tests/confirm/device_run.sh" "$1/run.sh"
}

# Only some rules, and only the programs.
try() {
	folder=$1
	shift
	mkdir "$folder"
	python3 -B "$root/tests/confirm/expressible.py" "$root" "$@" >"$folder/expressible.sarif"
	"$caplint" confirm -q --emit "$folder/rules" "$folder/expressible.sarif"
	cp "$root/tests/confirm/device_run.sh" "$folder/run.sh"
}

take() {
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	tar -xzf "$1" -C "$work"
	for name in rules expressible findings; do
		status=0
		"$caplint" confirm -q --import "$work/$name/results.jsonl" >"$work/$name.txt" || status=$?
		[ $status -lt 2 ] || grep -v 'confirmed' "$work/$name.txt" >&2 || :
		cp "$work/$name/manifest.json" "$work/$name/results.jsonl" "$root/tests/confirm/results/$name/"
	done
	cp "$work/removed.jsonl" "$work/probe.json" "$root/tests/confirm/results/"
	python3 "$root/tests/confirm/results.py" "$root" --write
	python3 "$root/tests/confirm/results.py" "$root"
}

case $1 in
pack) pack "$3" ;;
take) take "$3" ;;
try)
	shift 2
	try "$@"
	;;
*) usage ;;
esac
