# rules: host-source-in-capture
import torch


def prepared(ids: torch.Tensor):
    """Where it is on the device it says that it must not be captured; elsewhere nothing is."""
    if ids.device.type == "cuda" and torch.cuda.is_current_stream_capturing():
        raise RuntimeError("prepare this before the capture")
    return ids.detach().cpu().tolist()


def looked_at(ids: torch.Tensor):
    if ids.is_cuda and torch.cuda.is_current_stream_capturing():
        return None
    return ids.cpu()


def asked_wrongly(ids: torch.Tensor):
    if ids.device.type == "cpu" and torch.cuda.is_current_stream_capturing():
        raise RuntimeError('no copy in a capture')
    return ids.cpu()  # expect-warning: host-source-in-capture
