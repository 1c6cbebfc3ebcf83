int main()
{
	cudaMalloc(&p, 1 << 20);
	cudaMalloc(&p, 1 << 20);
}
