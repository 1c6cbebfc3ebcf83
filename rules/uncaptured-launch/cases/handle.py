"""A handle of a library that is made once keeps the stream that it is given, or the default one."""
import functools

import cudnn


@functools.lru_cache(maxsize=1)
def handle():
    return cudnn.create_handle()  # expect-warning: uncaptured-launch


def run(graph, pack, workspace):
    graph.execute(pack, workspace, handle=handle())


# Of one use: its user may tell it anything.
def handle_of_its_own():
    return cudnn.create_handle()
