/* Two ranks, one for each of two devices, in one process: the graph of rank 0 holds a collective and that of rank 1 does not. Rank 0 waits
 * on its device for as long as rank 1 doesn't come, and goes on when it does. Both graphs with the collective are recorded together, as
 * NCCL asks; the mistake is that rank 1 launches one that was recorded without it. A rank is watched for a bounded time, and nothing is
 * left waiting: rank 1 launches the other graph afterwards. An alarm ends the process should something hang all the same.
 * parameters: call? mode? stream? */
#include "capture.cuh"

#include <chrono>

#ifdef CONFIRM_HIP
#define cudaErrorNotReady hipErrorNotReady
#define cudaStreamDefault hipStreamDefault
#endif

enum { RANKS = 2, WATCHED_MS = 150, MOST_MS = 2000, MOST_SECONDS = 20 };
enum { NCCL_UINT32 = 3, NCCL_SUM = 0 }; /* nccl.h */

/* NCCL's own names (RCCL's are the same): it is loaded, so that nothing has to be linked. */
struct nccl {
	int (*init_all)(void **, int, const int *), (*destroy)(void *), (*group_start)(), (*group_end)();
	int (*all_reduce)(const void *, void *, size_t, int, int, void *, cudaStream_t);
	int (*all_gather)(const void *, void *, size_t, int, void *, cudaStream_t);
	int (*reduce_scatter)(const void *, void *, size_t, int, int, void *, cudaStream_t);
};
static struct nccl nccl;

template <class Function> static bool find(void *library, const char *name, Function *function)
{
	*function = reinterpret_cast<Function>(dlsym(library, name));
	return *function;
}

static bool find_all(void *library)
{
	return library && find(library, "ncclCommInitAll", &nccl.init_all) && find(library, "ncclCommDestroy", &nccl.destroy) && find(library, "ncclGroupStart", &nccl.group_start) &&
	       find(library, "ncclGroupEnd", &nccl.group_end) && find(library, "ncclAllReduce", &nccl.all_reduce) && find(library, "ncclAllGather", &nccl.all_gather) &&
	       find(library, "ncclReduceScatter", &nccl.reduce_scatter);
}

/* What NCCL says goes to stderr. It must not use NVLink's multicast, whose faults are those of the whole host. */
static const char *find_ranks()
{
	int devices = 0;
	if (cudaGetDeviceCount(&devices) != cudaSuccess || devices < RANKS) {
		(void)cudaGetLastError();
		return devices ? "needs two GPUs" : "no device";
	}
	setenv("NCCL_NVLS_ENABLE", "0", 1);
	setenv("NCCL_DEBUG_FILE", "/dev/stderr", 1);
#ifdef CONFIRM_HIP
	for (const char *name : {"librccl.so.1", "librccl.so"})
#else
	for (const char *name : {"libnccl.so.2", "libnccl.so"})
#endif
		if (find_all(dlopen(name, RTLD_NOW | RTLD_LOCAL)))
			return nullptr;
	return "no NCCL";
}

struct program program = {"collective-in-capture", "ncclAllReduce", nullptr, nullptr, "whether a rank's graph ends where another rank's lacks the collective", false, find_ranks, "global",
                          "nonblocking"};

static unsigned input_of_rank(const struct scene *s, unsigned rank, unsigned i, unsigned replay) { return input_of(i, seed_of(s, replay)) + rank * 0x01010101u; }

static unsigned sum(const struct scene *s, unsigned i, unsigned replay) { return input_of_rank(s, 0, i, replay) + input_of_rank(s, 1, i, replay); }
static unsigned gathered(const struct scene *s, unsigned i, unsigned replay) { return input_of_rank(s, i / (WORDS / RANKS), i % (WORDS / RANKS), replay); }

