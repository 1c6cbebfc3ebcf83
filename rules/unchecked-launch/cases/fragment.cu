// rules: unchecked-launch dropped-error
// A piece of a text, saved as a file: there is no program that it belongs to.
__global__ void step(float *out, const float *in);

cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); // expect-note: dropped-error
for (int i = 0; i < kernels; i++) {
	step<<<blocks, threads, 0, stream>>>(out, in); // expect-note: unchecked-launch
}
