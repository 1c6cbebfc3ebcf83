/* Python's pass of the index: words, the names that def and class define, and words of capture. */
#include "index/index.h"

#include "index/scan.h"
#include "index/words.h"

#include <string.h>

struct python_pass {
	struct arena *a;
	struct index_file *out;
	const char *begin, *end;
	struct word_set words, defined;
	struct str last;     /* the word before */
	bool is_definition;  /* which was def or class */
};

/* Names by which a graph is captured, kept, or its capture is asked about, in torch, cuda-python, Warp, CuPy, Triton and cuDNN. */
static const char *const capture_words[] = {
	"CUDAGraph", "capture_begin", "capture_end", "make_graphed_callables", "is_current_stream_capturing",
	"ScopedCapture", "capture_launch", "begin_capture", "end_capture", "do_bench_cudagraph", "do_bench_cuda_graph",
	"cudaStreamBeginCapture", "cuStreamBeginCapture", "cudaGraphInstantiate", "cudaGraphLaunch", "is_capturing", "graph_cache",
};

/* What torch.compile captures with. */
static const char *const capture_modes[] = {"reduce-overhead", "max-autotune", "triton.cudagraphs"};

bool index_is_capture_word(struct str word) { return str_is_any(word, capture_words, COUNT(capture_words)); }

bool index_speaks_of_graphs(struct str name)
{
	static const char *const words[] = {"cuda_graph", "cudagraph", "CudaGraph", "CUDAGraph", "CudaGraphs", "hip_graph", "CUDA_GRAPH"};
	static const char *const not[] = {"disable", "without", "no_cuda", "skip"};
	return str_has_any(name, words, COUNT(words)) && !str_has_any(name, not, COUNT(not));
}

bool index_is_capture_mode(struct str text) { return str_is_any(text, capture_modes, COUNT(capture_modes)); }

/* cudaHostRegister, hipFree: a call of the runtime through some module. Profilers, enumerators and types tell nothing. */
static bool is_runtime_call(struct str word)
{
	static const char *const others[] = {"cudaProfiler", "cudaError", "hipError", "cudaMemcpyKind", "hipMemcpyKind"};
	size_t n = str_starts(word, "cuda") ? 4 : str_starts(word, "hip") ? 3 : 0;
	return !str_starts_any(word, others, COUNT(others)) && n && word.n > n + 2 && word.p[n] >= 'A' && word.p[n] <= 'Z' && word.p[n + 1] >= 'a' && word.p[n + 1] <= 'z' && !str_ends(word, "_t");
}

static void take_string(struct python_pass *x, const char *p, const char *q, u32 quotes)
{
	struct str inner = {p, (size_t)(q - p) - (size_t)(q - p >= (ptrdiff_t)quotes ? quotes : 0)};
	if (quotes == 1 && inner.n < 20 && inner.n > 10)
		x->out->is_hot |= index_is_capture_mode(inner);
}

/* From the first quote. A string that is not closed ends with its line, a long one with the text. */
static const char *skip_string(struct python_pass *x, const char *p)
{
	char mark = *p;
	bool is_long = x->end - p >= 3 && p[1] == mark && p[2] == mark;
	const char *q = p + (is_long ? 3 : 1), *from = q;
	for (; q < x->end; q++) {
		if (*q == '\\') {
			q++;
		} else if (*q == mark) {
			if (!is_long) {
				take_string(x, from, q + 1, 1);
				return q + 1;
			}
			if (x->end - q >= 3 && q[1] == mark && q[2] == mark)
				return q + 3;
		} else if (*q == '\n' && !is_long) {
			return q;
		}
	}
	return x->end;
}

static const char *take_word(struct python_pass *x, const char *p)
{
	u64 hash;
	const char *q = hash_word(p, x->end, &hash);
	struct str word = {p, (size_t)(q - p)};
	word_set_add(x->a, &x->words, hash);
	if (x->is_definition)
		word_set_add(x->a, &x->defined, hash);
	x->is_definition = (word.n == 3 && !memcmp(p, "def", 3)) || (word.n == 5 && !memcmp(p, "class", 5));
	/* runtime.cudaX; cudaX( of a name that was imported or is C's; Cython calls the driver and libraries so, too. */
	bool is_called = q < x->end && *q == '(', is_member = p > x->begin && p[-1] == '.';
	bool is_call = ((is_member || is_called) && is_runtime_call(word)) || (is_called && index_is_library_word(word));
	bool is_graph = word.n == 5 && !memcmp(p, "graph", 5) && is_member && str_is(x->last, "cuda");
	/* self.cuda_graph_buffers: kept for graphs that another file captures. */
	bool is_kept = is_member && word.n > 8 && str_is(x->last, "self") && index_speaks_of_graphs(word);
	if (is_graph || is_call || is_kept || (word.n > 8 && index_is_capture_word(word)))
		x->out->is_hot = true;
	x->last = word;
	return q;
}

/* "graph-safe", "capture safe" anywhere in the text: somebody claims it, most often in a docstring. */
static bool has_claim(const char *p, const char *end)
{
	for (const char *at = p; (at = memmem(at, (size_t)(end - at), "safe", 4)); at += 4) {
		struct str before = {at - p < 8 ? p : at - 8, (size_t)(at - p < 8 ? at - p : 8)};
		if (before.n == 8 && (before.p[7] == '-' || before.p[7] == ' ' || before.p[7] == '_') &&
		    (str_is((struct str){before.p + 2, 5}, "graph") || str_is((struct str){before.p, 7}, "capture")))
			return true;
	}
	return false;
}

void index_python(struct arena *a, struct str bytes, struct index_file *out)
{
	struct python_pass x = {.a = a, .out = out, .begin = bytes.p, .end = bytes.p + bytes.n};
	for (const char *p = x.begin; p < x.end;) {
		if (class_of(p) == CHAR_WORD) {
			p = take_word(&x, p);
		} else if (class_of(p) == CHAR_DIGIT) {
			p = skip_number(p, x.end);
		} else if (*p == '"' || *p == '\'') {
			p = skip_string(&x, p);
		} else if (*p == '#') {
			const char *line = memchr(p, '\n', (size_t)(x.end - p));
			p = line ? line : x.end;
		} else {
			p++;
		}
	}
	out->is_hot |= has_claim(x.begin, x.end);
	out->words = word_set_sorted(a, &x.words);
	out->word_count = x.words.n;
	out->defined = word_set_sorted(a, &x.defined);
	out->defined_count = x.defined.n;
}
