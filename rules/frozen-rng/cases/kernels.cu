/* Seeds of kernels in what users may capture. */
#include <cuda_runtime.h>
#include <cstdlib>
#include <random>

__global__ void dropout(float *p, int n, unsigned long long seed);
__global__ void noise(float *p, float amount);

cudaError_t by_rand(float *p, int n, cudaStream_t s)
{
	unsigned seed = rand();
	dropout<<<n / 256, 256, 0, s>>>(p, n, seed + 1); // expect-warning: frozen-rng
	return cudaGetLastError();
}

cudaError_t by_engine(float *p, int n, std::mt19937 &engine, cudaStream_t s)
{
	std::uniform_real_distribution<float> amount(0.0f, 1.0f);
	noise<<<n / 256, 256, 0, s>>>(p, amount(engine)); // expect: frozen-rng
	return cudaGetLastError();
}

cudaError_t by_generator(float *p, int n, at::CUDAGeneratorImpl *gen, cudaStream_t s)
{
	auto inputs = gen->philox_engine_inputs(4);
	dropout<<<n / 256, 256, 0, s>>>(p, n, inputs.first); // expect: frozen-rng
	return cudaGetLastError();
}

cudaError_t reseeds(curandGenerator_t gen, float *p, int n, cudaStream_t s)
{
	if (curandSetStream(gen, s) != CURAND_STATUS_SUCCESS)
		return cudaErrorUnknown;
	if (curandSetPseudoRandomGeneratorSeed(gen, 7) != CURAND_STATUS_SUCCESS) // expect: frozen-rng
		return cudaErrorUnknown;
	return curandGenerateUniform(gen, p, n) == CURAND_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
}

/* Good. */
curandStatus_t begins(curandGenerator_t *gen, unsigned long long seed, cudaStream_t s)
{
	curandStatus_t rc = curandCreateGenerator(gen, CURAND_RNG_PSEUDO_DEFAULT);
	if (rc == CURAND_STATUS_SUCCESS)
		rc = curandSetStream(*gen, s);
	return rc == CURAND_STATUS_SUCCESS ? curandSetPseudoRandomGeneratorSeed(*gen, seed) : rc;
}

cudaError_t by_caller(float *p, int n, unsigned long long seed, cudaStream_t s)
{
	dropout<<<n / 256, 256, 0, s>>>(p, n, seed);
	return cudaGetLastError();
}

cudaError_t by_state(float *p, int n, at::CUDAGeneratorImpl *gen, cudaStream_t s)
{
	at::PhiloxCudaState state = gen->philox_cuda_state(4);
	dropout<<<n / 256, 256, 0, s>>>(p, n, state);
	return cudaGetLastError();
}

/* Kept to compare with: it runs eagerly. */
cudaError_t dropout_eager(float *p, int n, cudaStream_t s)
{
	unsigned seed = rand();
	dropout<<<n / 256, 256, 0, s>>>(p, n, seed); // expect-note: frozen-rng
	return cudaGetLastError();
}
