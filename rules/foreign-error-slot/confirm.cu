/* Two copies of the runtime in one process: the one that this program is linked with (statically), and the shared library,
 * loaded. Reading the slot of the loaded one leaves the other full.
 * parameters: call? */
#include "calls.cuh"

typedef cudaError_t (*read_slot)();
static read_slot foreign_read;

static const char *find_other_runtime()
{
#ifdef CONFIRM_HIP
	return "the HIP runtime is linked as a shared library: there is only one copy";
#else
	for (const char *name : {"libcudart.so", "libcudart.so.13", "libcudart.so.12"}) {
		void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
		foreign_read = library ? reinterpret_cast<read_slot>(dlsym(library, "cudaGetLastError")) : nullptr;
		if (foreign_read)
			return foreign_read == cudaGetLastError ? "the loaded runtime is the one that is linked" : nullptr;
	}
	return "no shared CUDA runtime (libcudart.so) can be loaded";
#endif
}

struct program program = {"foreign-error-slot", "cudaHostRegister", nullptr, nullptr,
                                "what a launch check says after a read through a loaded runtime", false, find_other_runtime};

bool is_expressible() { return find_provocation(parameter_call); }

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "the loaded runtime's read says success, and the launch check still says the code of %s", parameter_call);
}

static void drain(struct scene *s, read_slot reads)
{
	cudaError_t code = fail(s, parameter_call);
	cudaError_t read = reads();
	log_step(s, "read", read);
	struct launch l = launch_checked(s);
	s->record->shows = code != cudaSuccess && read == cudaSuccess && l.check == code && l.is_right;
	s->record->is_good = code != cudaSuccess && read == code && l.check == cudaSuccess && l.is_right;
	got(s, "%s said %s; %s read said %s; the launch check said %s", parameter_call, error_name(code),
	    reads == foreign_read ? "the loaded runtime's" : "the own", error_name(read), error_name(l.check));
}

void hazard(struct scene *s) { drain(s, HAS_HAZARD ? foreign_read : cudaGetLastError); }
void twin(struct scene *s) { drain(s, cudaGetLastError); }

int main(int argc, char **argv) { return confirm(argc, argv); }
