/* After a fault on the device the retry fails with the same code, whatever was cleared. The twin is what the page advises: the
 * process ends, and a new one does the work. Each variant is a process of its own, so the device stays usable.
 * parameters: code */
#include "faults.cuh"

struct program program = {"sticky-retry", nullptr, nullptr, "cudaErrorIllegalAddress",
                                "what a retry says after a fault on the device was cleared", true, nullptr};

bool is_expressible() { return knows_fault(parameter_code); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "the retry says %s again after a read that emptied the slot", parameter_code);
}

static void retry(struct scene *s)
{
	*launch_fault(s) = 1;
	cudaError_t first = cudaStreamSynchronize(s->work);
	log_step(s, "cudaStreamSynchronize", first);
	(void)cudaGetLastError();
	cudaError_t cleared = cudaGetLastError();
	log_step(s, "second cudaGetLastError", cleared);
	launch_work(s);
	cudaError_t again = cudaStreamSynchronize(s->work);
	log_step(s, "retry", again);
	void *p;
	cudaError_t other = cudaMalloc(&p, 4096);
	log_step(s, "cudaMalloc", other);
	s->record->shows = same_name(error_name(first), parameter_code) && cleared == cudaSuccess && again == first && other == first;
	got(s, "the wait said %s; cleared to %s; the retry said %s, cudaMalloc %s", error_name(first), error_name(cleared), error_name(again),
	    error_name(other));
}

static void do_work(struct scene *s)
{
	struct launch l = launch_checked(s);
	s->record->is_good = l.check == cudaSuccess && l.sync == cudaSuccess && l.is_right;
	got(s, "a process started after the fault: launch check %s, wait %s, the work is %s", error_name(l.check), error_name(l.sync),
	    l.is_right ? "right" : "wrong");
}

void hazard(struct scene *s)
{
	if (HAS_HAZARD)
		retry(s);
	else
		do_work(s);
}

void twin(struct scene *s) { do_work(s); }

int main(int argc, char **argv) { return confirm(argc, argv); }
