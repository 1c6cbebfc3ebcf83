// Drains that are not written beside the call: scope guards, helpers, lambdas.
#include <cuda_runtime.h>

#include <functional>
#include <utility>

class drain_guard {
public:
	~drain_guard() { (void)cudaGetLastError(); }
};

template <typename F>
class scope_exit {
public:
	explicit scope_exit(F f) : f_(std::move(f)) {}
	~scope_exit() { f_(); }

private:
	F f_;
};

static cudaError_t drained(cudaError_t code)
{
	if (code != cudaSuccess)
		(void)cudaGetLastError();
	return code;
}

static bool succeeded(cudaError_t code)
{
	if (code == cudaSuccess)
		return true;
	cudaGetLastError();
	return false;
}

static bool is_success(cudaError_t code)
{
	return code == cudaSuccess;
}

static void clear_error()
{
	cudaGetLastError();
}

template <typename F>
static bool try_call(F call)
{
	cudaError_t err = call();
	if (err != cudaSuccess)
		cudaGetLastError();
	return err == cudaSuccess;
}

bool in_guard_good(void **out, size_t bytes)
{
	drain_guard guard;
	if (cudaMalloc(out, bytes) != cudaSuccess)
		return false;
	return true;
}

bool in_lambda_guard_good(void **out, size_t bytes)
{
	scope_exit guard([] { (void)cudaGetLastError(); });
	if (cudaMalloc(out, bytes) != cudaSuccess)
		return false;
	return true;
}

// The guard's scope ends before the call.
bool outside_guard_bad(void **out, size_t bytes)
{
	{
		drain_guard guard;
	}
	if (cudaMalloc(out, bytes) != cudaSuccess) // expect: latched-error
		return false;
	return true;
}

bool helper_good(void **out, size_t bytes)
{
	return drained(cudaMalloc(out, bytes)) == cudaSuccess;
}

bool bool_helper_good(void **out, size_t bytes)
{
	if (!succeeded(cudaMalloc(out, bytes)))
		*out = nullptr;
	return *out != nullptr;
}

bool bool_helper_bad(void **out, size_t bytes)
{
	if (!is_success(cudaMalloc(out, bytes))) // expect: latched-error
		return false;
	return true;
}

bool clear_helper_good(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	if (err != cudaSuccess) {
		clear_error();
		return false;
	}
	return true;
}

bool lambda_good(void **out, size_t bytes)
{
	return try_call([&] { return cudaMalloc(out, bytes); });
}

bool local_lambda_good(void **a, void **b, size_t bytes)
{
	auto attempt = [](cudaError_t code) {
		if (code != cudaSuccess)
			(void)cudaGetLastError();
		return code == cudaSuccess;
	};
	return attempt(cudaMalloc(a, bytes)) && attempt(cudaMalloc(b, bytes));
}

bool local_lambda_bad(void **out, size_t bytes)
{
	auto allocate = [&]() -> bool {
		return cudaMalloc(out, bytes) == cudaSuccess; // expect: latched-error
	};
	return allocate();
}

// Giving back: said only on demand, in a destructor and elsewhere.
class ring {
public:
	~ring()
	{
		if (cudaFree(data_) != cudaSuccess) // expect-note: latched-error
			puts("not given back");
	}
	void shrink()
	{
		if (cudaFree(data_) != cudaSuccess) // expect-note: latched-error
			puts("not given back");
		data_ = nullptr;
	}

private:
	void *data_;
};
