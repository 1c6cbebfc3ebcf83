# rules: dropped-error swallowed-error
# distutils: language = c++
"""Cython calls as C does: declared in the file, by an include, in a .pxd, or cimported from cuda-python."""
cimport cython
cimport cuda.bindings.cydriver as cdriver
from cuda.bindings cimport cynvrtc
from cuda.bindings.cyruntime cimport (
    cudaError_t,
    cudaMemsetAsync,
    cudaStreamSynchronize,
    cudaSuccess,
)
from libc.stdint cimport intptr_t
from libcpp.vector cimport vector

include "declarations.pxi"

ctypedef void* Pointer

cdef extern from "cuda_runtime_api.h" nogil:
    """
    #define SYNC() cudaDeviceSynchronize()
    """
    ctypedef enum Kind "cudaMemcpyKind":
        cudaMemcpyDefault
    int cudaMalloc(void** pointer, size_t bytes)
    int cudaMemcpy(void* to, const void* from_, size_t bytes, Kind kind)
    int cudaFree(void* pointer)

DEF BLOCK = 256


@cython.profile(False)
cpdef inline check_status(int status):
    if status != 0:
        raise RuntimeError(status)


cdef int check_driver(cdriver.CUresult result) except? -1 nogil:
    if result != cdriver.CUresult.CUDA_SUCCESS:
        with gil:
            raise RuntimeError(<int>result)
    return 0


cpdef intptr_t checked(size_t bytes, unsigned int flags=0) except? 0:
    cdef void *pointer
    with nogil:
        status = cudaMalloc(&pointer, bytes)
    check_status(status)
    return <intptr_t>pointer


cpdef intptr_t unchecked(size_t bytes) except? 0:
    cdef void *pointer
    with nogil:
        cudaMalloc(&pointer, bytes)  # expect-warning: dropped-error
    return <intptr_t>pointer


cdef class Buffer:
    cdef:
        readonly size_t bytes
        void* pointer
        vector[char*] parts
    cdef public object owner

    def __cinit__(self, *, size_t bytes=0, const unsigned char[::1] source not None, Buffer like=None):
        cdef int status = cudaMalloc(&self.pointer, bytes), other = 0, unused
        check_status(status)
        self.bytes = bytes
        cudaMemcpy(self.pointer, <const void*>&source[0], bytes, cudaMemcpyDefault)  # expect-warning: dropped-error

    def __dealloc__(self):
        cudaFree(self.pointer)  # expect-note: dropped-error
        cudaMemcpy(NULL, self.pointer, 1, cudaMemcpyDefault)  # expect-note: dropped-error

    @staticmethod
    cdef Buffer wrap(void* pointer, size_t bytes=sizeof(unsigned long)):
        cdef Buffer made = Buffer.__new__(Buffer)
        made.pointer = pointer
        return made

    cdef void fill(self, int value, cdriver.CUstream stream) except * nogil:
        cdef cudaError_t err
        with nogil:
            err = cudaMemsetAsync(self.pointer, value, self.bytes, <void*>stream)
        if err != cudaSuccess:
            cudaStreamSynchronize(<void*>stream)  # expect-note: dropped-error
            raise RuntimeError(f"filling failed: {err}")
        cudaStreamSynchronize(<void*>stream)  # expect-warning: dropped-error

    cpdef wait(self):
        check_driver(cdriver.cuCtxSynchronize())
        cdriver.cuCtxSynchronize()  # expect-warning: dropped-error


cdef str text_of(int code):
    cdef const char* text
    cdriver.cuGetErrorName(<cdriver.CUresult>code, &text)
    return text.decode()


IF CUDA_VERSION >= 13000:
    cdef int prefetch(void* pointer, size_t n) nogil:
        return cudaMemPrefetchAsync(pointer, n, 0, NULL)  # handed on
ELSE:
    cdef int prefetch(void* pointer, size_t n) nogil:
        cudaMemPrefetchAsync(pointer, n, 0, NULL)  # expect-warning: dropped-error
        return 0


# A function of the program's own, whatever its name.
cdef int cudaMallocLogged(size_t n):
    return 0


def own(n):
    cudaMallocLogged(n)
