// rules: raw-pointer
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(x) do { if ((x) != cudaSuccess) throw 1; } while (0)

__global__ void read(const __grid_constant__ CUtensorMap map, float *out);

struct reader {
	CUtensorMap map_;
	bool is_made_ = false;
	const void *address_ = nullptr;

	/* Made for the memory of the first call. */
	void run(void *in, float *out, const cuuint64_t *size, const cuuint64_t *stride, const cuuint32_t *box, const cuuint32_t *step, cudaStream_t stream)
	{
		if (!is_made_) {
			if (cuTensorMapEncodeTiled(&map_, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, in, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, // expect-warning: raw-pointer
			                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
				throw 2;
			is_made_ = true;
		}
		read<<<1, 128, 0, stream>>>(map_, out);
		CHECK(cudaGetLastError());
	}

	void run_each(void *in, float *out, const cuuint64_t *size, const cuuint64_t *stride, const cuuint32_t *box, const cuuint32_t *step, cudaStream_t stream)
	{
		CUtensorMap map;
		if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, in, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
		                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
			throw 2;
		read<<<1, 128, 0, stream>>>(map, out);
		CHECK(cudaGetLastError());
	}
};

void record(reader *r, void *in, float *out, const cuuint64_t *size, const cuuint64_t *stride, const cuuint32_t *box, const cuuint32_t *step, cudaStream_t stream, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
	r->run(in, out, size, stride, box, step, stream);
	r->run_each(in, out, size, stride, box, step, stream);
	CHECK(cudaStreamEndCapture(stream, graph));
}
