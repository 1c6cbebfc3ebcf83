"""`caplint probe`, and `python -m caplint_probe`: runs a script with watch points where caplint has found something."""
from __future__ import annotations

import argparse
import os
import sys
import traceback
from typing import List, NoReturn, Optional

from . import probe
from .backend import Missing
from .findings import Point, Unreadable, read_findings
from .install import Installer
from .recorder import reached
from .report import NO_VERDICT, EXIT, Report


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        fail(f"{message}; 'caplint probe --help' tells more")


def fail(message: str) -> NoReturn:
    print(f"caplint: error: {message}", file=sys.stderr)
    raise SystemExit(2)


def arguments(argv: List[str]) -> argparse.Namespace:
    parser = _Parser(prog="caplint probe", usage="caplint probe [OPTIONS] SCRIPT [-- ARGUMENTS...]", allow_abbrev=False,
                     description="Run a script that compares graph replays with eager execution (caplint_probe.Probe), with watch points "
                     "in the functions in which caplint has found something. Exit status: 0 clean, 1 a replay diverged, 2 no verdict.")
    parser.add_argument("script", metavar="SCRIPT", help="what stands behind -- is for the script")
    parser.add_argument("--findings", metavar="FILE", action="append", default=[], help="SARIF or JSON lines of caplint check; may be repeated")
    parser.add_argument("--root", metavar="DIR", default=".", help="the folder that the paths of the findings start from")
    parser.add_argument("--operations", action="store_true", help="watch each PyTorch operation inside the watched functions")
    parser.add_argument("--rtol", type=float, default=0.0, help="relative tolerance for floating point; by default bit for bit")
    parser.add_argument("--atol", type=float, default=0.0, help="absolute tolerance")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--output", metavar="FILE", help="write the report to a file")
    return parser.parse_args(argv)


def points_of(files: List[str]) -> List[Point]:
    points: List[Point] = []
    for name in files:
        try:
            points += read_findings(name)
        except Unreadable as error:
            fail(str(error))
    return points


def run(installer: Installer, script: str, script_arguments: List[str]) -> Optional[str]:
    """Why the run is worth no verdict, or None."""
    try:
        installer.run_script(script, script_arguments)
    except Missing as error:
        return f"{error} (by {sys.executable})"
    except SystemExit as end:
        if end.code not in (None, 0):
            return f"the script ended with {end.code}"
    except BaseException:  # noqa: B902 - whatever it was, what was compared before is reported
        traceback.print_exc()
        return "the script did not come to its end"
    return None


def fill_in(report: Report, installer: Installer) -> None:
    installer.not_loaded()
    for site in sorted(set(installer.sites) | set(reached)):
        report.watched.append({"site": site, "rules": sorted(installer.sites.get(site, ())), "calls": reached.get(site, 0)})
    for (place, reason), rules in sorted(installer.refused.items()):
        report.unwatched.append({"site": place, "rules": sorted(rules), "reason": reason})


def main(argv: Optional[List[str]] = None) -> int:
    argv = sys.argv[1:] if argv is None else argv
    end = argv.index("--") if "--" in argv else len(argv)
    options = arguments(argv[:end])
    installer = Installer(points_of(options.findings), options.root)
    if not os.path.isfile(options.script):
        fail(f"there is no script '{options.script}'")
    if options.findings and not installer.points:
        fail("no finding is in Python code: there is nothing to watch")
    probe.defaults.update(operations=options.operations, rtol=options.rtol, atol=options.atol)
    installer.install()
    reason = run(installer, options.script, argv[end + 1:])
    fill_in(probe.report, installer)
    text = probe.report.json() if options.format == "json" else probe.report.text()
    try:
        if options.output:
            with open(options.output, "w", encoding="utf-8") as file:
                file.write(text)
        else:
            sys.stdout.write(text)
            sys.stdout.flush()
    except OSError as error:
        fail(f"the report can't be written: {error}")
    if reason:
        print(f"caplint: error: {reason}", file=sys.stderr)
        return EXIT[NO_VERDICT]
    return probe.report.status


if __name__ == "__main__":
    sys.exit(main())
