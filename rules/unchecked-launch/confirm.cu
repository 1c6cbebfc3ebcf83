/* A refused launch after which nobody reads the slot: every later call says success, and nothing was done. The launch is
 * refused for its threads, its shared memory and its grid in turn.
 * parameters: none */
#include "harness.cuh"

struct program program = {"unchecked-launch", nullptr, nullptr, nullptr,
                                "who tells of a refused launch, and what is in its output", false, nullptr};

bool is_expressible() { return true; }

void expect(char *text, size_t size) { std::snprintf(text, size, "the wait says success, and the output was not written"); }

static void launch(struct scene *s, bool checks)
{
	launch_refused(s);
	cudaError_t told = checks ? cudaGetLastError() : cudaSuccess;
	cudaError_t wait = cudaStreamSynchronize(s->work);
	log_step(s, "cudaStreamSynchronize", wait);
	unsigned right = right_words(s);
	s->record->shows = told == cudaSuccess && wait == cudaSuccess && !right;
	s->record->is_good = told != cudaSuccess && wait == cudaSuccess && !right;
	got(s, "the launch check %s%s; the wait said %s; %u of %u words written", checks ? "said " : "was left out",
	    checks ? error_name(told) : "", error_name(wait), right, static_cast<unsigned>(WORDS));
}

void hazard(struct scene *s) { launch(s, !HAS_HAZARD); }
void twin(struct scene *s) { launch(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
