/* What the confirmation programs share: a scene with known work in it, the slot log, rounds of hazard and twin, and the
 * result as one line of JSON.
 *
 * A program defines `program` (which rule, what is to be seen) and two variants, hazard() and twin(). Each variant runs in
 * three rounds, each with other inputs and a clean slot. Confirmed means: in every round the hazard shows the observable,
 * and the twin neither shows it nor does wrong work. Exit status: 0 confirmed, 1 not reproduced, 2 the program could not do
 * its job, 77 no device.
 *
 * Parameters come from the finding: -DCALL='"cudaMalloc"', -DFORM='"twice"', -DCODE, -DMODE, -DSTREAM, -DSIZE, or at run time call=...,
 * form=..., code=..., mode=..., stream=..., size=... as arguments. -DHAZARD_REMOVED takes the hazard out; such a program must say "not
 * reproduced".
 *
 * Compiles with nvcc, and with hipcc through names.cuh. Nothing sleeps; what is taken from the device is given back. */
#ifndef CONFIRM_HARNESS_CUH
#define CONFIRM_HARNESS_CUH

#include "names.cuh"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CALL
#define CALL ""
#endif
#ifndef FORM
#define FORM ""
#endif
#ifndef CODE
#define CODE ""
#endif
#ifndef MODE
#define MODE ""
#endif
#ifndef STREAM
#define STREAM ""
#endif
#ifndef SIZE
#define SIZE ""
#endif
#ifndef SOURCE_HASH
#define SOURCE_HASH ""
#endif

enum { ROUNDS = 3, WORDS = 4096, LOG_LINES = 10, CONFIRMED = 0, NOT_REPRODUCED = 1, BROKEN = 2, NO_DEVICE = 77 };

/* What one variant did in one round. Goes through a pipe when the variant runs in a child, so it holds no pointers. */
struct record {
	bool shows;   /* the predicted observable was seen */
	bool is_good; /* the work came out right, and was not blamed */
	char got[200];
	char log[LOG_LINES][120];
	int log_count;
};

struct scene {
	unsigned round;
	cudaStream_t work, capture; /* both non-blocking; a capture that is still open on the second is ended by scene_close */
	unsigned *in, *out;         /* device */
	unsigned *host;             /* pinned, WORDS */
	struct record *record;
};

struct program {
	const char *rule;
	const char *call;       /* the default of call=; NULL if the program has no such parameter */
	const char *form;       /* likewise */
	const char *code;       /* likewise */
	const char *observable; /* what is watched */
	bool is_fatal;          /* the context does not survive: each variant runs in a process of its own */
	const char *(*obstacle)(); /* why it can't be run here, or NULL; NULL itself if there is nothing to look for */
	const char *mode = nullptr;   /* the default of mode=, as for `call`: the three of programs that capture */
	const char *stream = nullptr; /* likewise */
	const char *size = nullptr;   /* likewise */
};

/* The program's parts. The last three are asked after the parameters are known. */
extern struct program program; /* no constant: hipcc would want its function on the device */
bool is_expressible();                /* whether the program knows the values of its parameters */
void expect(char *text, size_t size); /* what the hazard must show, in words */
void hazard(struct scene *s);
void twin(struct scene *s);

#ifdef HAZARD_REMOVED
enum { HAS_HAZARD = 0 };
#else
enum { HAS_HAZARD = 1 };
#endif

inline const char *parameter_call = CALL, *parameter_form = FORM, *parameter_code = CODE, *parameter_mode = MODE, *parameter_stream = STREAM,
                  *parameter_size = SIZE;

/* Every parameter: what the program has for it by default (NULL: it has no such parameter), and where its value is. */
inline const struct parameter {
	const char *name;
	const char **standard;
	const char **value;
} parameters[] = {
	{"call", &program.call, &parameter_call}, {"form", &program.form, &parameter_form},       {"code", &program.code, &parameter_code},
	{"mode", &program.mode, &parameter_mode}, {"stream", &program.stream, &parameter_stream}, {"size", &program.size, &parameter_size},
};

