#include <cuda_runtime.h>

#include <cstdlib>
#include <memory>

__global__ void work(float *p);

struct checked {
	~checked()
	{
		if (cudaGetLastError() != cudaSuccess)
			std::abort();
	}
};

// No destructor is written here: the base's and the member's run all the same.
struct section : checked {
	int rows;
};

struct step {
	section in;
	int number;
};

struct owner {
	std::unique_ptr<step> held;
	~owner() {}
};

struct borrower {
	step *held;
};

void of_class(float *p)
{
	checked here;
	work<<<1, 32>>>(p);
}

void of_base(float *p)
{
	section here{4};
	work<<<1, 32>>>(p);
}

void of_member(float *p, bool early)
{
	step here;
	work<<<1, 32>>>(p);
	if (early)
		return;
	here.number++;
}

void of_owned(float *p)
{
	owner here;
	work<<<1, 32>>>(p);
}

void of_borrowed_bad(float *p)
{
	borrower here;
	work<<<1, 32>>>(p); // expect: unchecked-launch
}
