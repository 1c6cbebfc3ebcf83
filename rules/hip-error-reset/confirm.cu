/* HIP: a check with the old meaning, the result of the last call, says nothing of a refused launch once another call has
 * succeeded. From ROCm 7.0 on hipExtGetLastError has that meaning; before, hipGetLastError itself had it.
 * parameters: none */
#include "harness.cuh"

static const char *look_for_hip()
{
#ifdef CONFIRM_HIP
	return nullptr;
#else
	return "only the HIP runtime has this meaning; build with hipcc";
#endif
}

struct program program = {"hip-error-reset", nullptr, nullptr, nullptr,
                                "what the check with the old meaning says of a refused launch", false, look_for_hip};

bool is_expressible() { return true; }

void expect(char *text, size_t size) { std::snprintf(text, size, "the check says success, and the output was not written"); }

static cudaError_t result_of_last_call()
{
#if defined(CONFIRM_HIP) && HIP_VERSION_MAJOR >= 7
	return hipExtGetLastError();
#else
	return cudaGetLastError();
#endif
}

static void launch(struct scene *s, bool checks_at_once)
{
	launch_refused(s);
	cudaError_t told = checks_at_once ? cudaGetLastError() : cudaSuccess;
	cudaError_t copy = cudaMemcpyAsync(s->host, s->in, 64 * s->round, cudaMemcpyDeviceToHost, s->work);
	if (!checks_at_once)
		told = result_of_last_call();
	unsigned right = right_words(s);
	s->record->shows = told == cudaSuccess && copy == cudaSuccess && !right;
	s->record->is_good = told != cudaSuccess && !right;
	got(s, "a launch is refused, a copy says %s; the check %s said %s; %u words written", error_name(copy),
	    checks_at_once ? "before the copy" : "after the copy", error_name(told), right);
}

void hazard(struct scene *s) { launch(s, !HAS_HAZARD); }
void twin(struct scene *s) { launch(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