inline const char *error_name(cudaError_t code) { return cudaGetErrorName(code); }

/* Names are compared without their prefix: hipMalloc is cudaMalloc here. */
inline const char *bare(const char *name)
{
	return !std::strncmp(name, "cuda", 4) ? name + 4 : !std::strncmp(name, "hip", 3) ? name + 3 : name;
}
inline bool same_name(const char *a, const char *b) { return !std::strcmp(bare(a), bare(b)); }

/* A step of the scene itself that must not fail; the hazard's own calls never go through it. */
#define must(call) must_at((call), #call)
inline void must_at(cudaError_t code, const char *what)
{
	if (code == cudaSuccess)
		return;
	std::fprintf(stderr, "%s: %s\n", what, error_name(code));
	std::fflush(stderr);
	_exit(BROKEN);
}

__attribute__((format(printf, 2, 3))) inline void got(struct scene *s, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	std::vsnprintf(s->record->got, sizeof s->record->got, format, list);
	va_end(list);
}

/* The slot log: what a step returned, and what was in the slot after it. */
inline void log_step(struct scene *s, const char *step, cudaError_t code)
{
	struct record *r = s->record;
	if (r->log_count < LOG_LINES)
		std::snprintf(r->log[r->log_count++], sizeof r->log[0], "%s: %s, slot %s", step, error_name(code),
		              error_name(cudaPeekAtLastError()));
}

static __global__ void harness_work(unsigned *out, const unsigned *in, unsigned salt)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i] * 3u + salt;
}

inline unsigned input_at(const struct scene *s, unsigned i) { return i * 7u + s->round * 1000003u; }

/* How many words of `out` hold what the work of this round must give: WORDS, or none where nothing was done. */
inline unsigned right_words(struct scene *s)
{
	must(cudaMemcpyAsync(s->host, s->out, WORDS * sizeof *s->host, cudaMemcpyDeviceToHost, s->work));
	must(cudaStreamSynchronize(s->work));
	unsigned right = 0;
	for (unsigned i = 0; i < WORDS; i++)
		right += s->host[i] == input_at(s, i) * 3u + s->round;
	return right;
}

/* A launch with nothing wrong in it, and what a launch check says of it. */
struct launch {
	cudaError_t check, sync;
	bool is_right;
};
inline void launch_work(struct scene *s) { harness_work<<<WORDS / 256, 256, 0, s->work>>>(s->out, s->in, s->round); }
inline struct launch launch_checked(struct scene *s)
{
	launch_work(s);
	struct launch l = {cudaGetLastError(), cudaStreamSynchronize(s->work), false};
	log_step(s, "launch check", l.check);
	l.is_right = right_words(s) == WORDS;
	return l;
}

/* A launch that the runtime refuses, in another way each round: threads, shared memory, grid. Nothing is done by it. */
inline void launch_refused(struct scene *s)
{
	const dim3 grids[] = {dim3(1), dim3(1), dim3(1, 1, 1u << 16)}, blocks[] = {dim3(2048), dim3(32), dim3(32)};
	const size_t shared[] = {0, static_cast<size_t>(1) << 20, 0};
	unsigned way = s->round % 3;
	harness_work<<<grids[way], blocks[way], shared[way], s->work>>>(s->out, s->in, s->round);
}

inline void scene_open(struct scene *s, unsigned round, struct record *record)
{
	*s = scene{};
	s->round = round;
	s->record = record;
	*record = {};
	must(cudaStreamCreateWithFlags(&s->work, cudaStreamNonBlocking));
	must(cudaStreamCreateWithFlags(&s->capture, cudaStreamNonBlocking));
	must(cudaMalloc(&s->in, WORDS * sizeof *s->in));
	must(cudaMalloc(&s->out, WORDS * sizeof *s->out));
	must(cudaHostAlloc(reinterpret_cast<void **>(&s->host), WORDS * sizeof *s->host, cudaHostAllocDefault));
	for (unsigned i = 0; i < WORDS; i++)
		s->host[i] = input_at(s, i);
	must(cudaMemcpyAsync(s->in, s->host, WORDS * sizeof *s->in, cudaMemcpyHostToDevice, s->work));
	must(cudaMemsetAsync(s->out, 0xa5, WORDS * sizeof *s->out, s->work));
	must(cudaStreamSynchronize(s->work));
	must(cudaGetLastError());
}

