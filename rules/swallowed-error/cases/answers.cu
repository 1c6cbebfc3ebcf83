// rules: swallowed-error
// A function takes what is in the slot and answers by it: whoever throws the answer away has swallowed the error.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(float *p) { p[threadIdx.x] = 1; }
template <typename T> bool is_pinned(T *p);

cudaError_t launch(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	return cudaGetLastError();
}

bool try_launch(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		return false;
	return true;
}

int launch_twice(float *p, cudaStream_t s)
{
	cudaError_t code = launch(p, s);
	if (code != cudaSuccess)
		return -1;
	return launch(p + 32, s) == cudaSuccess ? 0 : -1;
}

void all_bad(float *p, cudaStream_t s)
{
	launch(p, s); // expect: swallowed-error
	try_launch(p, s); // expect: swallowed-error
	launch_twice(p, s); // expect: swallowed-error
}

int all_good(float *p, cudaStream_t s)
{
	if (!try_launch(p, s))
		return -1;
	if (launch_twice(p, s))
		return -1;
	return launch(p, s) == cudaSuccess ? 0 : -1;
}

// Said to be meant.
void cast_away_good(float *p, cudaStream_t s)
{
	(void)launch(p, s);
}

// It is printed, and nobody looks at the answer anywhere.
int tell(const char *what)
{
	cudaError_t code = cudaGetLastError();
	if (code != cudaSuccess) {
		printf("%s: %s\n", what, cudaGetErrorString(code));
		return 1;
	}
	return 0;
}

void told(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	tell("work"); // expect-note: swallowed-error
}

// Where others look at it, it is meant to be looked at.
int tell_and_answer(const char *what)
{
	cudaError_t code = cudaGetLastError();
	if (code != cudaSuccess) {
		printf("%s: %s\n", what, cudaGetErrorString(code));
		return 1;
	}
	return 0;
}

int heard_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	if (tell_and_answer("work"))
		return 1;
	return 0;
}

int unheard_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	tell_and_answer("work"); // expect: swallowed-error
	return 0;
}

// A peek takes nothing: the next check tells.
cudaError_t launch_and_peek(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	return cudaPeekAtLastError();
}

int peeked_good(float *p, cudaStream_t s)
{
	launch_and_peek(p, s);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

// The code of a call that the function hands on is dropped-error's matter.
template <typename T> cudaError_t pin(T *p, size_t n)
{
	if (is_pinned(p))
		return cudaSuccess;
	cudaHostRegister(p, n * sizeof *p, cudaHostRegisterDefault);
	return cudaGetLastError(); // expect: swallowed-error
}

template <typename T> void pinned_if_possible(T *p, size_t n)
{
	pin(p, n); // expect: dropped-error
}

// What a parameter brings is none of the functions of its name.
template <typename F> void each(F &&launch, int n)
{
	for (int i = 0; i < n; i++)
		launch.template operator()<4>();
}

class scratch {
public:
	~scratch()
	{
		launch(p_, nullptr); // expect-note: swallowed-error
	}

private:
	float *p_ = nullptr;
};
