#!/bin/sh
# shell.sh PROGRAM: the manual page and the completions: no tool that reads them has anything to say, and they know every option.
set -eu
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failed=0
say()
{
	echo "$*"
	failed=1
}

"$program" manual >caplint.1
for shell in bash zsh fish; do
	"$program" completion "$shell" >"caplint.$shell"
done

# Every command and option that help tells, in all four.
"$program" --help | sed -n '/^commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' >commands
[ "$(wc -l <commands)" -ge 9 ] || say "help tells too few commands"
while read -r command; do
	for file in caplint.bash caplint.zsh caplint.fish; do
		grep -q "[ '(]${command}[ ':]" $file || say "$file does not know the command $command"
	done
	grep -q "^.fB$command.fR" caplint.1 || say "the manual does not know the command $command"
	"$program" help "$command" | sed -n 's/^  [-a-z, ]*--\([a-z][-a-z]*\).*/\1/p' >options
	while read -r option; do
		grep -q -e "--${option}[ ')|]" caplint.bash || say "caplint.bash does not know --$option"
		grep -q -e "--${option}[]'=}[]" caplint.zsh || say "caplint.zsh does not know --$option"
		grep -q -e "from $command' -l $option " caplint.fish || say "caplint.fish does not know --$option of $command"
		grep -q -e "fB.-.-$(echo "$option" | sed 's/-/.-/g').fR" caplint.1 || say "the manual does not know --$option"
	done <options
done <commands

if command -v shellcheck >/dev/null; then
	shellcheck -s bash caplint.bash || failed=1
fi
if command -v man >/dev/null && man --version >/dev/null 2>&1; then
	LC_ALL=C.UTF-8 man --warnings -l caplint.1 >page 2>warnings </dev/null || say "man cannot read the manual"
	[ ! -s warnings ] || say "man: $(head -3 warnings)"
	grep -q 'EXIT STATUS' page || say "the manual has no exit status"
fi
for shell in zsh fish; do
	if command -v $shell >/dev/null; then
		$shell -n "caplint.$shell" || failed=1
	fi
done

# What bash offers.
if command -v bash >/dev/null; then
	cat >offers <<'END'
complete() { :; }
compopt() { :; }
. ./caplint.bash
offer()
{
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_caplint
	echo "${COMPREPLY[*]}"
}
mkdir -p folder/within
touch folder/file
offer caplint ch
offer caplint check --format sar
offer caplint check --format = ju
offer caplint audit --level ""
offer caplint explain latched
offer caplint completion z
offer caplint check -o markd
offer caplint check --cuda-path fol
offer caplint check --exit
offer caplint confirm --rul
offer caplint check --rul
offer caplint rules x
END
	bash offers >got
	cat >expected <<'END'
check
sarif
junit
note warning error
latched-error
zsh
markdown=
folder
--exit-zero
--rule


END
	diff expected got || say "bash offers something else"
fi
exit $failed
