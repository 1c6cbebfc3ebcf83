/* The code of a failing call is thrown away: what follows says success, until a launch check of somebody else says the code.
 * parameters: call */
#include "calls.cuh"

struct program program = {"dropped-error", "cudaMemcpyAsync", nullptr, nullptr,
                                "who tells of a failure whose code was dropped", false, nullptr};

bool is_expressible() { return find_provocation(parameter_call); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "the wait after %s says success, and the next launch check says its code", parameter_call);
}

static void call(struct scene *s, bool looks)
{
	cudaError_t code = fail(s, parameter_call), told = cudaSuccess; /* hazard: `code` is for the record alone */
	if (looks) {
		told = code;
		(void)cudaGetLastError();
	}
	cudaError_t wait = cudaStreamSynchronize(s->work);
	log_step(s, "cudaStreamSynchronize", wait);
	struct launch l = launch_checked(s);
	s->record->shows = code != cudaSuccess && told == cudaSuccess && wait == cudaSuccess && l.check == code && l.is_right;
	s->record->is_good = code != cudaSuccess && told == code && wait == cudaSuccess && l.check == cudaSuccess && l.is_right;
	got(s, "%s said %s%s; the wait said %s, the next launch check %s", parameter_call, error_name(code),
	    looks ? ", which was looked at" : ", which was dropped", error_name(wait), error_name(l.check));
}

void hazard(struct scene *s) { call(s, !HAS_HAZARD); }
void twin(struct scene *s) { call(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
