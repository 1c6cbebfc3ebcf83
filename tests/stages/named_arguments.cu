// The name of a parameter in a comment before its argument.
void f(float *p, cudaStream_t s)
{
	launch(p, /*stream=*/nullptr);
	launch(p, /* n= */ 3, /* the default */ s);
	cudaMemcpyAsync(p, p, 4, cudaMemcpyDefault, /*stream=*/s);
}
