#include "launch.h"

#include <memory>

struct engine {
	virtual ~engine() = default;
	virtual void prepare(void **p, size_t bytes) = 0;
};
std::shared_ptr<engine> make_engine();

void run(float *p, int n, cudaStream_t s)
{
	void *scratch = nullptr;
	make_engine()->prepare(&scratch, 64);
	scale(p, n, s);
}
