"""The probe on a device of lists: each way in which such a probe can deceive itself is a test."""
import unittest

import fake
from caplint_probe import CLEAN, DIVERGED, NO_VERDICT, Probe, watch
from caplint_probe.recorder import recording
from fake import Backend, Graph, Tensor, apply


class Model:
    """scale and add a bias, then square: two watched points."""

    def __init__(self, width=8):
        self.bias = Tensor([1.0] * width)
        self.scale = 3.0
        self.overlaps = False  # the square reads before the sum is there
        self.square_is_late = False

    @watch(name="sum")
    def sum(self, x):
        out = Tensor([0.0] * len(x.values))
        return apply(lambda a, b: a * self.scale + b, x, self.bias, out=out, is_late=self.overlaps)

    @watch(name="square")
    def square(self, x):
        return apply(lambda a: a * a, x)

    def __call__(self, x):
        return self.square(self.sum(x))


def capture(probe, bucket, step, x):
    graph = Graph()
    with probe.capture(bucket), graph.capture():
        out = step(x)
    return graph, out


class Probing(unittest.TestCase):
    def setUp(self):
        self.model, self.backend = Model(), Backend()
        self.probe = Probe(backend=self.backend)

    def run_one(self, change=None, n=8, **more):
        """Captures, lets `change` happen, and compares on other inputs."""
        x = Tensor(range(n))
        graph, out = capture(self.probe, n, self.model, x)
        x.values[:] = [v + 5 for v in x.values]
        if change:
            change()
        return self.probe.compare(n, graph.replay, lambda: self.model(x), inputs=[x], outputs=out, **more)

    def test_clean(self):
        c = self.run_one()
        self.assertTrue(c, str(c))
        self.assertEqual(c.facts["agree"], 5)  # two points with two sides, and the result

    def test_buckets_have_their_own_stash(self):
        """Captured from large to small and compared in another order; the stash of each has its own size."""
        pairs = {n: (Tensor(range(n)), n) for n in (8, 4, 2)}
        captured = {n: capture(self.probe, n, self.model, x) for n, (x, _) in pairs.items()}
        for n in (2, 8, 4, 2):
            x = pairs[n][0]
            x.values[:] = [v * 2 + 1 for v in x.values]
            graph, out = captured[n]
            self.assertEqual(self.probe.compare(n, graph.replay, lambda: self.model(x), inputs=[x], outputs=out).verdict, CLEAN)

    def test_overlap(self):
        self.model.overlaps = True
        c = self.run_one()
        self.assertEqual((c.verdict, c.facts["first"]["point"], c.facts["first"]["side"]), (DIVERGED, "sum", "output"))
        self.assertEqual(c.facts["first"]["cause"], "operation")
        self.assertEqual(c.facts["first"]["after"], "sum input")

    def test_rebound_buffer_is_an_input(self):
        def rebind():
            self.model.bias = Tensor([100.0] * 8)

        c = self.run_one(rebind)
        first = c.facts["first"]
        self.assertEqual((c.verdict, first["point"], first["side"], first["difference"]["leaf"]), (DIVERGED, "sum", "input", "self.bias"))

    def test_rebound_input(self):
        x, other = Tensor(range(8)), Tensor(range(8, 16))
        graph, out = capture(self.probe, 8, self.model, x)
        c = self.probe.compare(8, graph.replay, lambda: self.model(other), inputs=[x, other], outputs=out)
        self.assertEqual((c.verdict, c.facts["first"]["difference"]["leaf"], c.facts["first"]["after"]), (DIVERGED, "x", None))

    def test_frozen_value(self):
        def change():
            self.model.scale = 4.0

        x = Tensor(range(1, 9))
        graph = Graph()
        scale = 3.0
        step = watch(lambda v, by: apply(lambda a: a * by, v), name="scaled")
        with self.probe.capture(8), graph.capture():
            step(x, scale)
        c = self.probe.compare(8, graph.replay, lambda: step(x, 4.0), inputs=x)
        self.assertEqual(c.facts["first"]["difference"], {"leaf": "by", "what": "value of the host", "graph": "3.0", "eager": "4.0"})

    def test_upstream(self):
        """What went wrong before the first point shows in its input, and is no clean bill for it."""
        x = Tensor(range(8))

        def step(v):
            early = apply(lambda a: a + 1, v, is_late=True)
            return self.model(early)

        graph, out = capture(self.probe, 8, step, x)
        c = self.probe.compare(8, graph.replay, lambda: step(x), inputs=x, outputs=out)
        self.assertEqual((c.verdict, c.facts["first"]["cause"], c.facts["first"]["point"]), (DIVERGED, "input", "sum"))

    def test_another_way(self):
        x = Tensor(range(8))
        is_long = [False]

        def step(v):
            v = self.model.sum(v)
            return self.model.square(v) if is_long[0] else v

        graph, _ = capture(self.probe, 8, step, x)
        is_long[0] = True
        c = self.probe.compare(8, graph.replay, lambda: step(x), inputs=x)
        self.assertEqual((c.verdict, c.facts["first"]["cause"]), (DIVERGED, "path"))
        self.assertEqual(c.facts["first"]["difference"], {"what": "path", "graph": "nothing", "eager": "square"})

    def test_first_call_sized_buffer(self):
        """The model keeps a buffer of its first call's size and grows it outside of captures only."""
        class Workspace:
            rows = 0

            @watch(name="fill")
            def __call__(self, x):
                if self.rows < len(x.values) and not self.backend.is_capturing():
                    self.rows = len(x.values)
                rows = self.rows
                return apply(lambda i, v: v if i < rows else 0.0, Tensor(range(len(x.values))), x)

        model, small, large = Workspace(), Tensor(range(1, 5)), Tensor(range(1, 9))
        model.backend = self.backend
        model(small)
        graph, out = capture(self.probe, 8, model, large)
        c = self.probe.compare(8, graph.replay, lambda: model(large), inputs=large, outputs=out)
        self.assertEqual((c.verdict, c.facts["first"]["cause"], c.facts["first"]["difference"]["at"]), (DIVERGED, "operation", [4]))

    # ---- no clean bill without sight ----

    def test_empty_stash(self):
        x, graph = Tensor(range(8)), Graph()
        with self.probe.capture(8), graph.capture():
            apply(lambda a: a, x)
        for bucket in (8, 9):
            c = self.probe.compare(bucket, graph.replay, lambda: self.model(x), inputs=x)
            self.assertEqual(c.verdict, NO_VERDICT)
            self.assertIn("no stash", str(c))

    def test_warm_up_is_no_capture(self):
        x, graph = Tensor(range(8)), Graph()
        with self.probe.capture(8):
            self.model(x)  # sized and filled by this, a stash would never be written by a replay
            with graph.capture():
                out = self.model(x)
        self.assertEqual(len(self.probe.stashes[8].events), 5)
        self.assertTrue(self.probe.compare(8, graph.replay, lambda: self.model(x), inputs=x, outputs=out))

    def test_other_graph(self):
        x = Tensor(range(8))
        other, _ = capture(self.probe, 8, self.model, x)
        graph, out = capture(self.probe, 16, self.model, x)
        c = self.probe.compare(16, other.replay, lambda: self.model(x), inputs=x, outputs=out)
        self.assertEqual(c.verdict, NO_VERDICT)
        self.assertIn("did not write the stash", str(c))

    def test_recaptured(self):
        """The stash is that of the last capture; the first graph writes another one."""
        x = Tensor(range(8))
        first, _ = capture(self.probe, 8, self.model, x)
        second, out = capture(self.probe, 8, self.model, x)
        self.assertTrue(self.probe.compare(8, second.replay, lambda: self.model(x), inputs=x, outputs=out))
        self.assertEqual(self.probe.compare(8, first.replay, lambda: self.model(x), inputs=x, outputs=out).verdict, NO_VERDICT)

    def test_stash_that_is_no_part_of_the_graph(self):
        self.backend.clone = self.backend.host  # done while recording, and never again
        self.assertIn("did not write the stash", str(self.run_one()))

    def test_blind_comparison(self):
        self.model.overlaps = True
        self.backend.difference = lambda *_: None
        c = self.run_one()
        self.assertEqual(c.verdict, NO_VERDICT)

    def test_comparison_that_sees_the_canary_only(self):
        see = self.backend.difference
        self.backend.difference = lambda a, b, *t: see(a, b, *t) if len(a.values) == 1 or -1515.0 in a.values + b.values else None
        self.assertIn("one bit was changed", str(self.run_one()))

    def test_capture_inside_the_capture(self):
        with Graph().capture(), self.assertRaises(RuntimeError):
            with self.probe.capture(8):
                pass

    def test_failed_capture_leaves_no_stash(self):
        with self.assertRaises(ValueError):
            with self.probe.capture(8), Graph().capture():
                self.model(Tensor(range(8)))
                raise ValueError
        self.assertEqual(self.run_nothing().verdict, NO_VERDICT)

    def run_nothing(self):
        return self.probe.compare(8, lambda: None, lambda: None)

    # ---- eager as the measure ----

    def test_eager_that_differs_from_itself(self):
        noise = iter(range(1000))
        step = watch(lambda v: apply(lambda a: a + next(noise), v), name="noisy")
        x = Tensor(range(8))
        graph, out = capture(self.probe, 8, step, x)
        c = self.probe.compare(8, graph.replay, lambda: step(x), inputs=x, outputs=out)
        self.assertEqual(c.verdict, NO_VERDICT)
        self.assertIn("eager differs from itself at noisy", str(c))

    def test_state(self):
        for named, verdict in ((True, CLEAN), (False, NO_VERDICT)):
            cache, x = Tensor([0.0] * 8), Tensor(range(1, 9))
            probe = Probe(backend=Backend(), state=(lambda cache=cache: [cache]) if named else ())
            step = watch(lambda v, cache=cache: apply(lambda a: a * 2, apply(lambda c, a: c + a, cache, v, out=cache)), name="append")
            graph, out = capture(probe, 8, step, x)
            graph.replay()
            c = probe.compare(8, graph.replay, lambda: step(x), inputs=x, outputs=out)
            self.assertEqual(c.verdict, verdict, str(c))
            if named:  # as two replays left it
                self.assertEqual(cache.values, [2.0 * v for v in range(1, 9)])
                self.assertEqual(out.values, [4.0 * v for v in range(1, 9)])

    def test_nothing_else_is_changed(self):
        self.backend.seed = 7
        x = Tensor(range(8))
        graph, out = capture(self.probe, 8, self.model, x)

        def eager():
            self.backend.seed = 99
            result = self.model(x)
            x.values[0] = 1e9
            return result

        self.assertTrue(self.probe.compare(8, graph.replay, eager, inputs=x, outputs=out))
        self.assertEqual((x.values, self.backend.seed), ([float(v) for v in range(8)], 7))

    def test_eager_that_writes_in_place(self):
        x, out = Tensor(range(8)), Tensor([0.0] * 8)
        step = watch(lambda v: apply(lambda a: a + 1, v, out=out), name="into")
        graph = Graph()
        with self.probe.capture(8), graph.capture():
            step(x)
        self.assertTrue(self.probe.compare(8, graph.replay, lambda: step(x) and None, inputs=x, outputs=out))

    def test_outputs_that_eager_never_gives(self):
        x, out = Tensor(range(8)), Tensor([0.0] * 8)
        graph = Graph()
        with self.probe.capture(8), graph.capture():
            apply(lambda a: a, self.model(x), out=out)
        c = self.probe.compare(8, graph.replay, lambda: self.model(x) and None, inputs=x, outputs=out)
        self.assertEqual((c.verdict, c.facts["first"]["point"]), (DIVERGED, "<result>"))

    def test_padding(self):
        x = Tensor(range(8))
        step = watch(lambda v: apply(lambda i, a: a if i < 5 else fake._graph is None and a + next(junk), Tensor(range(8)), v), name="padded")
        junk = iter(range(1000))
        graph, out = capture(self.probe, 8, step, x)
        self.assertTrue(self.probe.compare(8, graph.replay, lambda: step(x), inputs=x, outputs=out, rows=5))
        self.assertFalse(self.probe.compare(8, graph.replay, lambda: step(x), inputs=x, outputs=out))

    def test_tolerance(self):
        step = watch(lambda v: apply(lambda a: a + (0 if fake._graph is not None else next(noise)), v), name="sum")
        x = Tensor(range(1, 9))
        for atol, verdict in ((0.01, CLEAN), (0.0, NO_VERDICT)):
            noise = iter([0.0] * 16 + [0.001] * 8)  # the replay, and two eager runs
            probe = Probe(backend=Backend(), atol=atol)
            graph, out = capture(probe, 8, step, x)
            self.assertEqual(probe.compare(8, graph.replay, lambda: step(x), inputs=x, outputs=out).verdict, verdict)

    def test_too_large_is_counted(self):
        self.model.bias = Tensor([1.0] * 100)
        self.probe = Probe(backend=Backend(), max_bytes=100)
        self.assertIn("larger than the limit: 2", str(self.run_one()))

    def test_nothing_small_enough(self):
        self.probe = Probe(backend=Backend(), max_bytes=32)
        self.assertIn("no tensor to compare", str(self.run_one()))

    def test_unwatched_is_free(self):
        with recording(None):
            self.assertEqual(self.model(Tensor([1.0] * 8)).values, [16.0] * 8)


if __name__ == "__main__":
    unittest.main()
