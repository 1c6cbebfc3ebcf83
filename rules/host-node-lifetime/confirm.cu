/* A host function in a graph: its argument is a pointer that each replay uses. Form: freed, the function gives its argument back
 * when it has run; stack, the argument is a local variable of the function that records. In the twin the graph owns it.
 * parameters: form mode? stream? */
#include "capture.cuh"

static const char *look_for_cuda()
{
#ifdef CONFIRM_HIP
	return "host functions in a capture were tried with CUDA only";
#else
	return nullptr;
#endif
}

struct program program = {"host-node-lifetime", nullptr, "freed", nullptr, "what a host function finds in its argument at each replay", false, look_for_cuda, "global",
                          "nonblocking"};

bool is_expressible() { return knows_capture() && (is_form("freed") || is_form("stack")); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s", is_form("freed") ? "the first replay finds its argument, the later ones what its next owner wrote"
	                                                 : "no replay finds its argument");
}

enum { SCRATCH = 1 << 14 };
static const unsigned ours = 0x600d600d, foreign = 0xbadbad00;

struct note {
	volatile unsigned magic;
	bool is_given_back; /* by the function itself */
};

/* What the function saw. It runs on a thread of the runtime, and has ended when the wait for the replay returns. */
static unsigned seen[REPLAYS + 1], seen_count;

/* One block that is lent out: given back, it goes to the next one who asks. Real memory would be as gone, but could fault. */
static struct note lent;

static void look(void *argument)
{
	auto *n = static_cast<struct note *>(argument);
	if (seen_count < REPLAYS)
		seen[seen_count] = n->magic;
	seen_count++;
	if (n->is_given_back)
		lent.magic = foreign + seen_count;
}

__attribute__((noinline)) static struct recording record_with(struct scene *s, void *argument)
{
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
#ifdef CONFIRM_HIP
	(void)argument, (void)look;
#else
	must(cudaLaunchHostFunc(s->capture, look, argument));
#endif
	struct recording r = finish(s);
	must(r.end);
	return r;
}
__attribute__((noinline)) static struct recording record_with_local(struct scene *s)
{
	volatile char deeper[256]; /* so that what follows is sure to run over it */
	deeper[0] = 0;
	struct note local = {ours, false};
	struct recording r = record_with(s, &local);
	deeper[1] = deeper[0];
	return r;
}
__attribute__((noinline)) static void use_stack(unsigned value)
{
	volatile unsigned words[SCRATCH / sizeof(unsigned)];
	for (auto &w : words)
		w = value;
}

static void forget(void *argument) { delete static_cast<struct note *>(argument); }

/* Ties the note's life to the graph's. */
static void own(struct recording *r, struct note *n)
{
#ifdef CONFIRM_HIP
	(void)r, (void)n;
#else
	cudaUserObject_t object;
	must(cudaUserObjectCreate(&object, n, forget, 1, cudaUserObjectNoDestructorSync));
	must(cudaGraphRetainUserObject(r->graph, object, 1, cudaGraphUserObjectMove));
	must(cudaGraphExecDestroy(r->exec)); /* an executable keeps what its graph had when it was made */
	must(instantiate(&r->exec, r->graph));
#endif
}

static void call_back(struct scene *s, bool is_owned)
{
	unsigned found = 0, others = 0;
	struct note *owned = is_owned ? new note{ours, false} : nullptr;
	lent.magic = ours;
	lent.is_given_back = true;
	prepare(s);
	struct recording r = is_owned ? record_with(s, owned) : is_form("freed") ? record_with(s, &lent) : record_with_local(s);
	if (is_owned)
		own(&r, owned);
	seen_count = 0;
	struct tally t = replay_all(
		s, &r, s->out,
		[](unsigned) {
			if (is_form("stack"))
				use_stack(foreign);
		},
		[=](unsigned i, unsigned k) { return work_on(s, input_of(i, seed_of(s, k))); });
	for (unsigned k = 0; k < REPLAYS; k++) {
		found += seen[k] == ours;
		others += seen[k] != ours;
	}
	bool is_called = seen_count == REPLAYS && t.right == REPLAYS;
	s->record->shows = is_called && (is_form("freed") ? seen[0] == ours && others == REPLAYS - 1 : others == REPLAYS);
	s->record->is_good = is_called && found == REPLAYS;
	got(s, "the argument %s; %u of %d calls found it, %u found something else", is_owned ? "belongs to the graph" : is_form("freed") ? "is given back after use" : "was a local variable",
	    found, REPLAYS, others);
	release(&r);
#ifdef CONFIRM_HIP
	forget(owned);
#endif
}

void hazard(struct scene *s) { call_back(s, !HAS_HAZARD); }
void twin(struct scene *s) { call_back(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
