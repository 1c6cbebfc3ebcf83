/* A copy from or to host memory that is recorded: the node keeps the address and uses it again at each replay. Form: heap, the
 * source is freed after the recording; stack, it was a local array; reused, it is filled for the next step while a replay that was
 * launched has not read it yet; target, the copy goes to host memory that is freed after the recording.
 * parameters: call form mode? stream? */
#include "capture.cuh"

#include <cstdint>

struct program program = {"host-source-in-capture", "cudaMemcpyAsync", "heap", nullptr, "what replays do with the host address of the recording", false, nullptr,
                          "global", "nonblocking"};

bool is_expressible()
{
	return same_name(parameter_call, "cudaMemcpyAsync") && knows_capture() && (is_form("heap") || is_form("stack") || is_form("reused") || is_form("target"));
}

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s", is_form("heap")    ? "replays copy what the next owner of the host memory wrote"
	                                : is_form("stack") ? "replays copy what is on the stack by then"
	                                : is_form("target") ? "replays overwrite what the next owner of the host memory wrote"
	                                                   : "a replay works with the values of the step after it");
}

enum { MOST = 16, BYTES = WORDS * sizeof(unsigned) };

static unsigned own_value(const struct scene *s) { return 0x1000u + s->round; }
static unsigned foreign_value(const struct scene *s, unsigned replay) { return 0xc0ffee00u + seed_of(s, replay); }

static void set_all(volatile unsigned *words, unsigned value)
{
	for (unsigned i = 0; i < WORDS; i++)
		words[i] = value;
}

static struct recording record(struct scene *s, unsigned *table, const unsigned *source)
{
	begin(s);
	cudaError_t code = cudaMemcpyAsync(table, source, BYTES, cudaMemcpyHostToDevice, s->capture);
	log_step(s, "cudaMemcpyAsync", code);
	must(code);
	launch_blend(s->capture, s->out, s->in, table, WORDS);
	struct recording r = finish(s);
	must(r.end);
	return r;
}

/* ---- the memory is somebody else's by then ---- */

__attribute__((noinline)) static struct recording record_from_local(struct scene *s, unsigned *table)
{
	unsigned source[WORDS];
	set_all(source, own_value(s));
	return record(s, table, source);
}
__attribute__((noinline)) static void use_stack(unsigned value)
{
	volatile unsigned words[2 * WORDS];
	set_all(words, value);
	set_all(words + WORDS, value);
}

struct lender { /* host memory that is freed, and got again */
	unsigned *blocks[MOST], *words;
	unsigned count;
};
static struct lender lend_again(unsigned *freed)
{
	struct lender l = {};
	auto address = reinterpret_cast<uintptr_t>(freed);
	std::free(freed);
	while (l.count < MOST && !l.words) {
		l.blocks[l.count] = static_cast<unsigned *>(std::malloc(BYTES));
		if (reinterpret_cast<uintptr_t>(l.blocks[l.count++]) == address)
			l.words = l.blocks[l.count - 1];
	}
	return l;
}

static void outlive(struct scene *s, bool is_dead)
{
	unsigned *table = new_words(WORDS), value = own_value(s), right = 0, foreign = 0;
	auto *heap = static_cast<unsigned *>(std::malloc(BYTES));
	struct lender next = {};
	prepare(s);
	set_all(heap, value);
	struct recording r = is_dead && is_form("stack") ? record_from_local(s, table) : record(s, table, heap);
	if (is_dead && is_form("heap"))
		next = lend_again(heap);
	bool is_got = !is_dead || is_form("stack") || next.words;
	for (unsigned k = 1; k <= REPLAYS && is_got; k++) {
		unsigned other = foreign_value(s, k), seed = seed_of(s, k);
		set_words(s, s->in, seed);
		if (next.words)
			set_all(next.words, other);
		else if (is_dead)
			use_stack(other);
		must(replay(s, &r));
		right += count_words(s, s->out, [=](unsigned i) { return input_of(i, seed) * 3u + value; }) == WORDS;
		foreign += count_words(s, s->out, [=](unsigned i) { return input_of(i, seed) * 3u + other; }) > WORDS / 2;
	}
	s->record->shows = is_dead && is_got && !right && foreign == REPLAYS;
	s->record->is_good = right == REPLAYS;
	got(s, "the source %s; %u of %d replays right, %u follow its next owner", !is_dead ? "lives as long as the graph" : is_got ? "is somebody else's by then" : "was not handed out again",
	    right, REPLAYS, foreign);
	release(&r);
	for (unsigned i = 0; i < next.count; i++)
		std::free(next.blocks[i]);
	if (!(is_dead && is_form("heap")))
		std::free(heap);
	must(cudaFree(table));
}

