/* Memory that is allocated or freed while something is recorded. Most calls are refused, but in relaxed mode. cudaMallocAsync
 * becomes a node: if the graph does not free it, the graph can be launched once.
 * parameters: call mode? stream? size? */
#include "refused.cuh"

struct program program = {"allocation-in-capture", "cudaMalloc", nullptr, nullptr, "what the call says, and what comes of the recording", false, nullptr, "global",
                          "nonblocking", "16384"};

static bool is_node()
{
#ifdef CONFIRM_HIP
	return false;
#else
	return same_name(parameter_call, "cudaMallocAsync");
#endif
}

bool is_expressible() { return (is_node() || find_refused(MEMORY)) && knows_capture() && size_in_words(); }

void expect(char *text, size_t size)
{
	if (is_node())
		std::snprintf(text, size, "the second launch of a graph that does not free what %s gave says cudaErrorInvalidValue", parameter_call);
	else
		expect_refused(text, size);
}

static void refuse(struct scene *s, bool is_inside)
{
	struct bystanders b = bystanders_open(s);
	prepare(s);
	cudaError_t code = is_inside ? cudaSuccess : run_refused(s, &b);
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
	if (is_inside)
		code = run_refused(s, &b);
	struct recording r = finish(s);
	(void)cudaGetLastError();
	struct tally t = replay_work(s, &r);
	s->record->shows = is_inside && shows_refused(code, &r, 0);
	s->record->is_good = code == cudaSuccess && t.right == REPLAYS;
	got(s, "%s %s said %s; the end of the capture said %s; %u of %d replays right", parameter_call, is_inside ? "in the capture" : "before it", error_name(code),
	    error_name(r.end), t.right, REPLAYS);
	release(&r);
	bystanders_close(&b);
}

#ifndef CONFIRM_HIP
static void allocate_in_graph(struct scene *s, bool frees)
{
	void *p = nullptr;
	size_t words = size_in_words();
	prepare(s);
	begin(s);
	must(cudaMallocAsync(&p, words * sizeof(unsigned), s->capture));
	auto *table = static_cast<unsigned *>(p);
	capture_fill<<<16, 256, 0, s->capture>>>(table, static_cast<unsigned>(words), s->round);
	launch_blend(s->capture, s->out, s->in, table, words);
	if (frees)
		must(cudaFreeAsync(p, s->capture));
	struct recording r = finish(s);
	must(r.end);
	cudaError_t codes[REPLAYS];
	unsigned right = 0;
	for (unsigned k = 0; k < REPLAYS; k++) {
		unsigned seed = seed_of(s, k + 1);
		set_words(s, s->in, seed);
		codes[k] = replay(s, &r);
		log_step(s, "cudaGraphLaunch", codes[k]);
		(void)cudaGetLastError();
		right += count_words(s, s->out, [=](unsigned i) { return work_on(s, input_of(i, seed)); }) == WORDS;
	}
	s->record->shows = !frees && codes[0] == cudaSuccess && codes[1] == cudaErrorInvalidValue && codes[2] == codes[1] && right == 1;
	s->record->is_good = right == REPLAYS;
	got(s, "a graph that %s its allocation: the launches said %s, %s, %s; %u of %d right", frees ? "frees" : "does not free", error_name(codes[0]), error_name(codes[1]),
	    error_name(codes[2]), right, REPLAYS);
	if (!frees) {
		must(cudaFreeAsync(p, s->capture));
		must(cudaStreamSynchronize(s->capture));
	}
	release(&r);
	must(cudaDeviceGraphMemTrim(0));
}
#else
static void allocate_in_graph(struct scene *, bool) {}
#endif

static void run(struct scene *s, bool is_bad) { is_node() ? allocate_in_graph(s, !is_bad) : refuse(s, is_bad); }

void hazard(struct scene *s) { run(s, HAS_HAZARD); }
void twin(struct scene *s) { run(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
