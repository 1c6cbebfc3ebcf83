// The launch in one function, the check in another.
#include <cuda_runtime.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

__global__ void step_kernel(float *p, int n);

inline void check_last(const char *what)
{
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(err));
}

inline void throw_if_error(cudaError_t code)
{
	if (code != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(code));
}

void check_from_elsewhere(cudaError_t code, const char *what);

// Every caller checks.
static void launch_step(float *p, int n, cudaStream_t s)
{
	step_kernel<<<(n + 255) / 256, 256, 0, s>>>(p, n);
}

void run_step(float *p, int n, cudaStream_t s)
{
	launch_step(p, n, s);
	check_last("step");
}

void run_steps(float *p, int n, int count, cudaStream_t s)
{
	for (int i = 0; i < count; i++)
		launch_step(p, n, s);
	check_last("steps");
}

// One caller has forgotten.
static void launch_other(float *p, int n, cudaStream_t s)
{
	step_kernel<<<(n + 127) / 128, 128, 0, s>>>(p, n);
}

void run_other_checked(float *p, int n, cudaStream_t s)
{
	launch_other(p, n, s);
	check_last("other");
}

void run_other_unchecked(float *p, int n, cudaStream_t s)
{
	launch_other(p, n, s); // expect-warning: unchecked-launch
}

// Most callers don't check: whose job it is, is not clear.
static void launch_alone(float *p, int n, cudaStream_t s)
{
	step_kernel<<<(n + 63) / 64, 64, 0, s>>>(p, n); // expect-note: unchecked-launch
}

void run_alone_checked(float *p, int n, cudaStream_t s)
{
	launch_alone(p, n, s);
	check_last("alone");
}

void run_alone(float *p, int n, cudaStream_t s)
{
	launch_alone(p, n, s);
}

void run_alone_twice(float *p, int n, cudaStream_t s)
{
	launch_alone(p, n, s);
	launch_alone(p, n, s);
}

// What does more than launch has a check of its own to make, whoever reads the slot later.
static cudaError_t clear_and_launch(float *p, int n, cudaStream_t s)
{
	cudaError_t err = cudaMemsetAsync(p, 0, n * sizeof *p, s);
	if (err != cudaSuccess)
		return err;
	step_kernel<<<(n + 511) / 512, 512, 0, s>>>(p, n); // expect-note: unchecked-launch
	return cudaSuccess;
}

void run_cleared_checked(float *p, int n, cudaStream_t s)
{
	throw_if_error(clear_and_launch(p, n, s));
	check_last("cleared");
}

void run_cleared(float *p, int n, cudaStream_t s)
{
	throw_if_error(clear_and_launch(p, n, s));
}

// A wrapper of the wrapper; a check that one of its arms leaves out is no other caller's.
static void launch_some(float *p, int n, cudaStream_t s)
{
	step_kernel<<<(n + 31) / 32, 32, 0, s>>>(p, n); // expect-note: unchecked-launch
}

static void launch_some_and_check(float *p, int n, bool is_careful, cudaStream_t s)
{
	launch_some(p, n, s);
	if (is_careful)
		check_last("some");
}

void run_some(float *p, int n, bool is_careful, cudaStream_t s)
{
	launch_some_and_check(p, n, is_careful, s);
}

void run_some_checked(float *p, int n, cudaStream_t s)
{
	launch_some(p, n, s);
	check_last("some");
}

void helper_good(float *p, int n, cudaStream_t s)
{
	step_kernel<<<1, 32, 0, s>>>(p, n);
	throw_if_error(cudaGetLastError());
}

void unknown_helper_good(float *p, int n, cudaStream_t s)
{
	step_kernel<<<1, 32, 0, s>>>(p, n);
	check_from_elsewhere(cudaGetLastError(), "step");
}

class launch_scope {
public:
	~launch_scope()
	{
		if (cudaGetLastError() != cudaSuccess)
			std::abort();
	}
};

void scope_good(float *p, int n, cudaStream_t s)
{
	launch_scope scope;
	step_kernel<<<1, 32, 0, s>>>(p, n);
}

template <typename F>
static void checked(F launch)
{
	launch();
	throw_if_error(cudaGetLastError());
}

void lambda_good(float *p, int n, cudaStream_t s)
{
	checked([&] { step_kernel<<<1, 32, 0, s>>>(p, n); });
}

void lambda_called_here(float *p, int n, bool wide, cudaStream_t s)
{
	auto launch = [&](int threads) { step_kernel<<<1, threads, 0, s>>>(p, n); };
	launch(wide ? 64 : 32);
	throw_if_error(cudaGetLastError());
}

void lambda_bad(float *p, int n, cudaStream_t s)
{
	auto launch = [&](int threads) {
		step_kernel<<<1, threads, 0, s>>>(p, n); // expect: unchecked-launch
	};
	launch(32);
}

// A launch that is handed a code: the caller's.
static cudaError_t launch_with_code(float *p, int n, cudaStream_t s)
{
	step_kernel<<<1, 32, 0, s>>>(p, n);
	return cudaGetLastError();
}

void with_code(float *p, int n, cudaStream_t s)
{
	throw_if_error(launch_with_code(p, n, s));
}

// The next turn of the loop sees it: only the last turn is left.
void turns(float **p, int n, cudaStream_t s)
{
	for (int i = 0; i < n; i++) {
		fill<<<1, 32, 0, s>>>(p[i], 0.0f);
		CHECK(cudaGetLastError());
		fill<<<1, 32, 0, s>>>(p[i] + 32, 1.0f); // expect-note: unchecked-launch
	}
}

// A table of functions, one a type, as a local variable.
typedef void (*fill_fn)(float *, cudaStream_t);
template <typename T>
static void fill_checked(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, sizeof(T));
	CHECK(cudaGetLastError());
}
template <typename T>
static void fill_bare(float *p, cudaStream_t s)
{
	fill<<<1, 32, 0, s>>>(p, sizeof(T)); // expect: unchecked-launch
}
void by_table_good(float *p, int type, cudaStream_t s)
{
	static const fill_fn functions[] = {fill_checked<short>, fill_checked<float>};
	fill<<<1, 32, 0, s>>>(p, 0.0f);
	functions[type](p, s);
}
void by_table_bad(float *p, int type, cudaStream_t s)
{
	static const fill_fn functions[] = {nullptr, fill_bare<float>};
	functions[type](p, s);
}

// The caller knows the class as a parameter of its template.
struct plain_kind {
	static void prepare(float *p, cudaStream_t s) { fill<<<1, 32, 0, s>>>(p, 0.0f); }
};
struct bare_kind {
	static void start(float *p, cudaStream_t s) { fill<<<1, 32, 0, s>>>(p, 0.0f); } // expect: unchecked-launch
};
template <typename Kind>
void by_parameter(float *p, cudaStream_t s)
{
	Kind::prepare(p, s);
	CHECK(cudaGetLastError());
	Kind::start(p, s);
}

// A lambda in a variable, handed to a macro that chooses a type.
void for_each_type_good(float *p, int type, cudaStream_t s)
{
	auto invoke = [&](auto kind) { fill<<<1, 32, 0, s>>>(p, sizeof(kind)); };
	DISPATCH_TYPES(type, invoke);
	CHECK(cudaGetLastError());
}
void for_each_type_bad(float *p, int type, cudaStream_t s)
{
	auto invoke = [&](auto kind) {
		fill<<<1, 32, 0, s>>>(p, sizeof(kind)); // expect: unchecked-launch
	};
	DISPATCH_TYPES(type, invoke);
}
