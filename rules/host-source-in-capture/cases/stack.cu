/* Copies from and to what dies with the function. */
#include <cuda_runtime.h>
#include <string>
#include <vector>

struct header {
	int size, kind;
};

cudaError_t from_variable(int *d, int value, cudaStream_t s)
{
	int doubled = 2 * value;
	return cudaMemcpyAsync(d, &doubled, sizeof doubled, cudaMemcpyHostToDevice, s); // expect-warning: host-source-in-capture
}

cudaError_t from_parameter(int *d, int value, cudaStream_t s)
{
	return cudaMemcpyAsync(d, &value, sizeof value, cudaMemcpyHostToDevice, s); // expect: host-source-in-capture
}

cudaError_t from_field(int *d, cudaStream_t s)
{
	header h = {3, 4};
	return cudaMemcpyAsync(d, &h.kind, sizeof h.kind, cudaMemcpyHostToDevice, s); // expect: host-source-in-capture
}

cudaError_t from_array(float *d, cudaStream_t s)
{
	float defaults[2] = {1.0f, 0.0f};
	return cudaMemcpyAsync(d, defaults, sizeof defaults, cudaMemcpyHostToDevice, s); // expect: host-source-in-capture
}

cudaError_t from_vector(int *d, int n, cudaStream_t s)
{
	std::vector<int> ones(n, 1);
	return cudaMemcpyAsync(d, ones.data(), n * sizeof(int), cudaMemcpyHostToDevice, s); // expect: host-source-in-capture
}

// Into pageable memory the copy has ended when the call returns.
float to_variable(const float *d, cudaStream_t s)
{
	float sum;
	if (cudaMemcpyAsync(&sum, d, sizeof sum, cudaMemcpyDeviceToHost, s) != cudaSuccess)
		return -1.0f;
	return sum;
}

/* A wrapper is a copy; what it is given counts. */
cudaError_t upload(void *d, const void *h, size_t n, cudaStream_t s)
{
	return cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, s);
}

cudaError_t through_wrapper(int *d, cudaStream_t s)
{
	int one = 1;
	return upload(d, &one, sizeof one, s); // expect: host-source-in-capture
}

cudaError_t through_unseen_wrapper(int **rows, int n, int *base, cudaStream_t s)
{
	for (int i = 0; i < n; i++) {
		int *row = base + i;
		projMemcpyAsync(rows + i, &row, 1, s); // expect: host-source-in-capture
	}
	return cudaGetLastError();
}

/* Good. */
cudaError_t waited_for(int *d, int value, cudaStream_t s)
{
	int doubled = 2 * value;
	cudaError_t err = cudaMemcpyAsync(d, &doubled, sizeof doubled, cudaMemcpyHostToDevice, s);
	if (err != cudaSuccess)
		return err;
	return cudaStreamSynchronize(s); // expect: sync-in-capture
}

cudaError_t of_the_caller(int *d, const int *h, const header &head, std::vector<int> &v, cudaStream_t s)
{
	cudaError_t err = cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, s);
	if (err == cudaSuccess)
		err = cudaMemcpyAsync(d, &head.size, 4, cudaMemcpyHostToDevice, s);
	if (err == cudaSuccess)
		err = cudaMemcpyAsync(d, v.data(), 4, cudaMemcpyHostToDevice, s);
	return err;
}

cudaError_t of_static_storage(int *d, cudaStream_t s)
{
	static const int table[2] = {1, 2};
	return cudaMemcpyAsync(d, table, sizeof table, cudaMemcpyHostToDevice, s);
}

cudaError_t on_the_device(int *d, cudaStream_t s)
{
	int *tmp = nullptr;
	cudaError_t err = cudaMallocAsync(&tmp, 4, s);
	if (err == cudaSuccess)
		err = cudaMemcpyAsync(d, tmp, 4, cudaMemcpyDeviceToDevice, s);
	return err;
}

/* What describes the copy is read at once. */
cudaError_t described(cudaStream_t s, cudaPitchedPtr to, cudaPitchedPtr from)
{
	cudaMemcpy3DParms p = {};
	p.dstPtr = to;
	p.srcPtr = from;
	return cudaMemcpy3DAsync(&p, s);
}

// Two functions that call each other: one waits, so both do.
void waits_in_turn(cudaStream_t s, int n);

void waits_at_last(cudaStream_t s, int n)
{
	if (n)
		waits_in_turn(s, n - 1);
	if (cudaStreamSynchronize(s) != cudaSuccess)
		throw 1;
}

void waits_in_turn(cudaStream_t s, int n)
{
	if (n)
		waits_at_last(s, n - 1);
}

void asked_first(int *p, cudaStream_t s)
{
	int x = 1;
	if (cudaMemcpyAsync(p, &x, sizeof x, cudaMemcpyHostToDevice, s) != cudaSuccess)
		throw 1;
	waits_at_last(s, 2);
}

void asked_next(int *p, cudaStream_t s)
{
	int x = 1;
	if (cudaMemcpyAsync(p, &x, sizeof x, cudaMemcpyHostToDevice, s) != cudaSuccess)
		throw 1;
	waits_in_turn(s, 2);
}

// Told between the steps, and set up before them.
cudaError_t set_head(int *d, int head, cudaStream_t s)
{
	return cudaMemcpyAsync(d, &head, sizeof head, cudaMemcpyHostToDevice, s); // expect-note: host-source-in-capture
}

cudaError_t init_cross(unsigned char *d, cudaStream_t s)
{
	unsigned char cross[3] = {0, 1, 0};
	return cudaMemcpyAsync(d, cross, sizeof cross, cudaMemcpyHostToDevice, s); // expect-note: host-source-in-capture
}

// Captures of this library show.
bool is_captured(cudaStream_t stream)
{
	cudaStreamCaptureStatus status;
	return cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}
