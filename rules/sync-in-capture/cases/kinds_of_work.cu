// Which kind of work it is, and whether there is any, keeps no capture away: a program captures whatever its steps hold. How the work is to be
// done may be another way in a capture.
#include <cuda_runtime.h>

enum kind { SCALE, SHIFT, CLAMP, VIEW };
enum mode { CHECKED, PLAIN, FAST };

struct step {
	int kind, mode, n;
	float *p;
};

__global__ void work(float *p, int kind, int n);

static void scale(const struct step *s, cudaStream_t stream)
{
	if (s->n == 0)
		return;
	work<<<1, 32, 0, stream>>>(s->p, SCALE, s->n);
	cudaStreamSynchronize(stream); // expect-warning: sync-in-capture
}

static void shift(const struct step *s, cudaStream_t stream)
{
	work<<<1, 32, 0, stream>>>(s->p, SHIFT, s->n);
	if (s->n > 4096)
		cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

static void clamp(const struct step *s, cudaStream_t stream) { work<<<1, 32, 0, stream>>>(s->p, CLAMP, s->n); }

static void checked(const struct step *s, cudaStream_t stream)
{
	work<<<1, 32, 0, stream>>>(s->p, CLAMP, s->n);
	cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

static bool run_step(const struct step *s, cudaStream_t stream)
{
	switch (s->kind) {
	case SCALE:
		scale(s, stream);
		return true;
	case SHIFT:
		shift(s, stream);
		return true;
	case CLAMP:
		clamp(s, stream);
		return true;
	default:
		return false;
	}
}

static void run_mode(const struct step *s, cudaStream_t stream)
{
	if (s->mode == CHECKED)
		checked(s, stream);
	else if (s->mode == PLAIN)
		clamp(s, stream);
	else if (s->mode == FAST)
		run_step(s, stream);
}

/* Ends the capture that its caller may have begun. */
static void run_all(const struct step *steps, int n, cudaStream_t stream, bool use_graph, cudaGraph_t *graph)
{
	for (int i = 0; i < n; i++) {
		if (steps[i].kind == VIEW)
			continue;
		run_step(&steps[i], stream);
		run_mode(&steps[i], stream);
	}
	if (use_graph)
		cudaStreamEndCapture(stream, graph);
}

void record(const struct step *steps, int n, cudaStream_t stream, bool use_graph, cudaGraph_t *graph)
{
	if (use_graph)
		cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
	run_all(steps, n, stream, use_graph, graph);
}
