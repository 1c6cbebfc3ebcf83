/* Calls that a capture refuses, with what they need. One row a call; the names of PyTorch stand for the runtime calls that they come
 * to. A call without a row is not expressible: no other call stands in for it. */
#ifndef CONFIRM_REFUSED_CUH
#define CONFIRM_REFUSED_CUH

#include "capture.cuh"

/* What has nothing to do with the recording, unless `stream` and `event` are made those of it. */
struct bystanders {
	cudaStream_t stream, idle; /* the one that is waited for; the one made here */
	cudaEvent_t event;
	unsigned *words;             /* device, WORDS */
	void *device, *host, *plain; /* to be freed or registered by a call */
	void *got;                   /* what a call gave, and how it is given back */
	void (*give)(void *);
};

/* A wait or a question; a copy or fill by way of the legacy stream; memory. */
enum refused_kind { WAITS = 1, COPIES = 2, MEMORY = 4 };

struct refused {
	const char *call;
	unsigned kind;
	cudaError_t (*run)(struct scene *s, struct bystanders *b);
};

inline size_t refused_bytes() { return size_in_words() ? size_in_words() * sizeof(unsigned) : 16384; }

inline cudaError_t took(struct bystanders *b, cudaError_t code, void (*give)(void *))
{
	b->give = code == cudaSuccess ? give : nullptr;
	return code;
}
inline cudaError_t gave(void **p, cudaError_t code)
{
	*p = code == cudaSuccess ? nullptr : *p;
	return code;
}
inline void give_device(void *p) { must(cudaFree(p)); }
inline void give_host(void *p) { must(cudaFreeHost(p)); }
inline void give_registered(void *p) { must(cudaHostUnregister(p)); }

/* As a framework fetches a value: a copy to the host, then a wait. */
inline cudaError_t fetch(struct scene *s, struct bystanders *b)
{
	cudaError_t code = cudaMemcpyAsync(b->plain, s->in, 64, cudaMemcpyDeviceToHost, b->stream);
	return code == cudaSuccess ? cudaStreamSynchronize(b->stream) : code;
}

#define REFUSED(name, kind, ...) {#name, kind, [](struct scene *s, struct bystanders *b) -> cudaError_t { (void)s; (void)b; __VA_ARGS__ }}
static const struct refused refused_calls[] = {
	REFUSED(cudaStreamSynchronize, WAITS, return cudaStreamSynchronize(b->stream);),
	REFUSED(cudaStreamQuery, WAITS, return cudaStreamQuery(b->stream);),
	REFUSED(cudaDeviceSynchronize, WAITS, return cudaDeviceSynchronize();),
	REFUSED(cudaEventSynchronize, WAITS, return cudaEventSynchronize(b->event);),
	REFUSED(cudaEventQuery, WAITS, return cudaEventQuery(b->event);),
	REFUSED(torch.cuda.synchronize, WAITS, return cudaDeviceSynchronize();),
	{"Tensor.item", WAITS, fetch}, {"Tensor.cpu", WAITS, fetch}, {"Tensor.tolist", WAITS, fetch}, {"Tensor.numpy", WAITS, fetch},
	{"Tensor.nonzero", WAITS, fetch}, {"torch.nonzero", WAITS, fetch}, {"Tensor.unique", WAITS, fetch}, {"torch.unique", WAITS, fetch},
	{"Tensor.equal", WAITS, fetch}, {"torch.equal", WAITS, fetch}, {"Tensor.masked_select", WAITS, fetch}, {"torch.masked_select", WAITS, fetch},
	REFUSED(cudaMemcpy, COPIES, return cudaMemcpy(b->words, s->in, WORDS * sizeof *s->in, cudaMemcpyDeviceToDevice);),
	REFUSED(cudaMemset, COPIES, return cudaMemset(b->words, 0x11, WORDS * sizeof *s->in);),
	REFUSED(cudaMalloc, MEMORY, return took(b, cudaMalloc(&b->got, refused_bytes()), give_device);),
	REFUSED(cudaFree, MEMORY, return gave(&b->device, cudaFree(b->device));),
	REFUSED(cudaHostAlloc, MEMORY, return took(b, cudaHostAlloc(&b->got, refused_bytes(), cudaHostAllocDefault), give_host);),
	REFUSED(cudaFreeHost, MEMORY, return gave(&b->host, cudaFreeHost(b->host));),
	REFUSED(cudaHostRegister, MEMORY, b->got = b->plain; return took(b, cudaHostRegister(b->plain, 4096, cudaHostRegisterDefault), give_registered);),
#ifndef CONFIRM_HIP
	REFUSED(cudaStreamAddCallback, WAITS, return cudaStreamAddCallback(b->stream, [](cudaStream_t, cudaError_t, void *) {}, nullptr, 0);),
	REFUSED(cudaEventElapsedTime, WAITS, float ms; return cudaEventElapsedTime(&ms, b->event, b->event);),
	REFUSED(cudaMemcpy2D, COPIES, return cudaMemcpy2D(b->words, 256, s->in, 256, 256, WORDS / 64, cudaMemcpyDeviceToDevice);),
	REFUSED(cudaMallocHost, MEMORY, return took(b, cudaMallocHost(&b->got, refused_bytes()), give_host);),
	REFUSED(cudaMallocManaged, MEMORY, return took(b, cudaMallocManaged(&b->got, refused_bytes()), give_device);),
	REFUSED(cudaMallocPitch, MEMORY, size_t pitch; return took(b, cudaMallocPitch(&b->got, &pitch, 64, 1 + refused_bytes() / 64), give_device);),
	REFUSED(cudaFreeAsync, MEMORY, return gave(&b->device, cudaFreeAsync(b->device, s->capture));),
	REFUSED(cudaMemPoolCreate, MEMORY, cudaMemPoolProps p = {}; p.allocType = cudaMemAllocationTypePinned; p.location.type = cudaMemLocationTypeDevice;
	        cudaMemPool_t pool; cudaError_t code = cudaMemPoolCreate(&pool, &p); b->got = pool;
	        return took(b, code, [](void *made) { must(cudaMemPoolDestroy(static_cast<cudaMemPool_t>(made))); });),
#endif
};

