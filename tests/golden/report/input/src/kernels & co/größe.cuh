template <class T> void launch(T *p)
{
	fill<T><<<1, 1>>>(p);
}
