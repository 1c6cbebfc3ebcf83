#include "index/words.h"

#include "base/hash.h"
#include "index/index.h"
#include "index/scan.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024, RADIX_BITS = 8, RADIX = 1 << RADIX_BITS, FEW = 48 };

/* What follows such a prefix is a capital: cudaMalloc, cuInit, ncclAllReduce. */
static const char *const runtime_prefixes[] = {
	"cuda", "hip", "cu", "cublas", "cudnn", "cufft", "curand", "cusolver", "cusparse", "cupti", "cutensor", "nccl",
	"rccl", "nvrtc", "nvml", "nvtx", "hipblas", "hipfft", "hiprand", "hipsolver", "hipsparse", "hiprtc", "miopen",
};

/* Those whose calls return a code that somebody should look at: not tools and marks. */
static const char *const library_prefixes[] = {
	"cu", "cublas", "cudnn", "cufft", "curand", "cusolver", "cusparse", "cutensor", "nccl", "nvrtc", "nvml",
	"hipblas", "hipfft", "hiprand", "hipsolver", "hipsparse", "hiprtc", "miopen",
};

static bool has_prefix(struct str word, const char *const *prefixes, size_t count)
{
	size_t n = 0;
	while (n < word.n && word.p[n] >= 'a' && word.p[n] <= 'z')
		n++;
	if (n == word.n || !is_capital(word.p[n]))
		return false;
	for (size_t i = 0; i < count; i++)
		if (str_is((struct str){word.p, n}, prefixes[i]))
			return true;
	return false;
}

bool index_is_runtime_word(struct str word) { return has_prefix(word, runtime_prefixes, COUNT(runtime_prefixes)); }

bool index_is_library_word(struct str word) { return has_prefix(word, library_prefixes, COUNT(library_prefixes)); }

static u64 *slot_of(const struct word_set *set, u64 hash)
{
	u32 i = (u32)hash & (set->cap - 1);
	while (set->slots[i] && set->slots[i] != hash)
		i = (i + 1) & (set->cap - 1);
	return &set->slots[i];
}

void word_set_add(struct arena *a, struct word_set *set, u64 hash)
{
	if (set->n * 2 >= set->cap) {
		struct word_set larger = {.n = set->n, .cap = set->cap ? set->cap * 2 : FIRST_SLOTS};
		larger.slots = arena_array(a, u64, larger.cap);
		for (u32 i = 0; i < set->cap; i++)
			if (set->slots[i])
				*slot_of(&larger, set->slots[i]) = set->slots[i];
		*set = larger;
	}
	u64 *slot = slot_of(set, hash);
	set->n += !*slot;
	*slot = hash;
}

u64 *word_set_sorted(struct arena *a, const struct word_set *set)
{
	u64 *sorted = arena_array(a, u64, set->n);
	u32 n = 0;
	for (u32 i = 0; i < set->cap; i++)
		if (set->slots[i])
			sorted[n++] = set->slots[i];
	hashes_sort(sorted, n);
	return sorted;
}
