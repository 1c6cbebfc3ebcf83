/* The victim's side: a launch whose own return value is success, and whose check says the code of an earlier call.
 * parameters: call? */
#include "calls.cuh"

struct program program = {"blamed-launch", "cudaSetDevice", nullptr, nullptr,
                                "what a launch check says of a launch that itself returned success", false, nullptr};

bool is_expressible() { return find_provocation(parameter_call); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "the launch returns success and does its work, its check says the code of %s", parameter_call);
}

/* The launch as a function, since that one returns a code of its own. */
static cudaError_t launch_returning(struct scene *s)
{
	void *arguments[] = {&s->out, &s->in, &s->round};
	return cudaLaunchKernel(reinterpret_cast<const void *>(harness_work), dim3(WORDS / 256), dim3(256), arguments, 0, s->work);
}

static void launch_after_failure(struct scene *s, bool looks_first)
{
	cudaError_t code = fail(s, parameter_call), pending = cudaSuccess;
	if (looks_first)
		pending = cudaGetLastError();
	cudaError_t own = launch_returning(s);
	log_step(s, "cudaLaunchKernel", own);
	cudaError_t check = cudaGetLastError();
	log_step(s, "launch check", check);
	bool is_right = right_words(s) == WORDS;
	s->record->shows = code != cudaSuccess && own == cudaSuccess && check == code && is_right;
	s->record->is_good = pending == code && own == cudaSuccess && check == cudaSuccess && is_right;
	got(s, "%s said %s; %sthe launch returned %s, its check said %s, the work is %s", parameter_call, error_name(code),
	    looks_first ? "looked at before the launch; " : "", error_name(own), error_name(check), is_right ? "right" : "wrong");
}

void hazard(struct scene *s) { launch_after_failure(s, !HAS_HAZARD); }
void twin(struct scene *s) { launch_after_failure(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
