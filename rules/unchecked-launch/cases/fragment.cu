// rules: unchecked-launch dropped-error latched-error dropped-capture-error
// A piece of a text, saved as a file: there is no program that it belongs to.
__global__ void step(float *out, const float *in);

for (int i = 0; i < kernels; i++) {
	step<<<blocks, threads, 0, stream>>>(out, in); // expect-note: unchecked-launch
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); // expect-note: dropped-error
	cudaGraphExecUpdateResult result;
	cudaGraphExecUpdate(exec, graph, &node, &result); // expect-note: latched-error
	if (result != cudaGraphExecUpdateSuccess)
		cudaGraphInstantiate(&exec, graph, NULL, NULL, 0); // expect-note: dropped-capture-error
	cudaGraphLaunch(exec, stream); // expect-note: dropped-capture-error
}