/* The row of parameter_call, of one of the kinds; NULL if there is none. */
inline const struct refused *find_refused(unsigned kinds)
{
	for (const auto &r : refused_calls)
		if (r.kind & kinds && same_name(r.call, parameter_call))
			return &r;
	return nullptr;
}

inline cudaError_t run_refused(struct scene *s, struct bystanders *b)
{
	cudaError_t code = find_refused(WAITS | COPIES | MEMORY)->run(s, b);
	log_step(s, parameter_call, code);
	return code;
}

/* A copy by way of the legacy stream, beside a stream that does not heed that one: done once, in no replay, and no error. */
inline bool is_left_out() { return find_refused(COPIES) && !std::strcmp(parameter_stream, "nonblocking"); }
/* Refused without an end of the capture: memory from outside the graph, and a time between events of the capture. */
inline bool is_refused_alone() { return same_name(parameter_call, "cudaFreeAsync") || same_name(parameter_call, "cudaEventElapsedTime"); }

inline struct bystanders bystanders_open(struct scene *s)
{
	struct bystanders b = {};
	must(cudaStreamCreateWithFlags(&b.idle, cudaStreamNonBlocking));
	must(cudaEventCreate(&b.event));
	must(cudaEventRecord(b.event, b.idle));
	b.stream = b.idle;
	b.words = new_words(WORDS);
#ifndef CONFIRM_HIP
	if (same_name(parameter_call, "cudaFreeAsync"))
		must(cudaMallocAsync(&b.device, refused_bytes(), s->work));
#endif
	if (!b.device)
		must(cudaMalloc(&b.device, refused_bytes()));
	must(cudaHostAlloc(&b.host, refused_bytes(), cudaHostAllocDefault));
	b.plain = std::aligned_alloc(4096, 4096);
	fill(s, b.words, WORDS, MARKED);
	must(cudaStreamSynchronize(b.idle));
	return b;
}

/* Once no capture is open any more. */
inline void bystanders_close(struct bystanders *b)
{
	must(cudaDeviceSynchronize());
	if (b->give)
		b->give(b->got);
	if (b->device)
		must(cudaFree(b->device));
	if (b->host)
		must(cudaFreeHost(b->host));
	must(cudaFree(b->words));
	must(cudaEventDestroy(b->event));
	must(cudaStreamDestroy(b->idle));
	std::free(b->plain);
}

/* In how many replays the call's copy does nothing. */
inline unsigned count_left_out(struct scene *s, const struct recording *r, const struct bystanders *b)
{
	unsigned n = 0;
	for (unsigned k = 1; k <= REPLAYS && r->exec; k++) {
		fill(s, b->words, WORDS, MARKED);
		must(replay(s, r));
		n += all_are(s, b->words, MARKED);
	}
	return n;
}

/* What is to be seen of the call of this case, made inside a capture. */
inline void expect_refused(char *text, size_t size)
{
	std::snprintf(text, size, is_left_out()      ? "%s says success, is done once, and does nothing in any replay"
	                          : is_refused_alone() ? "%s is refused, and the recording goes on without it"
	                                               : "%s is refused, and nothing comes of the recording", parameter_call);
}
inline bool shows_refused(cudaError_t code, const struct recording *r, unsigned left_out)
{
	if (is_left_out())
		return code == cudaSuccess && r->exec && left_out == REPLAYS;
	bool is_lost = r->end != cudaSuccess && !r->exec;
	return code != cudaSuccess && is_lost != is_refused_alone();
}

#endif
