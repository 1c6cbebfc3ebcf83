#!/bin/sh
# deps.sh [test]: installs what the build needs, and with `test` what the tests need; only what is missing, so that a second
# run needs no network. Debian packages as root or through sudo; Python packages, pinned and checked by hash, in .deps/venv.
set -eu
cd "$(dirname "$0")/.."
packages="gcc libc6-dev cmake ninja-build pkg-config libjansson-dev python3-venv ca-certificates git"
commands="gcc cmake ninja pkg-config python3 git"
requirements="cmake/requirements.txt"
if [ "${1-}" = test ]; then
	packages="$packages check shellcheck"
	requirements="$requirements tests/requirements.txt"
fi

fail()
{
	echo "$1" >&2
	exit 2
}

install_packages()
{
	missing=
	for package in $packages; do
		dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || missing="$missing $package"
	done
	[ -n "$missing" ] || return 0
	as_root=
	if [ "$(id -u)" -ne 0 ]; then
		as_root=sudo
		command -v sudo >/dev/null || fail "not installed:$missing; as root: apt-get install$missing"
	fi
	echo "installing$missing"
	$as_root apt-get update -qq
	# shellcheck disable=SC2086 # a list of words
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing >/dev/null
}

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
	install_packages
else
	for command in $commands; do
		command -v "$command" >/dev/null || fail "not installed: $command (needed: $commands, and the library jansson)"
	done
fi

venv=.deps/venv
if ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
	python3 -m venv --clear "$venv"
fi
for file in $requirements; do
	stamp=$venv/$(echo "$file" | tr / -)
	cmp -s "$file" "$stamp" && continue
	echo "installing from PyPI: $(grep -o '^[a-z][^ ]*' "$file" | tr '\n' ' ')"
	"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r "$file"
	cp "$file" "$stamp"
done
