"""A plan on a side stream, made from what a graph of the main stream has just begun to make."""
import torch


class Draft:
    def __init__(self, graph_runner):
        self.cuda_graph_runner = graph_runner
        self.graph = torch.cuda.CUDAGraph()

    def propose(self, batch):
        out = self.cuda_graph_runner.replay(batch)
        return out.tokens

    def count(self, batch):
        return len(batch.requests)


class Worker:
    def __init__(self, draft: Draft):
        self.draft = Draft(draft)
        self.plan_stream = torch.cuda.Stream()
        self.plan_stream_ctx = torch.cuda.stream(self.plan_stream)

    def step(self, batch):
        proposal = self.draft.propose(batch)
        batch.proposal = proposal
        return self.verify(batch)

    def verify(self, batch):
        with self.plan_stream_ctx:  # expect-warning: stream-race
            plan = batch.proposal.prepare(batch)
        torch.cuda.current_stream().wait_stream(self.plan_stream)
        return plan

    def step_by_value(self, batch):
        return self.verify_tokens(self.draft.propose(batch), batch)

    def verify_tokens(self, tokens, batch):
        with self.plan_stream_ctx:  # expect-warning: stream-race
            plan = batch.prepare(tokens)
        torch.cuda.current_stream().wait_stream(self.plan_stream)
        return plan

    def step_of_numbers(self, batch):
        """What the host counts is there."""
        return self.verify_counts(self.draft.count(batch))

    def verify_counts(self, count):
        with self.plan_stream_ctx:  # expect-note: stream-race
            plan = torch.arange(count)
        torch.cuda.current_stream().wait_stream(self.plan_stream)
        return plan


class OrderedWorker:
    def __init__(self, draft: Draft):
        self.draft = Draft(draft)
        self.side_stream = torch.cuda.Stream()
        self.side_stream_ctx = torch.cuda.stream(self.side_stream)

    def step(self, batch):
        batch.proposal = self.draft.propose(batch)
        self.drafted = torch.cuda.Event()
        self.drafted.record()
        return self.verify(batch)

    def verify(self, batch):
        with self.side_stream_ctx:
            self.side_stream.wait_event(self.drafted)
            plan = batch.proposal.prepare(batch)
        torch.cuda.current_stream().wait_stream(self.side_stream)
        return plan
