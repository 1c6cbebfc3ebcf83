"""The leaves of what a function is given: tensors, and plain values of the host."""
from __future__ import annotations

from typing import Any, Callable, Iterator, Tuple

PLAIN = (bool, int, float, complex, str, bytes, type(None))
DEPTH = 6  # of containers in containers


def leaves(value: Any, is_tensor: Callable[[Any], bool], name: str = "", depth: int = DEPTH) -> Iterator[Tuple[str, Any]]:
    """Names and values, in an order that depends on the value alone. What is neither container, tensor nor plain is left out."""
    if is_tensor(value) or isinstance(value, PLAIN):
        yield name, value
    elif not depth:
        return
    elif isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            yield from leaves(item, is_tensor, f"{name}[{i}]", depth - 1)
    elif isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], is_tensor, f"{name}[{key!r}]", depth - 1)
    elif hasattr(value, "__dataclass_fields__"):
        for key in value.__dataclass_fields__:
            yield from leaves(getattr(value, key, None), is_tensor, f"{name}.{key}", depth - 1)


def attributes(owner: Any, is_tensor: Callable[[Any], bool]) -> Iterator[Tuple[str, Any]]:
    """The tensors that hang on the object of a method: what it reads besides its arguments. A module keeps its parameters and buffers
    in dictionaries of their own. Plain values are left out: many only count."""
    own = getattr(owner, "__dict__", {})
    for group in (own, own.get("_buffers") or {}, own.get("_parameters") or {}):
        for key in group:
            value = group[key]
            if is_tensor(value):
                yield f"self.{key}", value
            elif isinstance(value, (list, tuple)):
                yield from ((name, item) for name, item in leaves(value, is_tensor, f"self.{key}", 2) if is_tensor(item))
