/* A call of another thread while this one records. In global mode it is refused, and the recording is lost; the twin records in
 * mode thread_local. The thread starts after the capture has begun and is joined before it ends: no race decides.
 * parameters: call mode? stream? */
#include "refused.cuh"

#include <thread>

struct program program = {"capture-threads", "cudaMalloc", nullptr, nullptr, "what a call of another thread says, and what comes of the recording", false, nullptr,
                          "global", "nonblocking"};

/* A wait for the whole device is refused in every mode: no twin can be shown for it. */
static bool is_for_device() { return same_name(parameter_call, "cudaDeviceSynchronize") || same_name(parameter_call, "torch.cuda.synchronize"); }

bool is_expressible() { return find_refused(WAITS | MEMORY) && !is_refused_alone() && !is_for_device() && knows_capture(); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s is refused in the other thread, and nothing comes of the recording", parameter_call);
}

static void record_beside(struct scene *s, const char *mode)
{
	struct bystanders b = bystanders_open(s);
	prepare(s);
	cudaError_t code = cudaSuccess;
	int device;
	must(cudaGetDevice(&device));
	begin(s, mode);
	launch(s->capture, s->out, s->in, s->round);
	std::thread other([&] {
		must(cudaSetDevice(device));
		code = run_refused(s, &b);
	});
	other.join();
	launch(s->capture, s->out, s->in, s->round);
	struct recording r = finish(s);
	(void)cudaGetLastError();
	struct tally t = replay_work(s, &r);
	s->record->shows = code != cudaSuccess && r.end != cudaSuccess && !r.exec;
	s->record->is_good = code == cudaSuccess && r.end == cudaSuccess && t.right == REPLAYS;
	got(s, "mode %s: %s said %s in the other thread, the end of the capture said %s; %u of %d replays right", mode, parameter_call, error_name(code), error_name(r.end),
	    t.right, REPLAYS);
	release(&r);
	bystanders_close(&b);
}

void hazard(struct scene *s) { record_beside(s, HAS_HAZARD ? parameter_mode : "thread_local"); }
void twin(struct scene *s) { record_beside(s, "thread_local"); }

int main(int argc, char **argv) { return confirm(argc, argv); }