/* ---- the memory is filled again too early ---- */

static __global__ void wait_for(volatile unsigned *sign)
{
	while (!*sign)
		;
}

static void refill(struct scene *s, bool is_early)
{
	unsigned *table = new_words(WORDS), right = 0, foreign = 0;
	void *pinned, *flag;
	must(cudaHostAlloc(&pinned, BYTES, cudaHostAllocDefault));
	must(cudaHostAlloc(&flag, sizeof(unsigned), cudaHostAllocDefault));
	auto *staging = static_cast<unsigned *>(pinned);
	auto *sign = static_cast<volatile unsigned *>(flag);
	prepare(s);
	struct recording r = record(s, table, staging);
	for (unsigned k = 1; k <= REPLAYS; k++) {
		unsigned now = own_value(s) + k, later = now + 1, seed = seed_of(s, k);
		set_words(s, s->in, seed);
		set_all(staging, now);
		*sign = !is_early;
		wait_for<<<1, 1, 0, s->capture>>>(sign); /* the work that is before the replay on its stream */
		must(cudaGetLastError());
		must(cudaGraphLaunch(r.exec, s->capture));
		if (!is_early)
			must(cudaStreamSynchronize(s->capture));
		set_all(staging, later);
		*sign = 1;
		must(cudaStreamSynchronize(s->capture));
		right += count_words(s, s->out, [=](unsigned i) { return input_of(i, seed) * 3u + now; }) == WORDS;
		foreign += count_words(s, s->out, [=](unsigned i) { return input_of(i, seed) * 3u + later; }) == WORDS;
	}
	s->record->shows = is_early && foreign == REPLAYS;
	s->record->is_good = right == REPLAYS;
	got(s, "staging filled again %s; %u of %d replays right, %u with the values of the next step", is_early ? "while the replay waits to run" : "after the replay", right, REPLAYS,
	    foreign);
	release(&r);
	must(cudaFreeHost(pinned));
	must(cudaFreeHost(flag));
	must(cudaFree(table));
}

/* ---- the copy writes into memory that is somebody else's by then ---- */

static bool holds(const volatile unsigned *words, unsigned value)
{
	unsigned n = 0;
	for (unsigned i = 0; i < WORDS; i++)
		n += words[i] == value;
	return n == WORDS;
}

static void overwrite(struct scene *s, bool is_dead)
{
	auto *target = static_cast<unsigned *>(std::malloc(BYTES));
	struct lender next = {};
	unsigned right = 0, overwritten = 0;
	prepare(s);
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
	must(cudaMemcpyAsync(target, s->out, BYTES, cudaMemcpyDeviceToHost, s->capture));
	struct recording r = finish(s);
	must(r.end);
	if (is_dead)
		next = lend_again(target);
	unsigned *owner = is_dead ? next.words : static_cast<unsigned *>(std::malloc(BYTES)); /* somebody who has nothing to do with the graph */
	for (unsigned k = 1; k <= REPLAYS && owner; k++) {
		unsigned seed = seed_of(s, k), own = foreign_value(s, k);
		set_words(s, s->in, seed);
		set_all(owner, own);
		must(replay(s, &r));
		right += holds(owner, own);
		unsigned n = 0;
		for (unsigned i = 0; i < WORDS; i++)
			n += owner[i] == work_on(s, input_of(i, seed));
		overwritten += n == WORDS;
	}
	s->record->shows = is_dead && owner && overwritten == REPLAYS;
	s->record->is_good = !is_dead && right == REPLAYS;
	got(s, "the target %s; %u of %d replays left other memory alone, %u wrote over it", !is_dead ? "lives as long as the graph" : owner ? "is somebody else's by then" : "was not handed out again",
	    right, REPLAYS, overwritten);
	release(&r);
	for (unsigned i = 0; i < next.count; i++)
		std::free(next.blocks[i]);
	if (!is_dead) {
		std::free(owner);
		std::free(target);
	}
}

static void run(struct scene *s, bool is_bad)
{
	if (is_form("reused"))
		refill(s, is_bad);
	else if (is_form("target"))
		overwrite(s, is_bad);
	else
		outlive(s, is_bad);
}

void hazard(struct scene *s) { run(s, HAS_HAZARD); }
void twin(struct scene *s) { run(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