inline void scene_close(struct scene *s)
{
	cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
	must(cudaStreamIsCapturing(s->capture, &status));
	if (status != cudaStreamCaptureStatusNone) {
		cudaGraph_t graph = nullptr;
		if (cudaStreamEndCapture(s->capture, &graph) == cudaSuccess && graph)
			must(cudaGraphDestroy(graph));
	}
	(void)cudaGetLastError(); /* what the hazard and the broken capture left */
	must(cudaFree(s->in));
	must(cudaFree(s->out));
	must(cudaFreeHost(s->host));
	must(cudaStreamDestroy(s->work));
	must(cudaStreamDestroy(s->capture));
	must(cudaGetLastError());
}

inline bool has_device()
{
	int devices = 0;
	return cudaGetDeviceCount(&devices) == cudaSuccess && devices;
}

/* ---- the result ---- */

inline void put_text(const char *key, const char *text)
{
	std::printf("\"%s\":\"", key);
	for (; *text; text++)
		if (*text == '"' || *text == '\\')
			std::printf("\\%c", *text);
		else if (static_cast<unsigned char>(*text) < ' ')
			std::printf("\\u%04x", static_cast<unsigned>(*text));
		else
			std::putchar(*text);
	std::printf("\",");
}

/* The driver's own version is known to the management library only. */
inline void driver_version(char *text, size_t size)
{
	int version = 0;
	char number[80] = "";
	(void)cudaDriverGetVersion(&version);
#ifndef CONFIRM_HIP
	void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
	auto init = library ? reinterpret_cast<int (*)()>(dlsym(library, "nvmlInit_v2")) : nullptr;
	auto ask = library ? reinterpret_cast<int (*)(char *, unsigned)>(dlsym(library, "nvmlSystemGetDriverVersion")) : nullptr;
	if (!init || !ask || init() || ask(number, sizeof number))
		number[0] = '\0';
	std::snprintf(text, size, "%s%sCUDA %d.%d", number, *number ? ", " : "", version / 1000, version % 1000 / 10);
#else
	std::snprintf(text, size, "%sHIP %d", number, version);
#endif
}

inline void put_device()
{
	cudaDeviceProp prop = {};
	int device = 0, version = 0;
	char text[160];
	must(cudaGetDevice(&device));
	must(cudaGetDeviceProperties(&prop, device));
	put_text("device", prop.name);
#ifdef CONFIRM_HIP
	put_text("compute_capability", prop.gcnArchName);
#else
	std::snprintf(text, sizeof text, "%d.%d", prop.major, prop.minor);
	put_text("compute_capability", text);
#endif
	driver_version(text, sizeof text);
	put_text("driver", text);
	must(cudaRuntimeGetVersion(&version));
#ifdef CONFIRM_HIP
	std::snprintf(text, sizeof text, "HIP %d", version);
	put_text("runtime", text);
	std::snprintf(text, sizeof text, "HIP %d.%d.%d", HIP_VERSION_MAJOR, HIP_VERSION_MINOR, HIP_VERSION_PATCH);
#else
	std::snprintf(text, sizeof text, "%d.%d", version / 1000, version % 1000 / 10);
	put_text("runtime", text);
	std::snprintf(text, sizeof text, "%d.%d.%d", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__);
#endif
	put_text("toolkit", text);
}

inline void put_parameters()
{
	put_text("rule", program.rule);
	put_text("program", "confirm.cu");
	for (const auto &p : parameters)
		put_text(p.name, *p.value);
	put_text("source", SOURCE_HASH);
	put_text("observable", program.observable);
}

