// rules: uncaptured-launch
// stream() in a method is what the object was given, and no stream of its own.
#include <cuda_runtime.h>

void must(cudaError_t err);
void notify(cudaStream_t, cudaError_t, void *);

class launcher {
public:
	explicit launcher(cudaStream_t s) : m_stream(s) {}
	cudaStream_t stream() const { return m_stream; }
	void call_back(void (*then)(cudaStream_t), void *data);

private:
	cudaStream_t m_stream;
};

void launcher::call_back(void (*then)(cudaStream_t), void *data)
{
	must(cudaLaunchHostFunc(stream(), (cudaHostFn_t)then, data));
}
