/* Blocks of device memory that are given back and handed out again: what a graph that kept the address then reads. */
#ifndef CONFIRM_BLOCKS_CUH
#define CONFIRM_BLOCKS_CUH

#include "capture.cuh"

#include <cstdint>

enum { MOST_TRIES = 32 };

struct heap {
	const char *call;
	cudaError_t (*take)(struct scene *s, void **p, size_t bytes);
	cudaError_t (*give)(struct scene *s, void *p);
};

static const struct heap heaps[] = {
	{"cudaMalloc", [](struct scene *, void **p, size_t bytes) { return cudaMalloc(p, bytes); }, [](struct scene *, void *p) { return cudaFree(p); }},
#ifndef CONFIRM_HIP
	{"cudaMallocAsync", [](struct scene *s, void **p, size_t bytes) { return cudaMallocAsync(p, bytes, s->work); },
	 [](struct scene *s, void *p) { return cudaFreeAsync(p, s->work); }},
#endif
};

/* The one that parameter_call names; NULL if there is none. */
inline const struct heap *find_heap()
{
	for (const auto &h : heaps)
		if (same_name(h.call, parameter_call))
			return &h;
	return nullptr;
}

inline unsigned *take_words(struct scene *s, size_t words)
{
	void *p;
	must(find_heap()->take(s, &p, words * sizeof(unsigned)));
	return static_cast<unsigned *>(p);
}

/* Gives a block back and takes blocks of its size until one has its address: the new owner. Nobody waits in between, since an
 * allocator may unmap what is free at a wait. */
struct new_owner {
	void *blocks[MOST_TRIES];
	unsigned count;
	unsigned *words; /* at the old address; NULL if it was not handed out again */
};
inline struct new_owner hand_over(struct scene *s, unsigned *old, size_t words)
{
	struct new_owner o = {};
	auto address = reinterpret_cast<uintptr_t>(old);
	must(find_heap()->give(s, old));
	while (o.count < MOST_TRIES && !o.words) {
		must(find_heap()->take(s, &o.blocks[o.count], words * sizeof(unsigned)));
		if (reinterpret_cast<uintptr_t>(o.blocks[o.count++]) == address)
			o.words = static_cast<unsigned *>(o.blocks[o.count - 1]);
	}
	must(cudaStreamSynchronize(s->work));
	return o;
}
inline void give_all(struct scene *s, struct new_owner *o)
{
	for (unsigned i = 0; i < o->count; i++)
		must(find_heap()->give(s, o->blocks[i]));
	must(cudaStreamSynchronize(s->work));
}

#endif
