// What grows with the table on the host is no step of anybody's: it enqueues nothing.
#include <torch/extension.h>

void check(bool ok);
__global__ void gather(float *out, const float *table);

class mapped_table {
public:
	void extend(int64_t bytes);
	void look_up(torch::Tensor out, cudaStream_t stream);

private:
	char *base = nullptr;
	float *scratch = nullptr;
	int64_t size = 0;
};

void mapped_table::extend(int64_t bytes)
{
	if (bytes > size) {
		check(cudaHostRegister(base + size, bytes - size, cudaHostRegisterMapped) == cudaSuccess); // expect-note: first-use-in-capture
		size = bytes;
	}
}

void mapped_table::look_up(torch::Tensor out, cudaStream_t stream)
{
	if (!scratch)
		check(cudaMalloc(&scratch, 4096) == cudaSuccess); // expect-warning: first-use-in-capture
	gather<<<1, 32, 0, stream>>>(out.data_ptr<float>(), scratch);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
	pybind11::class_<mapped_table>(m, "MappedTable").def("extend", &mapped_table::extend).def("look_up", &mapped_table::look_up);
}