inline int say(const char *verdict, const char *reason, int status)
{
	std::putchar('{');
	put_parameters();
	put_text("reason", reason);
	std::printf("\"verdict\":\"%s\"}\n", verdict);
	return status;
}

/* ---- the rounds ---- */

inline void run_variant(void (*variant)(struct scene *), unsigned round, struct record *record)
{
	struct scene s;
	scene_open(&s, round, record);
	variant(&s);
	if (!program.is_fatal)
		scene_close(&s);
}

/* In a process of its own; the parent must not have touched the device yet. False if the child could not do its job. */
inline bool run_in_child(void (*variant)(struct scene *), unsigned round, struct record *record, int *status)
{
	int ends[2];
	if (pipe(ends))
		return false;
	std::fflush(stdout);
	pid_t child = fork();
	if (!child) {
		if (!has_device())
			_exit(NO_DEVICE);
		run_variant(variant, round, record);
		_exit(write(ends[1], record, sizeof *record) == static_cast<ssize_t>(sizeof *record) ? 0 : BROKEN);
	}
	close(ends[1]);
	bool is_whole = child > 0 && read(ends[0], record, sizeof *record) == static_cast<ssize_t>(sizeof *record);
	close(ends[0]);
	int wait_status = 0;
	if (child > 0)
		waitpid(child, &wait_status, 0);
	*status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : BROKEN;
	return is_whole && !*status;
}

inline bool run_round(void (*variant)(struct scene *), unsigned round, struct record *record, int *status)
{
	*status = 0;
	if (program.is_fatal)
		return run_in_child(variant, round, record, status);
	run_variant(variant, round, record);
	return true;
}

inline bool take_argument(const char *argument)
{
	for (const auto &p : parameters) {
		size_t n = std::strlen(p.name);
		if (*p.standard && !std::strncmp(argument, p.name, n) && argument[n] == '=') {
			*p.value = argument + n + 1;
			return true;
		}
	}
	return false;
}

inline void take_defaults()
{
	for (const auto &p : parameters)
		if (*p.standard && !**p.value)
			*p.value = *p.standard;
}

inline void put_log(const struct record *r)
{
	std::printf("\"log\":[");
	for (int i = 0; i < r->log_count; i++)
		std::printf("%s\"%s\"", i ? "," : "", r->log[i]);
	std::printf("],");
}

inline int conclude(const struct record *bad, const struct record *good, bool is_confirmed)
{
	char expected[200];
	expect(expected, sizeof expected);
	std::putchar('{');
	put_parameters();
	put_text("expected", expected);
	put_text("got", bad->got);
	put_text("twin", good->got);
	std::printf("\"rounds\":%d,", ROUNDS);
	put_device();
	put_log(bad);
	std::printf("\"verdict\":\"%s\"}\n", is_confirmed ? "confirmed" : "not reproduced");
	return is_confirmed ? CONFIRMED : NOT_REPRODUCED;
}

inline int confirm(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!take_argument(argv[i])) {
			std::fprintf(stderr, "'%s' is no parameter of %s\n", argv[i], program.rule);
			return BROKEN;
		}
	take_defaults();
	if (!is_expressible())
		return say("not expressible", "the program can't make this happen", BROKEN);
	const char *obstacle = program.obstacle ? program.obstacle() : nullptr;
	if (obstacle)
		return say("not run", obstacle, NO_DEVICE);
	if (!program.is_fatal && !has_device())
		return say("not run", "no device", NO_DEVICE);
	static struct record bad, good; /* of the last round, or of the first that did not go as predicted */
	for (unsigned round = 1; round <= ROUNDS; round++) {
		int status;
		if (!run_round(hazard, round, &bad, &status) || !run_round(twin, round, &good, &status))
			return status == NO_DEVICE ? say("not run", "no device", NO_DEVICE) : say("broken", "a step of the scene failed", BROKEN);
		if (!bad.shows || good.shows || !good.is_good)
			return conclude(&bad, &good, false);
	}
	return conclude(&bad, &good, true);
}

#endif
