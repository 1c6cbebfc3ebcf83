#include <cuda_runtime.h>
#include <thread>

struct pool {
	void *chunk;
	std::thread worker;
	void give_back() { cudaFree(chunk); }
	void serve()
	{
		worker = std::thread([this] { give_back(); });
	}
};

int main()
{
	pool p;
	p.serve();
	p.worker.join();
	return 0;
}
