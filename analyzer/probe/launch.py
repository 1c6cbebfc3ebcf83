# Given to a Python with -c by `caplint probe`: finds the package, in the folder that is the first argument or elsewhere, and runs
# it. Any Python must be able to read this, so that an old one can say that it is too old.
import sys

folder = sys.argv.pop(1)
if sys.path and not sys.path[0]:
    del sys.path[0]  # the working folder is no place to import from


def fail(message):
    sys.stderr.write("caplint: error: %s (%s); CAPLINT_PYTHON can name another Python\n" % (message, sys.executable))
    sys.exit(2)


if sys.version_info < (3, 9):
    fail("caplint probe needs Python 3.9 or later, and this is %d.%d" % sys.version_info[:2])
import importlib.machinery
import importlib.util

spec = importlib.machinery.PathFinder.find_spec("caplint_probe", [folder]) if folder else None
spec = spec or importlib.util.find_spec("caplint_probe")
if spec is None:
    fail("the Python package caplint_probe is not installed there")
package = importlib.util.module_from_spec(spec)
sys.modules["caplint_probe"] = package
spec.loader.exec_module(package)
from caplint_probe.__main__ import main

sys.exit(main())
