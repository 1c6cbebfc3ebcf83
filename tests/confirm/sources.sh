#!/bin/sh
# Whether the kept results are of the programs as they are now. A change to a program asks for a new run on a device, which is not
# to be had everywhere: then this is a skip that says so. usage: sources.sh CAPLINT RESULTS-FOLDER
set -u
for results in "$2"/*/results.jsonl; do
	said=$("$1" confirm -q --import "$results" 2>&1 >/dev/null)
	status=$?
	case $said in
	*'other sources'* | *'is not what this caplint writes'*) echo "$said: run it again on a device"; exit 77 ;;
	esac
	[ $status -lt 2 ] || { echo "FAILED: $results: $said"; exit 1; }
done
