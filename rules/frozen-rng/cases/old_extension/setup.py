from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(name="sparse_attn", ext_modules=[CUDAExtension("sparse_attn_2_cuda", ["attn.cu"])], cmdclass={"build_ext": BuildExtension})
