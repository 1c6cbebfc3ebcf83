// What is dropped on the way out of a failure changes nothing: the failure is told. What follows in any case does.
// rules: dropped-error
int upload(void *to, const void *from, size_t n, cudaStream_t stream)
{
	cudaError_t err = cudaMemcpyAsync(to, from, n, cudaMemcpyHostToDevice, stream);
	if (err != cudaSuccess) {
		cudaStreamSynchronize(stream); // expect-note: dropped-error
		return (int)err;
	}
	cudaStreamSynchronize(stream); // expect-warning: dropped-error
	return 0;
}

int set_up(int device, int rc)
{
	int status = rc;
	if (status) {
		cudaSetDevice(0); // expect-note: dropped-error
		return status;
	}
	if (rc > device)
		cudaSetDevice(device); // expect-warning: dropped-error
	return 0;
}
