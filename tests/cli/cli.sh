#!/bin/sh
# The command line from outside: cli.sh PROGRAM. Says what differs; exit status 1 if anything does.
# shellcheck disable=SC2016 # claim() evaluates its argument
program=$1
here=$(dirname "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# expect STATUS PATTERN ARGUMENT...: the exit status, and a pattern that some line of the output matches.
expect()
{
	status=$1 pattern=$2
	shift 2
	"$program" "$@" >"$folder/out" 2>&1
	got=$?
	if [ $got -ne "$status" ]; then
		echo "caplint $*: status $got, expected $status"
		failed=1
	fi
	if ! grep -q -e "$pattern" "$folder/out"; then
		echo "caplint $*: nothing matches '$pattern' in:"
		head -5 "$folder/out"
		failed=1
	fi
}

claim()
{
	if ! eval "$2"; then
		echo "not so: $1"
		failed=1
	fi
}

expect 0 '^caplint [0-9]' --version
expect 0 '^tree-sitter ' --version
expect 0 '^models [0-9a-f]\{16\}$' version
expect 0 'libclang' --version
expect 0 '^usage: caplint COMMAND' --help
expect 0 '--format FORMAT' help check
expect 0 '--format FORMAT' audit -h
expect 0 '^latched-error  *error  *high' rules
expect 0 '^# latched-error$' explain latched-error
expect 2 "^caplint: error: unknown rule 'latched-eror'; did you mean 'latched-error'?$" explain latched-eror
expect 2 "^caplint: error: unknown command 'chekc'; did you mean 'check'?$" chekc
expect 2 "^caplint: error: unknown command 'chekc'; did you mean 'check'?$" help chekc
expect 2 "did you mean 'caplint check $here'?$" "$here"
expect 2 '^caplint: error: no command'
expect 2 "^caplint: error: unknown option '--strickt'; did you mean '--strict'?$" check --strickt
claim 'an error is one line' '[ "$(wc -l <"$folder/out")" -eq 1 ]'
claim 'help goes to standard output' '[ -z "$("$program" --help 2>&1 >/dev/null)" ]'
claim 'errors go to standard error' '[ -z "$("$program" chekc 2>/dev/null)" ]'

"$program" rules >/dev/full 2>"$folder/out"
claim 'a full disk is status 2' "[ $? -eq 2 ]"
claim 'a full disk is named' 'grep -q "standard output.*No space left" "$folder/out"'
claim 'a closed pipe is quiet' '[ -z "$({ "$program" explain latched-error 2>&1 >&3 | cat >&4; } 3>&1 4>&2 2>&1 | :)" ]'

cat >"$folder/a.cu" <<'EOF'
#include <cuda_runtime.h>
__global__ void k(int *p);
void f(int *p)
{
	cudaMalloc(&p, 4);
	k<<<1, 1>>>(p);
}
EOF
printf 'int nothing;\n' >"$folder/clean.cu"
expect 1 'a.cu:5:2: .*: .* \[dropped-error\]$' check --level note "$folder/a.cu"
expect 0 'a.cu:5:2: ' check --level note --exit-zero "$folder/a.cu"
expect 0 '^caplint: nothing found$' check "$folder/clean.cu"
expect 2 '^caplint: ' check "$folder/no-such-file.cu"
expect 2 'no-such-file.cu' check "$folder/a.cu" "$folder/no-such-file.cu"
echo text >"$folder/notes.md"
printf '\211PNG\r\n' >"$folder/picture.png"
expect 2 'notes.md: is in no language that caplint reads' check "$folder/notes.md"
expect 2 'picture.png: is in no language' check "$folder/a.cu" "$folder/picture.png"
expect 2 'notes.md: is in no language' baseline "$folder/notes.md" --baseline "$folder/notes.tsv"
expect 0 'notes.md: is in no language' check --force-exclude "$folder/notes.md" "$folder/picture.png"
expect 1 'notes.md: is in no language' check --force-exclude "$folder/notes.md" "$folder/a.cu"
# What a command does not write it takes no file for: an empty one would take the place of what is there.
cp "$folder/a.cu" "$folder/kept.txt"
expect 2 "unknown option '--output'" baseline --baseline "$folder/notes.tsv" --output "$folder/kept.txt" "$folder"
expect 2 "unknown option '-o'" config -o "$folder/kept.txt" "$folder"
expect 2 "unknown option '--diff'" baseline --diff HEAD "$folder"
claim 'what is there stays' 'cmp -s "$folder/a.cu" "$folder/kept.txt"'
rm "$folder/kept.txt"
# A page's name left out: the source stays.
cp "$folder/a.cu" "$folder/kept"
expect 2 "a.cu': it is a source file" audit --html "$folder/a.cu" "$folder"
expect 2 "a.cu': it is a source file" check --output text=- --output "$folder/a.cu" "$folder"
claim 'a source is never written over' 'cmp -s "$folder/a.cu" "$folder/kept"'
rm "$folder/kept"
mkdir "$folder/empty"
expect 0 'empty: holds no source file to report on' check "$folder/empty"
expect 0 'empty: holds no source file to report on' check --exclude '*.cu' "$folder/empty"
rmdir "$folder/empty"
expect 2 'nowhere: is no CUDA toolkit' check --cuda-path "$folder/nowhere" "$folder/clean.cu"
expect 0 'a.cu: nothing is kept there' check --cache "$folder/a.cu" "$folder/clean.cu"
is_there()
{
	[ -e "$1" ]
}
sh -c 'ulimit -f 0; exec "$0" check --no-cache -o sarif="$1/limited.sarif" "$1/a.cu"' "$program" "$folder" >"$folder/out" 2>&1
claim 'a limit on files is status 2' "[ $? -eq 2 ]"
claim 'and leaves nothing' '! is_there "$folder"/limited*'
# Told to stop while it waits for a reader, it leaves nothing behind.
mkfifo "$folder/pipe"
for signal in TERM HUP; do
	"$program" check -o sarif="$folder/stopped.sarif" -o text="$folder/pipe" "$folder/a.cu" 2>/dev/null &
	pid=$!
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		is_there "$folder"/stopped* && break
		sleep 0.2
	done
	claim "it is at work" 'is_there "$folder"/stopped.sarif.*'
	kill -$signal $pid
	wait $pid 2>/dev/null
	claim "$signal ends it as it ends others" "[ $? -gt 128 ]"
	claim "$signal leaves no half file" '! is_there "$folder"/stopped*'
done
rm "$folder/pipe"
# A main that knows nothing of the runtime, in a tree too large to parse all of it: a program nevertheless, and what of its header nobody names is a note.
mkdir "$folder/large"
cat >"$folder/large/b.h" <<'EOF'
#include <cuda_runtime.h>
inline void fetch(float *to, const float *from) { cudaMemcpy(to, from, 4, cudaMemcpyDeviceToHost); }
EOF
printf '#include "b.h"\n' >"$folder/large/b.cu"
for name in main mainly; do
	{
		printf 'int %s() { return 0; }\n' $name
		yes 'extern int padding;' | head -c 700000
		printf '\n'
	} >"$folder/large/c.cpp"
	if [ $name = main ]; then
		expect 0 'nothing found' check "$folder/large"
	else
		expect 1 'dropped-error' check "$folder/large"
	fi
done
rm -r "$folder/large"
expect 1 '"ruleId": "dropped-error"' check --level note --format sarif "$folder/a.cu"
expect 1 '^{"rule":"dropped-error"' check --level note --format jsonl "$folder/a.cu"
expect 1 'caplint' check --level note --format sarif --output "$folder/o.sarif" "$folder/a.cu"
claim 'the output is there' '[ -s "$folder/o.sarif" ]'
claim 'and nothing else' '[ -z "$(ls -A "$folder" | grep -v -x -e a.cu -e clean.cu -e out -e o.sarif -e notes.md -e picture.png -e notes.tsv)" ]'
claim 'no path of the machine is in it' '! grep -q "$folder" "$folder/o.sarif"'
python3 "$here/../sarif/check.py" --root "$folder" "$folder/o.sarif" || failed=1
expect 2 "can't write" check --output "$folder/none/o" "$folder/a.cu"
"$program" check -q --level note "$folder/a.cu" 2>"$folder/out" >/dev/full
claim 'findings on a full disk are status 2' "[ $? -eq 2 ]"
claim 'colour when wanted' '"$program" check --level note --color=always "$folder/a.cu" 2>/dev/null | grep -q "\[1;"'
claim 'no colour in a pipe' '! "$program" check --level note "$folder/a.cu" 2>/dev/null | grep -q "\["0'
exit $failed
