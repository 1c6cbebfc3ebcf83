/* A call of another thread while this one records. In global mode it is refused, and the recording is lost; the twin records in
 * mode thread_local. The thread starts after the capture has begun and is joined before it ends: no race decides.
 * parameters: call? mode? stream? */
#include "capture.cuh"

#include <thread>

struct program program = {"capture-threads", "cudaMalloc", nullptr, nullptr, "what a call of another thread says, and what comes of the recording", false, nullptr,
                          "global", "nonblocking"};

struct bystanders {
	void *memory;
	cudaStream_t stream;
	cudaEvent_t event;
};

#define CALLS(name, ...) {#name, [](struct bystanders *b) -> cudaError_t { (void)b; __VA_ARGS__ }}
static const struct {
	const char *call;
	cudaError_t (*run)(struct bystanders *b);
} calls[] = {
	CALLS(cudaMalloc, void *p; cudaError_t code = cudaMalloc(&p, 4096); if (code == cudaSuccess) must(cudaFree(p)); return code;),
	CALLS(cudaFree, cudaError_t code = cudaFree(b->memory); if (code == cudaSuccess) b->memory = nullptr; return code;),
	CALLS(cudaHostAlloc, void *p; cudaError_t code = cudaHostAlloc(&p, 4096, cudaHostAllocDefault); if (code == cudaSuccess) must(cudaFreeHost(p));
	      return code;),
	CALLS(cudaStreamSynchronize, return cudaStreamSynchronize(b->stream);),
	CALLS(cudaStreamQuery, return cudaStreamQuery(b->stream);),
	CALLS(cudaEventSynchronize, return cudaEventSynchronize(b->event);),
	CALLS(cudaEventQuery, return cudaEventQuery(b->event);),
};

static int find_call()
{
	for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
		if (same_name(calls[i].call, parameter_call))
			return static_cast<int>(i);
	return -1;
}

bool is_expressible() { return find_call() >= 0 && knows_capture(); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s is refused in the other thread, and nothing comes of the recording", parameter_call);
}

static void record_beside(struct scene *s, const char *mode)
{
	struct bystanders b = {};
	must(cudaMalloc(&b.memory, 4096));
	must(cudaStreamCreateWithFlags(&b.stream, cudaStreamNonBlocking));
	must(cudaEventCreate(&b.event));
	must(cudaEventRecord(b.event, b.stream));
	must(cudaStreamSynchronize(b.stream));
	prepare(s);
	cudaError_t code = cudaSuccess;
	int device;
	must(cudaGetDevice(&device));
	begin(s, mode);
	launch(s->capture, s->out, s->in, s->round);
	std::thread other([&] {
		must(cudaSetDevice(device));
		code = calls[find_call()].run(&b);
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
	if (b.memory)
		must(cudaFree(b.memory));
	must(cudaEventDestroy(b.event));
	must(cudaStreamDestroy(b.stream));
}

void hazard(struct scene *s) { record_beside(s, HAS_HAZARD ? parameter_mode : "thread_local"); }
void twin(struct scene *s) { record_beside(s, "thread_local"); }

int main(int argc, char **argv) { return confirm(argc, argv); }
