// Launches among calls and macros that nobody sees: what their names tell.
#include <cuda_runtime.h>

#include "unseen.h"

template <typename T>
__global__ void scale(T *p, int n);
__global__ void fill(int *p);

// A macro that is given a block or a lambda chooses a type; it checks nothing.
void by_type(tensor x)
{
	DISPATCH_TYPES(x.type(), "scale", [&] {
		scale<scalar_t><<<1, 32>>>(x.data<scalar_t>(), 1); // expect: unchecked-launch
	});
}
void by_flag(tensor x, bool odd)
{
	SWITCH_FLAG(odd, ODD, {
		scale<float><<<1, 32>>>(x.data<float>(), 1); // expect: unchecked-launch
	});
}
void by_type_checked(tensor x)
{
	DISPATCH_TYPES(x.type(), "scale", [&] {
		scale<scalar_t><<<1, 32>>>(x.data<scalar_t>(), 1);
		C10_CUDA_KERNEL_LAUNCH_CHECK();
	});
}

// The wrapper judges the wait's code, not the launch's.
void wait_checked(int *p)
{
	fill<<<1, 256>>>(p); // expect: unchecked-launch
	app::safe_call(cudaDeviceSynchronize());
}

void waits(int *p)
{
	fill<<<1, 32>>>(p); // expect: unchecked-launch
	sync_all();
}
void enters(int *p)
{
	fill<<<1, 32>>>(p); // expect: unchecked-launch
	add_entry(p);
}
void saves(int *p)
{
	fill<<<1, 32>>>(p); // expect: unchecked-launch
	save_checkpoint(p);
}
void marks(int *p)
{
	fill<<<1, 32>>>(p); // expect: unchecked-launch
	TRACE_RANGE("fill");
}
void checks(int *p, cudaStream_t s)
{
	fill<<<1, 32>>>(p);
	check_launch(s);
}
void checks_bare(int *p)
{
	fill<<<1, 32>>>(p);
	MY_LAUNCH_CHECK;
}

// Only an unseen macro uses this one, and a check follows that use.
#define INVOKE(N) fill<<<1, 32>>>(p); // expect-note: unchecked-launch
void by_dimension(int *p)
{
	DISPATCH_DIMENSIONS();
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

// A name in capitals, or of a trait, may be false.
struct traits {
	static constexpr bool scales = false;
};
template <bool SCALES>
void maybe(int *p)
{
	if (!SCALES)
		fill<<<1, 32>>>(p); // expect: unchecked-launch
}
void maybe_trait(int *p)
{
	if (!traits::scales)
		fill<<<1, 32>>>(p); // expect: unchecked-launch
}
void maybe_constant(int *p)
{
	if (!kWithScales)
		fill<<<1, 32>>>(p); // expect: unchecked-launch
}

// Exported to callers that are outside the program: nobody there reads the slot.
void exported(int *p)
{
	fill<<<1, 32>>>(p); // expect: unchecked-launch
}
LIB_EXPORT_FUNCTION(exported, exported);
// Kept in a table: whoever calls it from there may check.
void tabled(int *p)
{
	fill<<<1, 32>>>(p); // expect-note: unchecked-launch
}
void (*table[])(int *) = {tabled};

// One of two definitions, or one of two modes, of a check macro reads the slot: it is the check.
#define VERIFY(call)                                                                                                   \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			abort();                                                                                       \
	} while (0)
#ifdef WAIT_FOR_ERRORS
#define TEST_LAUNCH() VERIFY(cudaDeviceSynchronize())
#else
#define TEST_LAUNCH() VERIFY(cudaGetLastError())
#endif
#define POST_LAUNCH()                                                                                                  \
	do {                                                                                                           \
		if (is_synchronous())                                                                                  \
			VERIFY(cudaDeviceSynchronize());                                                               \
		else                                                                                                   \
			VERIFY(cudaGetLastError());                                                                    \
	} while (0)
void tested(int *p)
{
	fill<<<1, 32>>>(p);
	TEST_LAUNCH();
	fill<<<1, 32>>>(p);
	POST_LAUNCH();
}

// Thrust looks at the slot after each of its own launches, and throws what it finds.
int total_of(int *p, int n)
{
	step<<<1, 32>>>(p);
	return thrust::reduce(thrust::device, p, p + n);
}
