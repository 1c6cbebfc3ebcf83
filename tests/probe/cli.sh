#!/bin/sh
# caplint probe hands over to Python, and says what is missing. usage: cli.sh CAPLINT PYTHON
set -u
caplint=$1 python=$("$2" -c "import sys; print(sys.executable)") # not a script that stands for it
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export PYTHONDONTWRITEBYTECODE=1
# shellcheck source=tests/expect.sh
. "$root/tests/expect.sh"

# installed: the package is found from the program, whatever Python runs
mkdir -p here/bin here/share/caplint empty
cp "$caplint" here/bin/caplint
ln -s "$root/analyzer/probe" here/share/caplint/python
cat >old <<'END'
#!/bin/sh
exec "$REAL" -c "import sys; sys.version_info = (3, 6); sys.argv = ['-c'] + sys.argv[2:]; exec(sys.argv.pop(1))" "$@"
END
chmod +x old
export CAPLINT_PYTHON="$python"
expect 0 'usage: caplint probe [OPTIONS] SCRIPT' here/bin/caplint probe --help
expect 2 "there is no script 'none.py'" here/bin/caplint probe none.py
echo 'import sys; print(sys.argv)' >say.py
expect 2 "['say.py', '--findings', 'x']" here/bin/caplint probe say.py -- --findings x
expect 2 'no replay was compared' here/bin/caplint probe say.py
expect 2 'needs Python 3.9 or later, and this is 3.6' env REAL="$python" CAPLINT_PYTHON=./old here/bin/caplint probe say.py
expect 2 "'./none' can't be started" env CAPLINT_PYTHON=./none here/bin/caplint probe say.py
expect 2 "'python3' can't be started" env CAPLINT_PYTHON= PATH="$work/empty" "$work/here/bin/caplint" probe say.py
ln -s "$python" here/bin/python3
expect 2 "['say.py']" env CAPLINT_PYTHON= PATH="$work/empty" "$work/here/bin/caplint" probe say.py
rm here/share/caplint/python
expect 2 'package caplint_probe is not installed there' here/bin/caplint probe say.py
expect 0 "'caplint probe --help' tells its options" "$caplint" help probe

# what caplint writes is what the probe reads, in both formats
cp "$root/tests/probe/planted.py" .
for format in sarif jsonl; do
	"$caplint" check -q --exit-zero --level note --format $format --output "found.$format" planted.py
done
expect 0 'same points, in Model.scores too' env PYTHONPATH="$root/analyzer/probe" "$python" -c '
from caplint_probe.findings import read_findings
one, two = (sorted({(p.path, p.line, p.rule) for p in read_findings(name)}) for name in ("found.sarif", "found.jsonl"))
functions = {p.function.replace("::", ".") for p in read_findings("found.sarif")}
print("same points, in Model.scores too" if one == two and "Model.scores" in functions else (one, two, functions))'
exit $failed
