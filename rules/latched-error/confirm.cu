/* A failure is tolerated and left in the slot: the check after a launch in which nothing is wrong reports its code.
 * parameters: call */
#include "calls.cuh"

struct program program = {"latched-error", "cudaHostRegister", nullptr, nullptr,
                                "what a launch check says after a tolerated failure", false, nullptr};

bool is_expressible() { return find_provocation(parameter_call); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "the check of a launch that does right work says the code of %s", parameter_call);
}

static void tolerate(struct scene *s, bool drains)
{
	cudaError_t code = fail(s, parameter_call);
	if (code != cudaSuccess && drains)
		(void)cudaGetLastError();
	struct launch l = launch_checked(s);
	s->record->shows = code != cudaSuccess && l.check == code && l.sync == cudaSuccess && l.is_right;
	s->record->is_good = code != cudaSuccess && l.check == cudaSuccess && l.is_right;
	got(s, "%s said %s; the launch check said %s, the wait %s, the work is %s", parameter_call, error_name(code),
	    error_name(l.check), error_name(l.sync), l.is_right ? "right" : "wrong");
}

void hazard(struct scene *s) { tolerate(s, !HAS_HAZARD); }
void twin(struct scene *s) { tolerate(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
