// rules: dropped-error
// A code that is stored and then lost.
#include <cuda_runtime.h>

#include <cstdlib>
#include <vector>

bool never_read(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes); // expect: dropped-error
	return true;
}

bool read_good(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	return err != cudaSuccess ? (cudaGetLastError(), false) : true;
}

cudaError_t overwritten(void *p, size_t bytes, cudaStream_t s)
{
	cudaError_t err = cudaMemsetAsync(p, 0, bytes, s); // expect: dropped-error
	err = cudaStreamSynchronize(s);
	return err;
}

cudaError_t kept(void *p, size_t bytes, cudaStream_t s)
{
	cudaError_t err = cudaMemsetAsync(p, 0, bytes, s);
	if (err == cudaSuccess)
		err = cudaStreamSynchronize(s);
	return err;
}

cudaError_t overwritten_in_loop(cudaEvent_t *events, int count)
{
	cudaError_t err = cudaSuccess;
	for (int i = 0; i < count; i++)
		err = cudaEventSynchronize(events[i]); // expect: dropped-error
	return err;
}

cudaError_t first_kept_in_loop(cudaEvent_t *events, int count)
{
	cudaError_t err = cudaSuccess;
	for (int i = 0; i < count && err == cudaSuccess; i++)
		err = cudaEventSynchronize(events[i]);
	return err;
}

cudaError_t one_arm_only(bool verbose, void *p, size_t bytes)
{
	cudaError_t err = cudaMemset(p, 0, bytes);
	if (verbose && err != cudaSuccess)
		std::abort();
	return err;
}

void gathered(cudaEvent_t a, cudaEvent_t b)
{
	int failed = 0;
	failed |= cudaEventSynchronize(a);
	failed |= cudaEventSynchronize(b) != cudaSuccess;
	if (failed)
		std::abort();
}

void compared_in_vain(cudaEvent_t a)
{
	bool ok = cudaEventSynchronize(a) == cudaSuccess; // expect: dropped-error
}

struct request {
	cudaError_t code;
	cudaStream_t stream;
};

void into_object(struct request *r)
{
	r->code = cudaStreamSynchronize(r->stream);
}

void into_list(std::vector<cudaError_t> &codes, cudaStream_t s)
{
	codes.push_back(cudaStreamSynchronize(s));
	codes[0] = cudaStreamSynchronize(s);
}

void into_parameter(cudaError_t *code, cudaStream_t s)
{
	*code = cudaStreamSynchronize(s);
}

static cudaError_t last_code;

void into_global(cudaStream_t s)
{
	last_code = cudaStreamSynchronize(s);
}

void asserted(cudaStream_t s)
{
	cudaError_t err = cudaStreamSynchronize(s);
	if (err != cudaSuccess) {
		cudaGetLastError();
		return;
	}
}

[[maybe_unused]] void marked(cudaStream_t s)
{
	[[maybe_unused]] cudaError_t err = cudaStreamSynchronize(s); // expect: dropped-error
}

void captured_by_lambda(cudaStream_t s)
{
	cudaError_t err = cudaStreamSynchronize(s);
	auto finish = [&] {
		if (err != cudaSuccess)
			std::abort();
	};
	finish();
}

// The first failure is told, the second is looked at only where there was none.
cudaError_t first_of_two(float *p, cudaStream_t stream)
{
	cudaError_t first = cudaMemsetAsync(p, 0, 4, stream);
	cudaError_t second = cudaMemsetAsync(p + 8, 0, 4, stream);
	return first != cudaSuccess ? first : second;
}

cudaError_t first_or_second(float *p, cudaStream_t stream)
{
	cudaError_t err = cudaMemsetAsync(p, 0, 4, stream);
	cudaError_t second = cudaMemsetAsync(p + 8, 0, 4, stream);
	if (err == cudaSuccess)
		err = second;
	return err;
}

// Here no failure is told in its place.
cudaError_t only_if_asked(float *p, cudaStream_t stream, bool wants_to_know)
{
	cudaError_t err = cudaMemsetAsync(p, 0, 4, stream); // expect-warning: dropped-error
	if (wants_to_know)
		return err;
	return cudaSuccess;
}
