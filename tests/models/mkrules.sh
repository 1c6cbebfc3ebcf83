#!/bin/sh
# mkrules.sh MKRULES: a bad rule.md ends the build with file, line and reason; a good one does not.
set -eu
mkrules=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/some-rule" "$work/out"
page=$work/some-rule/rule.md

good() {
	cat <<'END'
---
id: some-rule
summary: something is "wrong" here
category: correctness
severity: warning
precision: very-high
rank: 10
languages: cuda
since: 0.1
confirm: none: a test
tags: cuda
---

## What it does
## Why it costs
## Bad
```cuda
## not a heading
```
## Good
## How it is confirmed
## Limits
END
}

# bad LINE REASON SED-SCRIPT
bad() {
	good | sed "$3" >"$page"
	if message=$("$mkrules" docs "$work/out" "$page" 2>&1); then
		echo "accepted: $3"
		exit 1
	fi
	case $message in
	*"some-rule/rule.md:$1: error: $2"*) ;;
	*)
		echo "sed '$3': expected line $1, '$2'; got: $message"
		exit 1
		;;
	esac
}

good >"$page"
"$mkrules" docs "$work/out" "$page"
grep -q 'something is "wrong" here' "$work/out/some-rule.md"
"$mkrules" table "$work/out/table.c" "$page"
grep -q 'summary = "something is \\"wrong\\" here"' "$work/out/table.c"
grep -q 'PRECISION_VERY_HIGH' "$work/out/table.c"
grep -q 'check = NULL' "$work/out/table.c"
echo 'the code' >"$work/some-rule/rule.c"
"$mkrules" table "$work/out/table.c" "$page"
grep -q 'check = rule_some_rule' "$work/out/table.c"
"$mkrules" docs "$work/out" "$page"
grep -q '^// caplint: allow(some-rule) why it may stay$' "$work/out/some-rule.md"

bad 1 'the first line is not' '1d'
bad 2 "id is not the folder's name" 's/^id: .*/id: other/'
bad 3 'summary is longer' 's/^summary: .*/&./'
bad 4 'unknown category' 's/^category: .*/category: style/'
bad 4 'unknown key: categorie' 's/^category/categorie/'
bad 5 'unknown severity' 's/^severity: .*/severity: fatal/'
bad 6 'unknown precision' 's/^precision: .*/precision: exact/'
bad 7 'rank is not' 's/^rank: .*/rank: ten/'
bad 7 'not of the form' 's/^rank: .*/rank:/'
bad 10 'confirm is neither' 's/^confirm: .*/confirm: missing.cu/'
bad 11 'more than 10 tags' 's/^tags: .*/tags: a b c d e f g h i j k/'
bad 12 'key is given twice' '11s/$/\ntags: cuda/'
bad 11 'missing key: tags' '11d'
bad 15 'heading out of place' 's/^## Why it costs/## Why/'
bad 21 'heading missing: Limits' '/^## Limits/d'
bad 22 'heading out of place' 's/^## Limits/## Notes/'
