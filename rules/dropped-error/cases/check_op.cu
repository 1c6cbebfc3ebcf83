// rules: dropped-error
// Checks that hand the operator to a macro, and both values through templates and overloads: the code is looked at there.
#include <cuda_runtime.h>

#include <cstdlib>
#include <string>

struct Told {
	std::string *text;
	Told(std::string *t) : text(t) {}
	explicit operator bool() const { return text != nullptr; }
};

struct Fatal {
	Fatal(const char *file, int line);
	~Fatal() { std::abort(); }
	std::string &stream();
};

template <class A> const A &as_value(const A &a) { return a; }
inline char as_value(char a) { return a; }
inline short as_value(short a) { return a; }
inline int as_value(int a) { return a; }

template <class A, class B> std::string *is_equal_impl(const A &a, const B &b, const char *names)
{
	if (a == b)
		return nullptr;
	return new std::string(names);
}

#define CHECK_OP_LOG(name, op, a, b) while (Told told = name##_impl(as_value(a), as_value(b), #a #op #b)) Fatal(__FILE__, __LINE__).stream()
#define CHECK_OP(name, op, a, b) CHECK_OP_LOG(name, op, a, b)
#define CHECK_EQ(a, b) CHECK_OP(is_equal, ==, a, b)
#define GPU_CHECK(call) \
	do { \
		cudaError_t error = call; \
		CHECK_EQ(error, cudaSuccess) += cudaGetErrorString(error); \
	} while (0)

void choose_good(int device) { GPU_CHECK(cudaSetDevice(device)); }

template <class A, class B> bool same(A a, B b) { return a == b; }

void choose_plain_good(int device)
{
	cudaError_t error = cudaSetDevice(device);
	if (!same(as_value(error), cudaSuccess))
		std::abort();
}

template <class A> void keep(const A &a) { (void)sizeof(a); }

void choose_bad(int device)
{
	cudaError_t error = cudaSetDevice(device); // expect: dropped-error
	keep(device);
}
