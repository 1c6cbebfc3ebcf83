// Destructors on every way out, handlers, lambdas.
struct Guard {
	explicit Guard(int d) { cudaGetDevice(&old); cudaSetDevice(d); }
	~Guard() { cudaSetDevice(old); }
	int old;
};

int walk(std::vector<int> &devices, int want)
{
	for (int d : devices) {
		Guard outer(d);
		if (d < 0)
			continue;
		{
			Guard inner{d + 1};
			if (d == want)
				return d;
			if (cudaDeviceSynchronize() != cudaSuccess)
				goto out;
		}
		cudaDeviceSynchronize();
	}
out:
	return -1;
}

void handled(Pool *pool)
{
	try {
		Guard g(0);
		pool->each([&](Block *b) { return cudaFree(b->data) == cudaSuccess && pool->live(b); });
	} catch (const CudaError &e) {
		report(e.what());
		throw;
	} catch (...) {
		cudaGetLastError();
	}
	delete pool;
	auto retry = [pool] { pool->reset(); };
	retry();
}

int pick(int kind)
{
	switch (kind) {
	case 0:
		prepare();
	case KIND_ONE: {
		Guard g(kind);
		return cudaDeviceSynchronize();
	}
	default:
		break;
	}
	return kind > 2 ? f(kind) : g(kind);
}
