// Set-up code, and functions that take no stream but work on one: kernels, fills and copies on the device that go past it.
#include <cuda_runtime.h>

__global__ void hash(int *table, int n);
__global__ void step(int *p);

cudaStream_t current_stream();

cudaError_t build_table(int *table, int n, cudaStream_t stream)
{
	hash<<<n / 128, 128, 0, 0>>>(table, n); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t build_right(int *table, int n, cudaStream_t stream)
{
	hash<<<n / 128, 128, 0, stream>>>(table, n);
	return cudaGetLastError();
}

cudaError_t create_and_wait(int *table, int n, cudaStream_t)
{
	hash<<<n / 128, 128>>>(table, n);
	cudaError_t err = cudaGetLastError();
	return err != cudaSuccess ? err : cudaDeviceSynchronize();
}

cudaError_t swap_halves(int *p, size_t n)
{
	cudaStream_t stream = current_stream();
	step<<<1, 32, 0, stream>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	return cudaMemcpy(p, p + n, n * sizeof(int), cudaMemcpyDeviceToDevice); // expect-warning: uncaptured-launch
}

cudaError_t swap_halves_right(int *p, size_t n)
{
	cudaStream_t stream = current_stream();
	step<<<1, 32, 0, stream>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	return cudaMemcpyAsync(p, p + n, n * sizeof(int), cudaMemcpyDeviceToDevice, stream);
}

/* Fresh memory is cleared before anything is at work. */
cudaError_t clear_first(int *p, size_t n)
{
	cudaError_t err = cudaMemset(p, 0, n);
	if (err != cudaSuccess)
		return err;
	cudaStream_t stream = current_stream();
	step<<<1, 32, 0, stream>>>(p);
	return cudaGetLastError();
}

/* The caller chooses. */
cudaError_t reset_either_way(int *p, size_t n, bool now)
{
	cudaStream_t stream = current_stream();
	step<<<1, 32, 0, stream>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	return now ? cudaMemset(p, 0, n) : cudaMemsetAsync(p, 0, n, stream);
}

/* Both arms work on the stream, and one of them clears something past it. */
cudaError_t decode(int *p, int *counters, int splits, cudaStream_t stream)
{
	cudaError_t err = cudaSuccess;
	if (splits > 1) {
		err = cudaMemset(counters, 0, 64); // expect-warning: uncaptured-launch
		hash<<<splits, 128, 0, stream>>>(p, splits);
	} else {
		step<<<1, 128, 0, stream>>>(p);
	}
	cudaError_t launched = cudaGetLastError();
	return err != cudaSuccess ? err : launched;
}

namespace raft {
class resources;
}

void recall(raft::resources const &handle, int *p, int n)
{
	hash<<<n / 128, 128>>>(p, n); // expect-warning: uncaptured-launch
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}

/* The fill is not waited for by the kernel that counts on it. */
cudaError_t dump_table(int *table, int *count, cudaStream_t stream)
{
	cudaError_t err = cudaMemset(count, 0, sizeof *count); // expect-warning: uncaptured-launch
	if (err != cudaSuccess)
		return err;
	hash<<<4, 128, 0, stream>>>(count, 4);
	return cudaGetLastError();
}

/* Another one's memory. */
cudaError_t dump_other(int *table, int *count, cudaStream_t stream)
{
	cudaError_t err = cudaMemset(table, 0, sizeof *table);
	if (err != cudaSuccess)
		return err;
	hash<<<4, 128, 0, stream>>>(count, 4);
	return cudaGetLastError();
}

struct table {
	int *at;
	table(int *memory, int n, cudaStream_t stream) : at(memory)
	{
		hash<<<n / 128, 128>>>(at, n); // expect-warning: uncaptured-launch
		if (cudaGetLastError() != cudaSuccess)
			throw 1;
	}
};

/* A workspace that is cut into parts: the kernel gets one of them. */
cudaError_t cut_workspace(void *workspace, int n, cudaStream_t stream)
{
	char *at = (char *)workspace;
	cudaError_t err = cudaMemset(at, 0, n); // expect-warning: uncaptured-launch
	if (err != cudaSuccess)
		return err;
	at += 256;
	int *counts = reinterpret_cast<int *>(at);
	at += 256;
	hash<<<4, 128, 0, stream>>>(counts, 4);
	return cudaGetLastError();
}

/* What a context holds is its user's stream. */
struct context {
	cudaStream_t stream;
	int *scratch;
};

cudaError_t count_rows(context *ctx, int *found, int n)
{
	cudaStream_t stream = ctx->stream;
	hash<<<4, 128, 0, stream>>>(ctx->scratch, n);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	return cudaMemcpy(found, ctx->scratch + n, sizeof *found, cudaMemcpyDeviceToHost); // expect-warning: uncaptured-launch
}

cudaError_t count_rows_right(context *ctx, int *found, int n)
{
	cudaStream_t stream = ctx->stream;
	hash<<<4, 128, 0, stream>>>(ctx->scratch, n);
	cudaError_t err = cudaGetLastError();
	if (err == cudaSuccess)
		err = cudaStreamSynchronize(stream);
	if (err != cudaSuccess)
		return err;
	return cudaMemcpy(found, ctx->scratch + n, sizeof *found, cudaMemcpyDeviceToHost);
}

/* What it reads nobody on the stream has written. */
cudaError_t read_other(context *ctx, const int *rows, int *found, int n)
{
	cudaStream_t stream = ctx->stream;
	hash<<<4, 128, 0, stream>>>(ctx->scratch, n);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	return cudaMemcpy(found, rows + n, sizeof *found, cudaMemcpyDeviceToHost);
}

/* The algorithm waits for the stream when it is done. */
cudaError_t count_behind_scan(context *ctx, int *found, int n)
{
	cudaStream_t stream = ctx->stream;
	hash<<<4, 128, 0, stream>>>(ctx->scratch, n);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	thrust::inclusive_scan(thrust::cuda::par.on(stream), ctx->scratch, ctx->scratch + n, ctx->scratch);
	return cudaMemcpy(found, ctx->scratch + n - 1, sizeof *found, cudaMemcpyDeviceToHost);
}

/* Whoever holds a stream for others lends it with what it is given to. */
cudaError_t solve(context *ctx, int *x, int n);

cudaError_t copy_and_solve(context *ctx, int *x, const int *b, int n)
{
	cudaError_t err = cudaMemcpy(x, b, n * sizeof *x, cudaMemcpyDeviceToDevice); // expect-warning: uncaptured-launch
	return err != cudaSuccess ? err : solve(ctx, x, n);
}

void log_call(context *ctx, const int *rows, int n);

cudaError_t read_logged(context *ctx, const int *rows, int *found, int n)
{
	log_call(ctx, rows, n);
	return cudaMemcpy(found, rows + n, sizeof *found, cudaMemcpyDeviceToHost);
}

cudaError_t copy_and_solve_other(context *ctx, int *x, int *y, const int *b, int n)
{
	cudaError_t err = cudaMemcpy(y, b, n * sizeof *x, cudaMemcpyDeviceToDevice);
	return err != cudaSuccess ? err : solve(ctx, x, n);
}
