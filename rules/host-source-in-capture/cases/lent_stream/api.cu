#include "tracer.h"

struct context {
	cudaStream_t compute;
	float *rays, *hits;
};

extern "C" int context_create(context *ctx)
{
	return cudaStreamCreate(&ctx->compute) == cudaSuccess ? 0 : -1;
}

extern "C" void context_set_stream(context *ctx, cudaStream_t stream)
{
	ctx->compute = stream;
}

extern "C" int trace_rays(Tracer *tracer, context *ctx, int n, cudaStream_t stream)
{
	return tracer->trace(ctx->rays, ctx->hits, n, stream) == cudaSuccess ? 0 : -1;
}

extern "C" int trace_rays_async(Tracer *tracer, context *ctx, int n)
{
	return tracer->trace_filtered(ctx->rays, ctx->hits, n, ctx->compute) == cudaSuccess ? 0 : -1;
}