/* Those where each rank needs words of every other; where one only gives, as the root of a broadcast, it may well go on alone. */
static const struct collective {
	const char *call, *torch;
	int (*run)(const void *from, void *to, void *comm, cudaStream_t stream);
	unsigned words; /* that rank 0 gets, and which they are */
	unsigned (*expected)(const struct scene *s, unsigned i, unsigned replay);
} collectives[] = {
	{"ncclAllReduce", "torch.distributed.all_reduce",
	 [](const void *from, void *to, void *comm, cudaStream_t stream) { return nccl.all_reduce(from, to, WORDS, NCCL_UINT32, NCCL_SUM, comm, stream); }, WORDS, sum},
	{"ncclReduceScatter", "torch.distributed.reduce_scatter_tensor",
	 [](const void *from, void *to, void *comm, cudaStream_t stream) { return nccl.reduce_scatter(from, to, WORDS / RANKS, NCCL_UINT32, NCCL_SUM, comm, stream); }, WORDS / RANKS, sum},
	{"ncclAllGather", "torch.distributed.all_gather_into_tensor",
	 [](const void *from, void *to, void *comm, cudaStream_t stream) { return nccl.all_gather(from, to, WORDS / RANKS, NCCL_UINT32, comm, stream); }, WORDS, gathered},
};

static const struct collective *find_collective()
{
	for (const auto &c : collectives)
		if (!std::strcmp(c.call, parameter_call) || !std::strcmp(c.torch, parameter_call))
			return &c;
	return nullptr;
}

bool is_expressible() { return find_collective() && knows_capture(); }

void expect(char *text, size_t size) { std::snprintf(text, size, "the graph of rank 0 does not end within %d ms, and ends once rank 1 comes to '%s'", WATCHED_MS, parameter_call); }

static void must_nccl(int status, const char *what)
{
	if (!status)
		return;
	std::fprintf(stderr, "%s: status %d of NCCL\n", what, status);
	_exit(BROKEN);
}

struct rank {
	int device;
	void *comm;
	cudaStream_t stream;
	unsigned *in, *out;
	struct recording with, without; /* the collective */
};

static struct rank ranks[RANKS]; /* made once: communicators take their time */

static void use(const struct rank *r) { must(cudaSetDevice(r->device)); }

static void set_inputs(struct scene *s, unsigned replay)
{
	for (struct rank &r : ranks) {
		use(&r);
		for (unsigned i = 0; i < WORDS; i++)
			s->host[i] = input_of_rank(s, static_cast<unsigned>(r.device), i, replay);
		must(cudaMemcpyAsync(r.in, s->host, WORDS * sizeof *r.in, cudaMemcpyHostToDevice, r.stream));
		must(cudaMemsetAsync(r.out, 0x5a, WORDS * sizeof *r.out, r.stream));
		must(cudaStreamSynchronize(r.stream));
	}
}

/* On both, in one group: what one rank says of it alone would have to wait for the other. */
static void collect()
{
	must_nccl(nccl.group_start(), "ncclGroupStart");
	for (struct rank &r : ranks)
		must_nccl(find_collective()->run(r.in, r.out, r.comm, r.stream), parameter_call);
	must_nccl(nccl.group_end(), "ncclGroupEnd");
}

static void wait_for_both()
{
	for (struct rank &r : ranks) {
		use(&r);
		must(cudaStreamSynchronize(r.stream));
	}
}

static void end(const struct rank *r, struct recording *to)
{
	use(r);
	must(cudaStreamEndCapture(r->stream, &to->graph));
}

static void start(const struct rank *r, const struct recording *of)
{
	use(r);
	must(cudaGraphLaunch(of->exec, r->stream));
}

static void begin(const struct rank *r)
{
	use(r);
	must(cudaStreamBeginCapture(r->stream, capture_mode(parameter_mode)));
}

/* The ranks are connected, and all is loaded, before something is recorded or waits. */
static void open_ranks()
{
	int devices[RANKS];
	void *comms[RANKS];
	for (int i = 0; i < RANKS; i++)
		devices[i] = i;
	must_nccl(nccl.init_all(comms, RANKS, devices), "ncclCommInitAll");
	for (int i = 0; i < RANKS; i++) {
		struct rank *r = &ranks[i];
		r->device = i;
		r->comm = comms[i];
		use(r);
		must(cudaStreamCreateWithFlags(&r->stream, std::strcmp(parameter_stream, "blocking") ? cudaStreamNonBlocking : cudaStreamDefault));
		r->in = new_words(WORDS);
		r->out = new_words(WORDS);
	}
	collect();
	wait_for_both();
}

static void close_ranks()
{
	for (struct rank &r : ranks) {
		if (!r.comm)
			continue;
		use(&r);
		must_nccl(nccl.destroy(r.comm), "ncclCommDestroy");
		must(cudaFree(r.in));
		must(cudaFree(r.out));
		must(cudaStreamDestroy(r.stream));
	}
}

