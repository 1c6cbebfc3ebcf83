// What reads the slot is called through a table of functions, taken into a variable first or chosen by a condition.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void histogram(const unsigned char *in, int *bins);
template<typename T> __global__ void cut(const T *in, T *out, const int *bins);

#define CHECK_LAST() \
	do { \
		cudaError_t e = cudaGetLastError(); \
		if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); abort(); } \
	} while (0)

template<typename T>
static void cut_checked(const void *in, void *out, const int *bins, int n, cudaStream_t stream)
{
	cut<T><<<n / 256, 256, 0, stream>>>((const T *)in, (T *)out, bins);
	CHECK_LAST();
}

// Not checked there, nor by its caller.
template<typename T>
static void cut_unchecked(const void *in, void *out, const int *bins, int n, cudaStream_t stream)
{
	cut<T><<<n / 256, 256, 0, stream>>>((const T *)in, (T *)out, bins); // expect-warning: unchecked-launch
}

typedef void (*cut_t)(const void *in, void *out, const int *bins, int n, cudaStream_t stream);

void run_checked(int type, const void *in, void *out, int *bins, int n, cudaStream_t stream)
{
	histogram<<<64, 256, 0, stream>>>((const unsigned char *)in, bins);
	static const cut_t cuts[4] = {cut_checked<unsigned char>, 0, cut_checked<short>, cut_checked<float>};
	cut_t cut_it = cuts[type];
	cut_it(in, out, bins, n, stream);
}

void run_unchecked(int type, const void *in, void *out, int *bins, int n, cudaStream_t stream)
{
	histogram<<<64, 256, 0, stream>>>((const unsigned char *)in, bins); // expect-warning: unchecked-launch
	static const cut_t cuts[4] = {cut_unchecked<unsigned char>, 0, cut_unchecked<short>, cut_unchecked<float>};
	cut_t cut_it = cuts[type];
	cut_it(in, out, bins, n, stream);
}

void run_chosen(bool is_wide, const void *in, void *out, int *bins, int n, cudaStream_t stream)
{
	histogram<<<64, 256, 0, stream>>>((const unsigned char *)in, bins);
	cut_t cut_it = is_wide ? cut_checked<float> : cut_checked<short>;
	cut_it(in, out, bins, n, stream);
}

static const cut_t all[] = {cut_checked<unsigned char>, cut_checked<short>};

void run_global(int type, const void *in, void *out, int *bins, int n, cudaStream_t stream)
{
	histogram<<<64, 256, 0, stream>>>((const unsigned char *)in, bins);
	all[type](in, out, bins, n, stream);
}

// What the variable holds at first is not all that it may hold: nothing is known of the call.
void let_choose(cut_t *into);

void run_given(const void *in, void *out, int *bins, int n, cudaStream_t stream)
{
	histogram<<<64, 256, 0, stream>>>((const unsigned char *)in, bins); // expect-warning: unchecked-launch
	cut_t cut_it = cut_checked<short>;
	let_choose(&cut_it);
	cut_it(in, out, bins, n, stream);
}
