// What a variable holds before a call is what it holds after the call's failure, if nobody writes it in between.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

enum class outcome { kOk, kNoMemory };

// The answer is made before anything failed.
static bool grow_unless_full(void **p, size_t n)
{
	bool grown = false;
	if (cudaMalloc(p, n) != cudaSuccess)
		goto out;
	grown = true;
out:
	return grown;
}
void grow_or_stop(void **p, size_t n)
{
	if (!grow_unless_full(p, n))
		abort();
}

bool grow_unless_full_bad(void **p, size_t n)
{
	bool grown = false;
	if (cudaMalloc(p, n) != cudaSuccess) // expect: latched-error
		goto out;
	grown = true;
out:
	return grown;
}
bool grow_unless_full_good(void **p, size_t n)
{
	bool grown = false;
	if (cudaMalloc(p, n) != cudaSuccess)
		goto out;
	grown = true;
out:
	if (!grown)
		cudaGetLastError();
	return grown;
}

// One code for all failures; success is set last.
int fill_or_stop(void *p, void *q, size_t n)
{
	int rc = -1;
	if (cudaMemset(p, 0, n) != cudaSuccess)
		goto out;
	if (cudaMemset(q, 0, n) != cudaSuccess)
		goto out;
	rc = 0;
out:
	if (rc != 0)
		exit(rc);
	return rc;
}

// Failures are counted, and the count decides.
void fill_all(void **p, int n)
{
	int errors = 0;
	for (int i = 0; i < n; i++)
		if (cudaMemset(p[i], 0, 4) != cudaSuccess) {
			fprintf(stderr, "part %d\n", i);
			errors++;
		}
	if (errors > 0)
		exit(1);
}
int fill_some(void **p, int n)
{
	int errors = 0;
	for (int i = 0; i < n; i++)
		if (cudaMemset(p[i], 0, 4) != cudaSuccess) // expect: latched-error
			errors += 1;
	if (errors)
		puts("some parts are not filled");
	return errors;
}

// No path of failure writes the status: it says success.
outcome reserve(void **p, size_t n)
{
	outcome status = outcome::kOk;
	if (cudaMalloc(p, n) != cudaSuccess) // expect-warning: latched-error
		puts("no memory, going on without");
	else
		puts("reserved");
	return status;
}

// Written through another name: the stop is not certain any more.
void write_by_pointer(void **p, size_t n)
{
	int stops = 1;
	int *at = &stops;
	if (cudaMalloc(p, n) != cudaSuccess) // expect: latched-error
		*at = 0;
	if (stops)
		exit(1);
}
void write_by_reference(void **p, size_t n)
{
	int stops = 1;
	int &other = stops;
	if (cudaMalloc(p, n) != cudaSuccess) // expect: latched-error
		other = 0;
	if (stops)
		exit(1);
}
void read_settings(int &stops);
void write_by_call(void **p, size_t n)
{
	int stops = 1;
	read_settings(stops);
	if (cudaMalloc(p, n) != cudaSuccess) // expect: latched-error
		puts("no memory");
	if (stops)
		exit(1);
}

// A negative number of errno is an answer, though the slot stays full.
int copy_told(void *to, const void *from, size_t n)
{
	cudaError_t err = cudaMemcpy(to, from, n, cudaMemcpyHostToDevice); // expect: latched-error
	return err == cudaSuccess ? 0 : -EINVAL;
}

int copy_untold(void *to, const void *from, size_t n)
{
	cudaError_t err = cudaMemcpy(to, from, n, cudaMemcpyHostToDevice); // expect: latched-error
	if (err != cudaSuccess)
		puts("not copied");
	return 0;
}
