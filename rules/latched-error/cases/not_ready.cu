// "Not ready" is the one code that never enters the slot.
#include <cuda_runtime.h>

#include <stdexcept>

#define CHECK_RETURN(call)                                                                                             \
	do {                                                                                                           \
		cudaError_t code_ = (call);                                                                            \
		if (code_ != cudaSuccess)                                                                              \
			return code_;                                                                                  \
	} while (0)

bool is_done(cudaEvent_t event)
{
	cudaError_t err = cudaEventQuery(event);
	if (err == cudaErrorNotReady)
		return false;
	if (err != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(err));
	return true;
}

bool is_idle(cudaStream_t stream)
{
	switch (cudaStreamQuery(stream)) {
	case cudaSuccess:
		return true;
	case cudaErrorNotReady:
		return false;
	default:
		throw std::runtime_error("stream");
	}
}

cudaError_t poll(cudaEvent_t *events, int count, int *done)
{
	for (int i = 0; i < count; i++) {
		cudaError_t err = cudaEventQuery(events[i]);
		if (err != cudaErrorNotReady)
			CHECK_RETURN(err);
		if (err == cudaSuccess)
			(*done)++;
	}
	return cudaSuccess;
}

bool either(cudaStream_t stream)
{
	cudaError_t err = cudaStreamQuery(stream);
	if (!(err == cudaSuccess || err == cudaErrorNotReady))
		throw std::runtime_error("stream");
	return err == cudaSuccess;
}

void spin(cudaEvent_t event)
{
	while (cudaEventQuery(event) == cudaErrorNotReady)
		;
}