/* Each graph is launched once as well, in the right way. */
static void record(struct scene *s)
{
	set_inputs(s, 0);
	for (struct rank &r : ranks)
		begin(&r);
	collect();
	for (struct rank &r : ranks)
		end(&r, &r.with);
	begin(&ranks[1]);
	launch(ranks[1].stream, ranks[1].out, ranks[1].in, s->round);
	end(&ranks[1], &ranks[1].without);
	for (struct rank &r : ranks) {
		use(&r);
		must(instantiate(&r.with.exec, r.with.graph));
	}
	must(instantiate(&ranks[1].without.exec, ranks[1].without.graph));
	for (struct rank &r : ranks)
		start(&r, &r.with);
	wait_for_both();
	start(&ranks[1], &ranks[1].without);
	wait_for_both();
}

/* Whether the rank's work ends within that time of the clock. */
static bool ends_within(const struct rank *r, int milliseconds)
{
	using clock = std::chrono::steady_clock;
	auto until = clock::now() + std::chrono::milliseconds(milliseconds);
	use(r);
	for (;;) {
		bool is_late = clock::now() >= until; /* before the question, so that a late answer still counts */
		cudaError_t code = cudaStreamQuery(r->stream);
		if (code == cudaSuccess)
			return true;
		if (code != cudaErrorNotReady)
			must(code);
		(void)cudaGetLastError();
		if (is_late)
			return false;
	}
}

static bool is_right(struct scene *s, const struct rank *r, unsigned replay)
{
	const struct collective *c = find_collective();
	use(r);
	must(cudaMemcpyAsync(s->host, r->out, c->words * sizeof *r->out, cudaMemcpyDeviceToHost, r->stream));
	must(cudaStreamSynchronize(r->stream));
	for (unsigned i = 0; i < c->words; i++)
		if (s->host[i] != c->expected(s, i, replay))
			return false;
	return true;
}

/* How many replays went how. */
struct meetings {
	unsigned alone, waits, right; /* rank 1 ended; rank 0 had not ended by then; it did in the end, with the right words */
};

static void replay_ranks(struct scene *s, struct meetings *m, unsigned replay, bool is_bad)
{
	struct rank *first = &ranks[0], *other = &ranks[1];
	set_inputs(s, replay);
	start(first, &first->with);
	start(other, is_bad ? &other->without : &other->with);
	m->alone += ends_within(other, MOST_MS);
	m->waits += !ends_within(first, is_bad ? WATCHED_MS : MOST_MS);
	if (is_bad) /* it comes at last */
		start(other, &other->with);
	if (!ends_within(first, MOST_MS) || !ends_within(other, MOST_MS)) {
		std::fprintf(stderr, "the ranks do not meet\n");
		std::fflush(stderr);
		_exit(BROKEN);
	}
	m->right += is_right(s, first, replay);
}

static void run(struct scene *s, bool is_bad)
{
	alarm(MOST_SECONDS);
	if (!ranks[0].comm)
		open_ranks();
	record(s);
	struct meetings m = {};
	for (unsigned k = 1; k <= REPLAYS; k++)
		replay_ranks(s, &m, k, is_bad);
	for (struct rank &r : ranks) {
		use(&r);
		release(&r.with);
		release(&r.without);
	}
	must(cudaSetDevice(0));
	s->record->shows = is_bad && m.alone == REPLAYS && m.waits == REPLAYS && m.right == REPLAYS;
	s->record->is_good = !m.waits && m.right == REPLAYS;
	if (is_bad)
		got(s, "rank 1's graph lacks it and ended %u of %d times; rank 0 still waited %u times after %d ms, and ended right %u times once rank 1 came", m.alone, REPLAYS, m.waits, WATCHED_MS,
		    m.right);
	else
		got(s, "both graphs hold it; rank 0 waited in vain %u of %d times, and ended right %u times", m.waits, REPLAYS, m.right);
}

void hazard(struct scene *s) { run(s, HAS_HAZARD); }
void twin(struct scene *s) { run(s, false); }

int main(int argc, char **argv)
{
	int status = confirm(argc, argv);
	close_ranks();
	return status;
}
