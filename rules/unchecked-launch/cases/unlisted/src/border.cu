// Part of a file that is listed, which includes it.
static __global__ void border_kernel(float *p);

void border(float *p)
{
	border_kernel<<<1, 32>>>(p); // expect: unchecked-launch
}
