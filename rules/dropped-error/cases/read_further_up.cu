// Codes that are dropped by a launcher, below functions that only choose among its forms, and read from the slot by who calls these.
#include <cuda_runtime.h>
#include <stdexcept>

__global__ void decode(float *p, int heads);
__global__ void encode(float *p, int heads);

template <int kHeads> static void launch_decode(float *p, const cudaLaunchConfig_t &config)
{
	cudaLaunchKernelEx(&config, decode, p, kHeads); // expect-note: dropped-error
}

template <int kHeads> static void launch_encode(float *p, const cudaLaunchConfig_t &config)
{
	cudaLaunchKernelEx(&config, encode, p, kHeads); // expect: dropped-error
}

static void choose_decode(float *p, const cudaLaunchConfig_t &config, int heads)
{
	switch (heads) {
	case 8:
		launch_decode<8>(p, config);
		break;
	case 16:
		launch_decode<16>(p, config);
		break;
	default:
		throw std::runtime_error("heads");
	}
}

static void choose_encode(float *p, const cudaLaunchConfig_t &config, int heads)
{
	if (heads == 8)
		launch_encode<8>(p, config);
	else
		launch_encode<16>(p, config);
}

struct arguments {
	float *p;
	int heads;
};

static void forward(const arguments &args, const cudaLaunchConfig_t &config)
{
	const arguments own{args.p, args.heads};
	choose_decode(own.p, config, own.heads);
}

void decode_op(const arguments &args, const cudaLaunchConfig_t &config)
{
	forward(args, config);
	cudaError_t const code = cudaGetLastError();
	if (code != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(code));
}

void encode_op(const arguments &args, const cudaLaunchConfig_t &config)
{
	choose_encode(args.p, config, args.heads);
	cudaError_t const code = cudaGetLastError();
	if (code != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(code));
}

/* It reads nothing. */
void encode_twice(const arguments &args, const cudaLaunchConfig_t &config)
{
	choose_encode(args.p, config, args.heads);
	choose_encode(args.p, config, 2 * args.heads);
}
