// Streams that are not handed on: defaults, literal nulls, operators, macros.
#include <cuda_runtime.h>

__global__ void step(float *p);

cudaError_t launch_step(float *p, int n, cudaStream_t stream = nullptr)
{
	step<<<n, 32, 0, stream>>>(p);
	return cudaGetLastError();
}

cudaError_t by_default(float *p, int n, cudaStream_t stream)
{
	return launch_step(p, n); // expect-warning: uncaptured-launch
}

cudaError_t null_for_it(float *p, int n, cudaStream_t stream)
{
	return launch_step(p, n, nullptr); // expect-warning: uncaptured-launch
}

cudaError_t handed_on(float *p, int n, cudaStream_t stream)
{
	return launch_step(p, n, stream);
}

size_t workspace_size(int n, cudaStream_t stream)
{
	return launch_step(nullptr, n, nullptr) == cudaSuccess ? 64 : 0;
}

cudaError_t elsewhere(float *p, int n, cudaStream_t stream)
{
	cudaError_t err = launch_somewhere(p, n, /*stream=*/nullptr); // expect-warning: uncaptured-launch
	return err == cudaSuccess ? cudaPeekAtLastError() : err;
}

cudaError_t elsewhere_right(float *p, int n, cudaStream_t stream)
{
	cudaError_t err = launch_somewhere(p, n, /*stream=*/stream);
	return err == cudaSuccess ? cudaPeekAtLastError() : err;
}

struct Problem {
	Status initialize(const Arguments &args, void *workspace, cudaStream_t stream = nullptr)
	{
		return cudaMemsetAsync(workspace, 0, args.bytes, stream) == cudaSuccess ? Status::kSuccess : Status::kError;
	}

	Status run(const Arguments &args, void *workspace, cudaStream_t stream)
	{
		return initialize(args, workspace); // expect-warning: uncaptured-launch
	}
};

template <class Gemm> Status multiply(const typename Gemm::Arguments &args, void *workspace, cudaStream_t stream)
{
	Gemm op;
	if (op.can_implement(args) != Status::kSuccess)
		return Status::kError;
	Status status = op.initialize(args, workspace, stream);
	if (status != Status::kSuccess)
		return status;
	return op.run(); // expect-warning: uncaptured-launch
}

template <class Gemm> Status multiply_right(const typename Gemm::Arguments &args, void *workspace, cudaStream_t stream)
{
	Gemm op;
	if (op.can_implement(args) != Status::kSuccess)
		return Status::kError;
	Status status = op.initialize(args, workspace, stream);
	if (status != Status::kSuccess)
		return status;
	return op.run(stream);
}

// A stream that the macro leaves out is missing in the macro.
#define LAUNCH(width) step<<<(width), 32>>>(p) // expect-warning: uncaptured-launch

cudaError_t by_macro(float *p, int n, cudaStream_t stream)
{
	LAUNCH(n);
	return cudaGetLastError();
}
