"""Puts watch points into Python code as it is loaded: the function around a place gets the decorator `watch`.

The source is changed in memory only, and no line moves. Files are recognised by their path below the root or, installed elsewhere,
by the name of their module.
"""
from __future__ import annotations

import ast
import builtins
import importlib.abc
import importlib.machinery
import os
import sys
import types
from typing import Any, Dict, List, Optional, Set, Tuple

from .findings import Point
from .recorder import watch

DECORATOR = "__caplint_watch__"
COMPILERS = {"jit", "compile", "autotune", "heuristics", "script", "cuda_jit", "kernel"}  # decorators that read the function's source, or replace it


class Installer(importlib.abc.MetaPathFinder):
    def __init__(self, points: List[Point], root: str) -> None:
        self.root = os.path.realpath(root)
        self.points: Dict[str, List[Point]] = {}
        self.sites: Dict[str, Set[str]] = {}  # watched site: rules
        self.refused: Dict[Tuple[str, str], Set[str]] = {}  # place and reason: rules
        self.loaded: Set[str] = set()
        for point in points:
            if point.path.endswith(".py"):
                self.points.setdefault(point.path, []).append(point)
            else:
                self._refuse(point, "no Python: what it does shows in the Python function that calls it")

    def install(self) -> None:
        setattr(builtins, DECORATOR, lambda site: lambda function: watch(function, name=site))
        sys.meta_path.insert(0, self)

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            return None
        found = self._known_as(spec.origin, fullname)
        if found is None:
            return None
        spec.loader = _Loader(fullname, spec.origin, self, found)
        return spec

    def compile(self, source: bytes, filename: str, known_as: str) -> types.CodeType:
        tree = ast.parse(source, filename)
        self.loaded.add(known_as)
        done: Set[ast.AST] = set()
        for point in sorted(set(self.points[known_as])):
            function = _function_at(tree, point)
            if function is None:
                self._refuse(point, "there is no function")
            elif isinstance(function, ast.AsyncFunctionDef) or _is_generator(function):
                self._refuse(point, f"{function.name} is a generator or a coroutine")
            elif any(_last_name(d) in COMPILERS for d in function.decorator_list if d not in done):
                self._refuse(point, f"{function.name} is compiled by its decorator; watch its caller")
            else:
                site = f"{known_as}:{function.lineno} {function.name}"
                self.sites.setdefault(site, set()).add(point.rule)
                if function not in done:
                    done.add(function)
                    name = ast.Name(DECORATOR, ast.Load())
                    call = ast.Call(name, [ast.Constant(site)], [])
                    function.decorator_list.append(ast.fix_missing_locations(ast.copy_location(call, function)))
        return compile(tree, filename, "exec", dont_inherit=True)

    def run_script(self, filename: str, arguments: List[str]) -> None:
        """As `python filename arguments` would."""
        with open(filename, "rb") as file:
            source = file.read()
        known_as = self._known_as(filename, "")
        code = self.compile(source, filename, known_as) if known_as else compile(source, filename, "exec", dont_inherit=True)
        main = types.ModuleType("__main__")
        main.__file__, main.__builtins__ = filename, builtins  # type: ignore[attr-defined]
        sys.modules["__main__"] = main
        sys.argv = [filename, *arguments]
        sys.path.insert(0, os.path.dirname(os.path.realpath(filename)))
        exec(code, main.__dict__)

    def not_loaded(self) -> None:
        for path in sorted(set(self.points) - self.loaded):
            for point in self.points[path]:
                self._refuse(point, "the file was not loaded")

    def _known_as(self, filename: str, module: str) -> Optional[str]:
        real = os.path.realpath(filename)
        inside = os.path.relpath(real, self.root)
        if inside in self.points:
            return inside
        tail = module.replace(".", "/") + ("/__init__.py" if os.path.basename(real) == "__init__.py" else ".py")
        if "/" in tail:
            for path in sorted(self.points):
                if path == tail or path.endswith("/" + tail):
                    return path
        return None

    def _refuse(self, point: Point, reason: str) -> None:
        self.refused.setdefault((f"{point.path}:{point.line}", reason), set()).add(point.rule)


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles the changed source, and keeps nothing of it in __pycache__."""

    def __init__(self, fullname: str, path: str, installer: Installer, known_as: str) -> None:
        super().__init__(fullname, path)
        self.installer, self.known_as = installer, known_as

    def get_code(self, fullname: str) -> types.CodeType:
        return self.installer.compile(self.get_data(self.path), self.path, self.known_as)


def _function_at(tree: ast.AST, point: Point) -> Any:
    """The innermost function around the line. If the finding names another one, the file has changed: then the name decides."""
    inner, named, wanted = None, [], point.function.replace("::", ".").split(".")[-1]
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        first = min([node.lineno] + [d.lineno for d in node.decorator_list])
        if first <= point.line <= (node.end_lineno or node.lineno) and (inner is None or node.lineno >= inner.lineno):
            inner = node
        if node.name == wanted:
            named.append(node)
    if wanted and (inner is None or inner.name != wanted) and len(named) == 1:
        return named[0]
    return inner


def _is_generator(function: Any) -> bool:
    todo: List[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            todo.extend(ast.iter_child_nodes(node))
    return False


def _last_name(decorator: Any) -> str:
    while isinstance(decorator, ast.Call):
        decorator = decorator.func
    return decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")
