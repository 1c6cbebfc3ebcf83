/* What the slot says is misunderstood. One form a kind of finding:
 * twice        the second read is believed; the first has emptied the slot
 * text         the error text is taken from such a second read
 * again        a peek is the only check: the next check reports the same error once more
 * others       a peek after checked calls finds somebody else's error
 * overwritten  a call's own code is replaced by what is in the slot
 * launch       a code that arises on the device is expected from the check after the launch (code: which)
 * parameters: form code? */
#include "calls.cuh"
#include "faults.cuh"

/* Form `launch` ends the context, so every variant has a process of its own. */
struct program program = {"misread-error", nullptr, "twice", "", "what a read of the slot says", true, nullptr};

static bool is_form(const char *form) { return !std::strcmp(parameter_form, form); }

bool is_expressible()
{
	return is_form("twice") || is_form("text") || is_form("again") || is_form("others") || is_form("overwritten") ||
	       (is_form("launch") && knows_fault(parameter_code));
}

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s", is_form("twice")    ? "the second read says success in the middle of a failure"
	                                : is_form("text")   ? "the error text of a failure is that of success"
	                                : is_form("again")  ? "the check of a later launch that is right reports the error once more"
	                                : is_form("launch") ? "the check after the launch says success, and the wait says the code"
	                                                    : "calls that all returned success are judged by an older error");
}

static void read_twice(struct scene *s, bool keeps)
{
	launch_refused(s);
	cudaError_t first = cudaGetLastError();
	cudaError_t second = keeps ? first : cudaGetLastError();
	log_step(s, "second read", second);
	s->record->shows = first != cudaSuccess && second == cudaSuccess;
	s->record->is_good = first != cudaSuccess && second == first;
	got(s, "a refused launch: the first read said %s, what was used said %s: \"%s\"", error_name(first), error_name(second),
	    cudaGetErrorString(second));
}

static void read_text(struct scene *s, bool keeps)
{
	launch_refused(s);
	cudaError_t first = cudaGetLastError();
	const char *text = keeps ? cudaGetErrorString(first) : cudaGetErrorString(cudaGetLastError());
	s->record->shows = first != cudaSuccess && !std::strcmp(text, cudaGetErrorString(cudaSuccess));
	s->record->is_good = first != cudaSuccess && !std::strcmp(text, cudaGetErrorString(first));
	got(s, "a refused launch: the read said %s, the text says \"%s\"", error_name(first), text);
}

static void peek_only(struct scene *s, bool empties)
{
	launch_refused(s);
	cudaError_t first = empties ? cudaGetLastError() : cudaPeekAtLastError();
	log_step(s, empties ? "cudaGetLastError" : "cudaPeekAtLastError", first);
	struct launch l = launch_checked(s);
	s->record->shows = first != cudaSuccess && l.check == first && l.is_right;
	s->record->is_good = first != cudaSuccess && l.check == cudaSuccess && l.is_right;
	got(s, "the check of a refused launch said %s; that of the next launch %s, its work is %s", error_name(first), error_name(l.check),
	    l.is_right ? "right" : "wrong");
}

/* Forms `others` and `overwritten`: own calls succeed, and are judged by the slot. */
static void judge(struct scene *s, bool believes_value)
{
	cudaError_t code = fail(s, "cudaSetDevice");
	cudaError_t own = cudaStreamSynchronize(s->work);
	log_step(s, "cudaStreamSynchronize", own);
	cudaError_t verdict = believes_value ? own : is_form("others") ? cudaPeekAtLastError() : cudaGetLastError();
	s->record->shows = code != cudaSuccess && own == cudaSuccess && verdict == code;
	s->record->is_good = code != cudaSuccess && own == cudaSuccess && verdict == cudaSuccess;
	got(s, "an earlier call left %s; own calls returned %s, and were judged %s", error_name(code), error_name(own), error_name(verdict));
}

static void expect_from_launch(struct scene *s, bool waits)
{
	volatile unsigned *sign = launch_fault(s);
	cudaError_t check = cudaGetLastError();
	log_step(s, "launch check", check);
	*sign = 1;
	cudaError_t wait = cudaStreamSynchronize(s->work);
	cudaError_t told = waits ? wait : check;
	s->record->shows = told == cudaSuccess && same_name(error_name(wait), parameter_code);
	s->record->is_good = same_name(error_name(told), parameter_code);
	got(s, "the check after the launch said %s, the wait %s; %s was believed", error_name(check), error_name(wait), waits ? "the wait" : "the check");
}

static void run(struct scene *s, bool is_repaired)
{
	if (is_form("twice"))
		read_twice(s, is_repaired);
	else if (is_form("text"))
		read_text(s, is_repaired);
	else if (is_form("again"))
		peek_only(s, is_repaired);
	else if (is_form("launch"))
		expect_from_launch(s, is_repaired);
	else
		judge(s, is_repaired);
}

void hazard(struct scene *s) { run(s, !HAS_HAZARD); }
void twin(struct scene *s) { run(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
