#include "check.h"

// The macro that throws is defined for hosts and for devices.
void fill(void *p, size_t bytes, cudaStream_t stream)
{
	cudaError_t err = cudaMemsetAsync(p, 0, bytes, stream); // expect-note: latched-error
	if (err != cudaSuccess) {
		ARRAY_ERROR(std::runtime_error, "fill");
	}
}

// Through a macro in a namespace, and one in small letters.
void copy(void *to, const void *from, size_t bytes, cudaStream_t stream)
{
	array::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream));
	array::array_check(cudaMemsetAsync(to, 0, bytes, stream));
}

void copy_bad(void *to, const void *from, size_t bytes, cudaStream_t stream)
{
	array::note_only(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream)); // expect-warning: latched-error
}

// The form that is switched off does nothing.
void select(int device)
{
	cudaError_t err = cudaMemPrefetchAsync(nullptr, 0, device, nullptr); // expect-note: latched-error
	if (err != cudaSuccess)
		RET_ERR(err, "select");
}

void asserted(void *p, size_t bytes)
{
	cudaError_t err = cudaMemset(p, 0, bytes);
	ARRAY_ASSERT(err == cudaSuccess, cudaGetErrorString(err));
}

void aborted(void *p, size_t bytes)
{
	cudaError_t err = cudaMemset(p, 0, bytes);
	if (err != cudaSuccess) {
		std::runtime_error text(cudaGetErrorString(err));
		Abort(text.what());
	}
}

void logged_bad(void *p, size_t bytes)
{
	cudaError_t err = cudaMemset(p, 0, bytes); // expect-warning: latched-error
	if (err != cudaSuccess) {
		std::runtime_error text(cudaGetErrorString(err));
		report::TellWarning(text.what());
	}
}

// Another library's status says what became of it.
void checked_status(lib_status status);

void *work_buffer(size_t bytes)
{
	void *work = nullptr;
	lib_status status = lib_status_success;
	if (bytes) {
		cudaError_t err = cudaMalloc(&work, bytes); // expect-note: latched-error
		status = err == cudaSuccess ? lib_status_success : lib_status_failure;
	}
	if (status != lib_status_success)
		throw std::runtime_error("no work buffer");
	return work;
}

void stopped(void *p, size_t bytes)
{
	stop_at(cudaMemset(p, 0, bytes), "cannot clear"); // expect-note: latched-error
}

void told_only_bad(void *p, size_t bytes)
{
	stop_at(cudaMemset(p, 0, bytes), "cannot clear", false); // expect-warning: latched-error
}

// What was pinned is unpinned.
void unpin(void *host)
{
	cudaHostUnregister(host); // expect-note: dropped-error
}
