// Behind the call the function fails for another reason.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

int weigh(float *p, int n, int scheme)
{
	if (scheme == 0) {
		cudaMemset(p, 0, n); // expect: dropped-error
	} else {
		cudaMemset(p, 0xff, n); // expect-note: dropped-error
		std::fprintf(stderr, "no scheme %d\n", scheme);
		return 1;
	}
	return 0;
}

void send(int rank, int own)
{
	if (rank == own) {
		std::fprintf(stderr, "to itself: %d\n", rank);
		cudaDeviceSynchronize(); // expect-note: dropped-error
		std::abort();
	}
	cudaDeviceSynchronize(); // expect: dropped-error
}

void peers(int n)
{
	for (int i = 1; i < n; i++) {
		int access = 0, other;
		cudaDeviceCanAccessPeer(&access, 0, i); // expect-note: dropped-error
		if (access)
			printf("%d\n", i);
		cudaDeviceCanAccessPeer(&other, i, 0); // expect: dropped-error
		if (other)
			printf("%d\n", i);
	}
}

void debug_show(const float *p)
{
	float host[4];
	cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost); // expect-note: dropped-error
	printf("%f\n", host[0]);
}
