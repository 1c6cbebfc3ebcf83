/* A module that is unloaded while something is recorded: refused, but in relaxed mode. The twin unloads it behind the end.
 * parameters: call mode? stream? */
#include "capture.cuh"

#include <dlfcn.h>

struct program program = {"jit-in-capture", "cuModuleUnload", nullptr, nullptr, "what the unload says, and what comes of the recording", false, nullptr, "global",
                          "nonblocking"};

/* The driver is loaded already; its types are pointers. */
typedef int (*load_call)(void **module, const void *image);
typedef int (*unload_call)(void *module);

#ifdef CONFIRM_HIP
static const char library[] = "libamdhip64.so", load_name[] = "hipModuleLoadData";
static bool is_known_call() { return false; } /* an image would have to be built for the device at hand */
static const char image[] = "";
#else
static const char library[] = "libcuda.so.1", load_name[] = "cuModuleLoadData";
static bool is_known_call() { return same_name(parameter_call, "cuModuleUnload"); }
static const char image[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry nothing()\n{\n\tret;\n}\n";
#endif

bool is_expressible() { return is_known_call() && knows_capture() && std::strcmp(parameter_mode, "relaxed") != 0; }

void expect(char *text, size_t size) { std::snprintf(text, size, "%s is refused, and nothing comes of the recording", parameter_call); }

static void record_with(struct scene *s, bool is_inside)
{
	void *module = nullptr, *driver = dlopen(library, RTLD_NOW);
	auto load = reinterpret_cast<load_call>(driver ? dlsym(driver, load_name) : nullptr);
	auto unload = reinterpret_cast<unload_call>(driver ? dlsym(driver, parameter_call) : nullptr);
	if (!load || !unload || load(&module, image)) {
		got(s, "the module could not be loaded");
		return;
	}
	prepare(s);
	begin(s);
	launch(s->capture, s->out, s->in, s->round);
	int code = is_inside ? unload(module) : 0;
	struct recording r = finish(s);
	(void)cudaGetLastError();
	if (!is_inside || code) {
		int later = unload(module);
		code = is_inside ? code : later;
	}
	struct tally t = replay_work(s, &r);
	s->record->shows = is_inside && code && r.end != cudaSuccess && !r.exec;
	s->record->is_good = !code && r.end == cudaSuccess && t.right == REPLAYS;
	got(s, "%s %s said %d; the end of the capture said %s; %u of %d replays right", parameter_call, is_inside ? "in the capture" : "after it", code, error_name(r.end), t.right, REPLAYS);
	release(&r);
	dlclose(driver);
}

void hazard(struct scene *s) { record_with(s, HAS_HAZARD); }
void twin(struct scene *s) { record_with(s, false); }

int main(int argc, char **argv) { return confirm(argc, argv); }
