#!/bin/sh
# same.sh PROGRAM: the same bytes, whatever the number of workers and the order of the arguments.
set -eu
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$root/corpus" "$root/rules" "$folder/"
cd "$folder"
failed=0

# once NAME ARGUMENT...: one run's output and log under that name.
once()
{
	name=$1
	shift
	status=0
	"$program" check -v --exit-zero --level note "$@" >"$name.out" 2>"$name.log" || status=$?
	if [ $status -ne 0 ]; then
		echo "caplint check $*: status $status"
		tail -3 "$name.log"
		failed=1
	fi
}

same()
{
	if ! cmp one.out other.out || ! cmp one.log other.log; then
		echo "differs: $1"
		failed=1
	fi
}

for format in text jsonl sarif; do
	once one --format $format -j1 corpus rules
	once other --format $format -j4 corpus rules
	same "$format, one worker and four"
	once other --format $format -j3 rules corpus
	same "$format, the order of the arguments"
done
[ -s one.out ] || { echo "nothing was found to compare"; failed=1; }
exit $failed
