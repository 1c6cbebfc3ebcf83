"""What the probe asks of PyTorch, on its CPU: skipped without PyTorch. A graph is a list of the operations of the library that is
replayed into the tensors of the recording."""
import contextlib
import unittest

from caplint_probe import CLEAN, DIVERGED, NO_VERDICT, Probe, watch

try:
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode

    from caplint_probe.backend import TorchBackend
except ImportError:
    torch = None


if torch is not None:
    class Graph(TorchDispatchMode):
        recording = None

        def __init__(self):
            super().__init__()
            self.steps = []

        def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
            result = operation(*args, **(kwargs or {}))
            self.steps.append((operation, args, kwargs or {}, result))
            return result

        @contextlib.contextmanager
        def capture(self):
            Graph.recording = self
            try:
                with self:
                    yield
            finally:
                Graph.recording = None

        def replay(self):
            for operation, args, kwargs, result in self.steps:
                again = operation(*args, **kwargs)
                if isinstance(result, torch.Tensor) and again is not result and again.data_ptr() != result.data_ptr():
                    result.copy_(again)

    class Backend(TorchBackend):
        def is_capturing(self):
            return Graph.recording is not None


@unittest.skipIf(torch is None, "PyTorch is not installed")
class OnTorch(unittest.TestCase):
    def differ(self, a, b, rtol=0.0, atol=0.0):
        return Backend().difference(a, b, rtol, atol)

    def test_difference(self):
        nan, inf = float("nan"), float("inf")
        a = torch.tensor([[0.0, nan, inf], [1.0, 2.0, 3.0]])
        self.assertIsNone(self.differ(a, a.clone()))
        self.assertIsNone(self.differ(torch.tensor([0.0]), torch.tensor([-0.0])))
        b = a.clone()
        b[1, 1] = 2.5
        self.assertEqual(self.differ(a, b), {"what": "values", "wrong": 1, "of": 6, "at": [1, 1], "graph": "2.0", "eager": "2.5"})
        self.assertIsNone(self.differ(a, b, atol=0.6))
        self.assertEqual(self.differ(a, a.double())["what"], "shape or type")
        self.assertEqual(self.differ(a, a[:1])["what"], "shape or type")
        self.assertIsNone(self.differ(torch.empty(0), torch.empty(0)))
        self.assertEqual(self.differ(torch.tensor(1), torch.tensor(2))["at"], [])
        for dtype in (torch.bool, torch.uint8, torch.int64, torch.bfloat16, torch.float16, torch.complex64):
            x = torch.ones(3).to(dtype)
            self.assertIsNone(self.differ(x, x.clone()), dtype)
            self.assertIsNotNone(self.differ(x, torch.zeros(3).to(dtype)), dtype)

    def test_one_bit(self):
        for dtype in (torch.bool, torch.uint8, torch.int8, torch.int32, torch.int64, torch.bfloat16, torch.float16, torch.float32, torch.float64, torch.complex64):
            for x in (torch.ones(2, 3).to(dtype), torch.zeros(()).to(dtype), torch.zeros(4, 4).to(dtype).t()):
                self.assertIsNotNone(self.differ(Backend().flipped(x), x), dtype)
        self.assertIsNone(Backend().flipped(torch.empty(0)))

    def test_poison(self):
        for dtype in (torch.uint8, torch.int8, torch.int16, torch.int64, torch.bfloat16, torch.float16, torch.float32, torch.complex64):
            x = torch.zeros(2, 2).to(dtype)
            self.assertTrue(Backend().poison(x), dtype)
            self.assertEqual(self.differ(x, torch.zeros(2, 2).to(dtype))["wrong"], 4, dtype)
        self.assertFalse(Backend().poison(torch.zeros(2, dtype=torch.bool)))
        self.assertFalse(Backend().poison(torch.empty(0)))

    def test_rows(self):
        backend = Backend()
        self.assertEqual(list(backend.first_rows(torch.zeros(8, 3), 2, 8).shape), [2, 3])
        self.assertEqual(list(backend.first_rows(torch.zeros(7, 3), 2, 8).shape), [7, 3])
        self.assertEqual(list(backend.first_rows(torch.zeros(()), 2, 8).shape), [])

    # ---- a module ----

    def probe(self, **more):
        return Probe(backend=Backend(watches_operations=more.pop("operations", False)), **more)

    def module(self):
        class Layer(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.linear = torch.nn.Parameter(torch.randn(4))
                self.register_buffer("bias", torch.randn(4))
                self.scale = 2.0

            @watch(name="forward")
            def forward(self, x, *, shift=0.0):
                hidden = (x.t().contiguous().t() * self.linear + self.bias) * self.scale
                return {"hidden": hidden, "index": hidden.to(torch.int32), "noise": torch.rand_like(x) + shift}

        torch.manual_seed(1)
        return Layer()

    def compare(self, probe, change=None, **more):
        layer, x, graph = self.module(), torch.randn(3, 4), Graph()
        with probe.capture(3), graph.capture():
            out = layer(x)
        x.copy_(torch.randn(3, 4))
        if change:
            change(layer)
        return probe.compare(3, graph.replay, lambda: layer(x), inputs=x, outputs=out, **more)

    def test_clean_with_random_numbers(self):
        c = self.compare(self.probe())
        self.assertEqual((c.verdict, c.facts["agree"], c.facts["unsettled"]), (CLEAN, 3, []), str(c))

    def test_buffers_and_parameters(self):
        for name in ("bias", "linear"):
            def change(layer, name=name):
                setattr(layer, name, torch.zeros(4) if name == "bias" else torch.nn.Parameter(torch.zeros(4)))

            c = self.compare(self.probe(), change)
            self.assertEqual((c.verdict, c.facts["first"]["difference"]["leaf"]), (DIVERGED, f"self.{name}"), str(c))

    def test_scalar_of_the_object(self):
        c = self.compare(self.probe(), lambda layer: setattr(layer, "scale", 3.0))
        first = c.facts["first"]
        self.assertEqual((c.verdict, first["side"], first["cause"], first["difference"]["leaf"]), (DIVERGED, "output", "operation", "['hidden']"), str(c))

    def test_first_operation(self):
        c = self.compare(self.probe(operations=True), lambda layer: setattr(layer, "scale", 3.0))
        self.assertEqual((c.verdict, c.facts["first"]["point"], c.facts["first"]["side"]), (DIVERGED, "forward: aten.mul.Tensor (call 2)", "input"), str(c))
        self.assertEqual(c.facts["first"]["difference"]["what"], "value of the host")
        self.assertTrue(self.compare(self.probe(operations=True)))

    def test_state_and_gradients_are_left_alone(self):
        layer, x, graph, probe = self.module(), torch.randn(3, 4, requires_grad=True), Graph(), None
        probe = self.probe(state=lambda: layer.state_dict())
        with torch.no_grad(), probe.capture(3), graph.capture():
            out = layer(x)
        before = {k: v.clone() for k, v in layer.state_dict().items()}
        with torch.no_grad():
            self.assertTrue(probe.compare(3, graph.replay, lambda: layer(x), inputs=x, outputs=out))
        self.assertTrue(all(torch.equal(v, before[k]) for k, v in layer.state_dict().items()))
        self.assertIsNone(x.grad)

    def test_other_graph(self):
        layer, x = self.module(), torch.randn(3, 4)
        probe, graphs = self.probe(), {}
        for n in (3, 2):
            graphs[n] = Graph()
            with probe.capture(n), graphs[n].capture():
                layer(x[:n])
        c = probe.compare(2, graphs[3].replay, lambda: layer(x[:2]), inputs=x)
        self.assertEqual(c.verdict, NO_VERDICT)
        self.assertIn("did not write the stash", str(c))


if __name__ == "__main__":
    unittest.main()
