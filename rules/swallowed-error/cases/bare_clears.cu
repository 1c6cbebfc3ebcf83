// Clearing on suspicion removes what nobody has reported.
#include <cuda_runtime.h>

#include <cstdlib>
#include <stdexcept>

void log_warning(const char *format, ...);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			std::abort();                                                                                  \
	} while (0)

__global__ void work(float *p);

// The launch may have failed; the clear hides it.
void after_launch_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	cudaGetLastError(); // expect: swallowed-error
}

void at_entry_bad(void **out, size_t bytes)
{
	cudaGetLastError(); // expect: swallowed-error
	CHECK(cudaMalloc(out, bytes));
}

void reset_everything_bad(cudaStream_t s)
{
	CHECK(cudaStreamSynchronize(s));
	(void)cudaGetLastError(); // expect: swallowed-error
}

// A clean slate right before a launch that is then checked: what the programming guide advises. A note at most.
void clean_slate(float *p, cudaStream_t s)
{
	(void)cudaGetLastError();
	work<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
}

// What was there is reported before it goes.
void reported_at_entry(float *p, cudaStream_t s)
{
	cudaError_t before = cudaGetLastError();
	if (before != cudaSuccess)
		log_warning("pending: %s", cudaGetErrorString(before));
	work<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
}

// After a failing call whose code is known, the clear removes just that.
bool after_failure_good(void **out, size_t bytes)
{
	cudaError_t err = cudaMalloc(out, bytes);
	if (err != cudaSuccess) {
		cudaGetLastError();
		return false;
	}
	return true;
}

bool hint_good(const void *p, size_t bytes)
{
	cudaMemLocation where = {cudaMemLocationTypeDevice, 0};
	cudaMemPrefetchAsync(p, bytes, where, 0, nullptr);
	cudaGetLastError();
	return true;
}

void caught_good(void (*attempt)(), void (*fallback)())
{
	try {
		attempt();
	} catch (const std::exception &e) {
		cudaGetLastError();
		log_warning("%s", e.what());
		fallback();
	}
}

// Helpers that clear are named in one place; their calls are judged, not they.
static void clear_error()
{
	cudaGetLastError();
}

bool through_helper_good(void **out, size_t bytes)
{
	if (cudaMalloc(out, bytes) == cudaSuccess)
		return true;
	clear_error();
	return false;
}

void *null_from_elsewhere();

// The failure came as a null pointer from somewhere else.
void *answer_of_unknown_good()
{
	void *p = null_from_elsewhere();
	if (!p)
		(void)cudaGetLastError();
	return p;
}

class context {
public:
	~context()
	{
		cudaFree(scratch_);
		cudaError_t err = cudaGetLastError();
		if (err != cudaSuccess)
			log_warning("while closing: %s", cudaGetErrorString(err));
	}

private:
	void *scratch_ = nullptr;
};

// Who says that something is cleared, and why, has thought of it.
void told_in_a_comment(void **out, size_t bytes)
{
	// An earlier library leaves its refusal behind: reset what it
	// has left, before it is taken for ours.
	(void)cudaGetLastError(); // expect-note: swallowed-error
	CHECK(cudaMalloc(out, bytes));
}

void told_beside(void **out, size_t bytes)
{
	cudaGetLastError(); /* ignore stale errors */ // expect-note: swallowed-error
	CHECK(cudaMalloc(out, bytes));
}

void told_of_something_else(void **out, size_t bytes)
{
	// The buffer is made below.
	cudaGetLastError(); // expect: swallowed-error
	CHECK(cudaMalloc(out, bytes));
}

// Which failure it is has just been asked.
bool is_teardown(cudaError_t err);
cudaError_t give_back(void *p);

void release_good(void *p)
{
	cudaError_t err = give_back(p);
	if (!is_teardown(err) && err != cudaSuccess)
		throw std::runtime_error("release");
	else if (is_teardown(err))
		(void)cudaGetLastError();
}

bool is_pending_good(float *p, cudaStream_t s, cudaEvent_t e)
{
	work<<<1, 32, 0, s>>>(p);
	CHECK(cudaEventRecord(e, s));
	if (cudaEventQuery(e) == cudaErrorNotReady) {
		cudaGetLastError();
		return true;
	}
	CHECK(cudaGetLastError());
	return false;
}

bool is_pending_bad(float *p, cudaStream_t s, cudaEvent_t e)
{
	work<<<1, 32, 0, s>>>(p);
	CHECK(cudaEventRecord(e, s));
	cudaGetLastError(); // expect: swallowed-error
	return cudaEventQuery(e) == cudaErrorNotReady;
}
