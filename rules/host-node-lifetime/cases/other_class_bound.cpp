// A binding names the method of one class; another class's method of that name is no entry by that.
#include <ATen/cuda/CUDAContext.h>
#include <cuda_runtime.h>
#include <pybind11/pybind11.h>

#include "tasks/iterator.h"

struct Timing {
	long begun;
};

static void add_up(void *data) { delete (Timing *)data; }

class SplitReader {
public:
	cudaError_t next();
private:
	cudaStream_t own_;
};

cudaError_t SplitReader::next() { return cudaLaunchHostFunc(own_, add_up, new Timing{1}); }

class Sampler {
public:
	cudaError_t step();
private:
	cudaStream_t own_;
};

cudaError_t Sampler::step() { return cudaLaunchHostFunc(own_, add_up, new Timing{2}); } // expect-warning: host-node-lifetime

class Decoder : public Sampler {
public:
	cudaError_t decode();
};

cudaError_t Decoder::decode() { return step(); }

// Of a class that inherits it.
using Engine = Decoder;

PYBIND11_MODULE(engine, m)
{
	pybind11::class_<tasks::TaskIterator>(m, "TaskIterator").def("next", &tasks::TaskIterator::next);
	pybind11::class_<Engine>(m, "Engine").def("step", &Engine::step);
}
