#include "scale_logits.h"

#include <cuda.h>

#include <stdexcept>
#include <string>

namespace vt {

static const char kModule[] = R"(
.version 7.8
.target sm_52
.address_size 64
.visible .entry scale(.param .u64 logits, .param .u32 count, .param .f32 factor)
{
	.reg .pred %p;
	.reg .b32 %r<5>;
	.reg .f32 %f<3>;
	.reg .b64 %d<4>;
	ld.param.u64 %d0, [logits];
	ld.param.u32 %r0, [count];
	ld.param.f32 %f0, [factor];
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %ntid.x;
	mov.u32 %r3, %tid.x;
	mad.lo.s32 %r4, %r1, %r2, %r3;
	setp.ge.u32 %p, %r4, %r0;
	@%p bra done;
	cvta.to.global.u64 %d1, %d0;
	mul.wide.u32 %d2, %r4, 4;
	add.s64 %d3, %d1, %d2;
	ld.global.f32 %f1, [%d3];
	mul.f32 %f2, %f1, %f0;
	st.global.f32 [%d3], %f2;
done:
	ret;
}
)";

static CUfunction scale_function;

static void driver_check(CUresult result, const char *what)
{
	if (result != CUDA_SUCCESS)
		throw std::runtime_error(std::string("vt driver: ") + what);
}

void scale_logits_load()
{
	CUmodule module;
	driver_check(cuModuleLoadData(&module, kModule), "load");
	driver_check(cuModuleGetFunction(&scale_function, module, "scale"), "function");
}

void scale_logits(float *logits, int count, float factor, cudaStream_t stream)
{
	void *arguments[] = {&logits, &count, &factor};
	driver_check(cuLaunchKernel(scale_function, (count + 255) / 256, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr), "launch");
}

} // namespace vt
