import cupy

cupy.cuda.runtime.getLastError()
