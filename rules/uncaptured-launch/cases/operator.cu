// Operators in the manner of CUTLASS, in functions that name neither the runtime nor a stream.
#include <ATen/ATen.h>

template <typename Gemm> void multiply(at::Tensor &out, at::Tensor const &a)
{
	typename Gemm::Arguments args{a.data_ptr(), out.data_ptr()};
	Gemm op;
	CUTLASS_CHECK(op.can_implement(args));
	CUTLASS_CHECK(op.run(args)); // expect-warning: uncaptured-launch
}

template <typename Gemm> void multiply_called(at::Tensor &out, at::Tensor const &a, at::Tensor &workspace)
{
	typename Gemm::Arguments args{a.data_ptr(), out.data_ptr()};
	Gemm op;
	CUTLASS_CHECK(op.can_implement(args));
	CUTLASS_CHECK(op(args, workspace.data_ptr())); // expect-warning: uncaptured-launch
}

template <typename Gemm> void multiply_right(at::Tensor &out, at::Tensor const &a, at::Tensor &workspace)
{
	typename Gemm::Arguments args{a.data_ptr(), out.data_ptr()};
	auto stream = at::cuda::getCurrentCUDAStream(a.get_device());
	Gemm op;
	CUTLASS_CHECK(op.can_implement(args));
	CUTLASS_CHECK(op(args, workspace.data_ptr(), stream));
}

template <typename Gemm> void multiply_made_ready(at::Tensor &out, at::Tensor const &a, at::Tensor &workspace, cudaStream_t stream)
{
	typename Gemm::Arguments args{a.data_ptr(), out.data_ptr()};
	Gemm op;
	CUTLASS_CHECK(op.can_implement(args));
	CUTLASS_CHECK(op.initialize(args, workspace.data_ptr(), stream));
	CUTLASS_CHECK(op()); // expect-warning: uncaptured-launch
}

template <typename Gemm> void multiply_made_ready_right(at::Tensor &out, at::Tensor const &a, at::Tensor &workspace, cudaStream_t stream)
{
	typename Gemm::Arguments args{a.data_ptr(), out.data_ptr()};
	Gemm op;
	CUTLASS_CHECK(op.can_implement(args));
	CUTLASS_CHECK(op.initialize(args, workspace.data_ptr(), stream));
	CUTLASS_CHECK(op(stream));
}
