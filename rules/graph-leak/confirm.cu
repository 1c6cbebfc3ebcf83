/* A graph that is replaced and never destroyed keeps what it owns. A user object is tied to each: its destructor tells when the
 * graph is gone. The call is the one that makes it: an executable (cudaGraphInstantiate) or a graph (cudaStreamEndCapture).
 * parameters: call mode? stream? */
#include "capture.cuh"

#include <chrono>
#include <condition_variable>
#include <mutex>

static const char *look_for_cuda()
{
#ifdef CONFIRM_HIP
	return "user objects, by which it is seen, were tried with CUDA only";
#else
	return nullptr;
#endif
}

struct program program = {"graph-leak", "cudaGraphInstantiate", nullptr, nullptr, "how many of the graphs that were replaced are gone", false, look_for_cuda, "global", "nonblocking"};

static bool makes_executable()
{
	return same_name(parameter_call, "cudaGraphInstantiate") || same_name(parameter_call, "cudaGraphInstantiateWithFlags") ||
	       same_name(parameter_call, "cudaGraphInstantiateWithParams");
}
static bool makes_graph() { return same_name(parameter_call, "cudaStreamEndCapture"); }

bool is_expressible() { return knows_capture() && (makes_executable() || makes_graph()); }

void expect(char *text, size_t size) { std::snprintf(text, size, "none of the replaced graphs is gone until it is destroyed by hand"); }

#ifdef CONFIRM_HIP
void hazard(struct scene *) {}
void twin(struct scene *) {}
#else

/* Destructors may run on a thread of the runtime, a while later. */
static std::mutex lock;
static std::condition_variable changed;
static unsigned gone;

static void tell(void *)
{
	std::lock_guard<std::mutex> hold(lock);
	gone++;
	changed.notify_all();
}

/* How many are gone, once it is `wanted` or there was time enough. */
static unsigned wait_until_gone(unsigned wanted)
{
	std::unique_lock<std::mutex> hold(lock);
	changed.wait_for(hold, std::chrono::seconds(1), [=] { return gone >= wanted; });
	return gone;
}

static struct recording record(struct scene *s)
{
	struct recording r = {};
	cudaUserObject_t object;
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
	must(cudaStreamEndCapture(s->capture, &r.graph));
	must(cudaUserObjectCreate(&object, &gone, tell, 1, cudaUserObjectNoDestructorSync));
	must(cudaGraphRetainUserObject(r.graph, object, 1, cudaGraphUserObjectMove));
	must(instantiate(&r.exec, r.graph));
	return r;
}

static void replace(struct scene *s, bool destroys)
{
	struct recording all[REPLAYS];
	unsigned right = 0;
	prepare(s);
	gone = 0;
	for (unsigned k = 0; k < REPLAYS; k++) {
		all[k] = record(s);
		struct tally t = replay_work(s, &all[k]);
		right += t.right == REPLAYS;
		struct recording part = {makes_graph() ? nullptr : all[k].graph, makes_graph() ? all[k].exec : nullptr, cudaSuccess};
		if (destroys)
			part = all[k];
		release(&part);
	}
	unsigned before = wait_until_gone(REPLAYS);
	for (unsigned k = 0; k < REPLAYS && !destroys; k++) {
		struct recording rest = {makes_graph() ? all[k].graph : nullptr, makes_graph() ? nullptr : all[k].exec, cudaSuccess};
		release(&rest);
	}
	unsigned after = wait_until_gone(REPLAYS);
	s->record->shows = !destroys && !before && after == REPLAYS && right == REPLAYS;
	s->record->is_good = before == REPLAYS && right == REPLAYS;
	got(s, "%d %s replaced: %u were gone, %u once they were destroyed by hand", REPLAYS, makes_graph() ? "graphs" : "executables", before, after);
}

void hazard(struct scene *s) { replace(s, !HAS_HAZARD); }
void twin(struct scene *s) { replace(s, true); }
#endif

int main(int argc, char **argv) { return confirm(argc, argv); }
