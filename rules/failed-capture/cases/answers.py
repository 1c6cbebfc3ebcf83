# A begin whose answer is checked, and what is called in the capture: statuses are no exceptions.
from cuda.bindings import runtime as cudart


def check(answer):
    if answer[0] != cudart.cudaError_t.cudaSuccess:
        raise RuntimeError(str(answer[0]))
    return answer[1] if len(answer) > 1 else None


class Engine:
    def __init__(self, context, model):
        self.context = context
        self.model = model
        self.instance = None

    def record(self, stream):
        check(cudart.cudaStreamBeginCapture(stream, cudart.cudaStreamCaptureMode.cudaStreamCaptureModeGlobal))
        self.context.execute_async_v3(stream)
        self.graph = check(cudart.cudaStreamEndCapture(stream))
        self.instance = check(cudart.cudaGraphInstantiate(self.graph, 0))

    def record_model(self, stream):
        check(cudart.cudaStreamBeginCapture(stream, cudart.cudaStreamCaptureMode.cudaStreamCaptureModeGlobal))
        self.model.run(stream)  # expect-warning: failed-capture
        self.graph = check(cudart.cudaStreamEndCapture(stream))
        self.instance = check(cudart.cudaGraphInstantiate(self.graph, 0))
