// rules: dropped-error
// The cases of a test framework: a test, wherever it lies.
#include <catch2/catch_test_macros.hpp>
#include <cuda_runtime.h>

void clears(float *p)
{
	cudaMemset(p, 0, 4); // expect-note: dropped-error
}

TEST_CASE("clears")
{
	clears(nullptr);
}
