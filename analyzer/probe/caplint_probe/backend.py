"""All that the probe asks of PyTorch. Another object with these methods can stand in (tests do that)."""
from __future__ import annotations

import contextlib
from typing import Any, Dict, Optional

POISON = -1515  # what is written into a stash before a replay, which must write over it


class Missing(Exception):
    """PyTorch is not there."""


class TorchBackend:
    def __init__(self, watches_operations: bool = False) -> None:
        try:
            import torch
        except ImportError as error:
            raise Missing(f"PyTorch can't be imported: {error}") from error
        self.torch = torch
        self.watches_operations = watches_operations

    def is_tensor(self, value: Any) -> bool:
        return isinstance(value, self.torch.Tensor)

    def bytes_of(self, tensor: Any) -> int:
        return tensor.numel() * tensor.element_size()

    def is_capturing(self) -> bool:
        return self.torch.cuda.is_available() and self.torch.cuda.is_current_stream_capturing()

    def clone(self, tensor: Any) -> Any:
        with self.torch.no_grad():
            return tensor.detach().clone()

    def host(self, tensor: Any) -> Any:
        with self.torch.no_grad():
            return tensor.detach().to("cpu", copy=True)

    def put(self, to: Any, value: Any) -> None:
        with self.torch.no_grad():
            to.detach().copy_(value)

    def poison(self, tensor: Any) -> bool:
        """False for a tensor that can't hold a value that nobody writes."""
        torch, dtype = self.torch, tensor.dtype
        if dtype == torch.bool or not tensor.numel():
            return False
        is_wide = dtype.is_floating_point or dtype.is_complex
        with torch.no_grad():
            tensor.fill_(POISON if is_wide or torch.iinfo(dtype).min < POISON else 0xA5 % (torch.iinfo(dtype).max + 1))
        return True

    def canary(self) -> Any:
        return self.torch.zeros(1, dtype=self.torch.int64, device="cuda" if self.torch.cuda.is_available() else "cpu")

    def set_canary(self, canary: Any, value: int) -> None:
        canary.fill_(value)

    def synchronize(self) -> None:
        if self.torch.cuda.is_available():
            self.torch.cuda.synchronize()

    def random_state(self) -> Any:
        torch = self.torch
        return torch.get_rng_state(), torch.cuda.get_rng_state() if torch.cuda.is_available() else None

    def set_random_state(self, state: Any) -> None:
        self.torch.set_rng_state(state[0])
        if state[1] is not None:
            self.torch.cuda.set_rng_state(state[1])

    def flipped(self, tensor: Any) -> Optional[Any]:
        """A copy with one value changed; None if there is no value."""
        if not tensor.numel():
            return None
        torch, copy = self.torch, tensor.contiguous().clone()
        bits = copy.view(-1)[:1].view(torch.uint8)
        bits[-1] ^= 1 if tensor.dtype == torch.bool else 0x40
        return copy

    def difference(self, graph: Any, eager: Any, rtol: float, atol: float) -> Optional[Dict[str, Any]]:
        """None if two tensors of the host are equal: bit for bit but for zeros and NaNs, or within the tolerance."""
        torch = self.torch
        if graph.shape != eager.shape or graph.dtype != eager.dtype:
            return {"graph": f"{graph.dtype} {list(graph.shape)}", "eager": f"{eager.dtype} {list(eager.shape)}", "what": "shape or type"}
        a, b = (t.to_dense() if t.layout != torch.strided else t for t in (graph, eager))
        if a.dtype.is_floating_point and a.element_size() == 1:
            a, b = a.float(), b.float()
        if (rtol or atol) and (a.dtype.is_floating_point or a.dtype.is_complex):
            same = torch.isclose(a, b, rtol=rtol, atol=atol, equal_nan=True)
        else:
            same = (a == b) | ((a != a) & (b != b))
        wrong = (~same).nonzero()
        if not len(wrong):
            return None
        at = wrong[0].tolist()
        return {"what": "values", "wrong": len(wrong), "of": a.numel(), "at": at, "graph": str(a[tuple(at)].item()), "eager": str(b[tuple(at)].item())}

    def first_rows(self, tensor: Any, rows: int, bucket: Any) -> Any:
        """Without the padding of a bucket: a tensor with as many rows as the bucket is compared in its first ones alone."""
        return tensor[:rows] if tensor.dim() and tensor.shape[0] == bucket else tensor

    @contextlib.contextmanager
    def serial(self) -> Any:
        """Each operation waits for the one before, whatever its stream: a reference in which nothing overlaps."""
        if not self.torch.cuda.is_available():
            yield
            return
        from torch.utils._python_dispatch import TorchDispatchMode

        backend = self

        class Serial(TorchDispatchMode):
            def __torch_dispatch__(self, operation: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
                result = operation(*args, **(kwargs or {}))
                backend.synchronize()
                return result

        with Serial():
            yield

    def operations(self, recorder: Any, site: str) -> Any:
        """A context in which each operation of the library is a point of its own."""
        if not self.watches_operations or getattr(recorder, "has_operations", False):
            return contextlib.nullcontext()
        return self._operations(recorder, site)

    @contextlib.contextmanager
    def _operations(self, recorder: Any, site: str) -> Any:
        from torch.utils._python_dispatch import TorchDispatchMode

        from .recorder import GAVE, GIVEN
        from .values import leaves

        def is_view(operation: Any) -> bool:
            results = operation._schema.returns
            return bool(results) and all(r.alias_info is not None and not r.alias_info.is_write for r in results)

        class Operations(TorchDispatchMode):
            def __torch_dispatch__(self, operation: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
                kwargs = kwargs or {}
                if recorder.is_busy or is_view(operation):
                    return operation(*args, **kwargs)
                point = f"{site}: {operation}"
                call = recorder.count(point)
                recorder.add(point, call, GIVEN, list(leaves([args, kwargs], recorder.backend.is_tensor)))
                result = operation(*args, **kwargs)
                recorder.add(point, call, GAVE, list(leaves(result, recorder.backend.is_tensor)))
                return result

        recorder.has_operations = True
        try:
            with Operations():
                yield
        finally:
            recorder.has_operations = False
