/* Models: what is known of calls whose code can't be seen. Data, not code: the tables in rules/models/ (compiled
 * in as text) and the user's own rows in the same form. Cells are separated by tabs, `#` begins a comment line, and
 * a line whose first cell is `name` names the columns.
 *
 * runtime.tsv  name returns latches role design evidence
 *     returns  error (a runtime code), driver (CUresult), status (cuBLAS, NCCL, ...), value, void
 *     latches  yes | no: whether a failure enters the runtime's last-error slot; drains: the call reads and clears
 *              the slot itself, so nothing of its own stays and what it met there is taken for its own failure; empties: a
 *              failure enters it, and a success empties it of what was there before
 *     role     plain drain peek text launch sync query cleanup alloc copy setup graph capture version; device: asks which
 *              device is current, and fails only where none can be used
 *     design   empty, or why failing is an expected answer ("an update refused because the topology changed"): such
 *              calls are probes, and leaving their refusal latched ranks worst. A `!` before it: an answer of normal
 *              use on any device (already enabled, topology changed), so throwing it away leaves it latched as well. A `~`: the
 *              call hardly fails, but for wrong arguments or a lost device, and why: nobody has to reckon with what it leaves
 * checks.tsv   name reads fails drains evidence  : check macros and functions of the field
 *     reads    code (an argument is an error code), condition (an argument is true on success), slot (reads the
 *              last-error slot itself), nothing
 *     fails    abort throw return log nothing: what happens on failure; glog: abort in a program that includes glog or abseil's log, throw in others
 *     drains   yes | no: whether the slot is clean after a failure that it saw
 * noreturn.tsv name evidence  : functions and macros that never return
 * capture.tsv, regions.tsv, torch.tsv: what calls do while a stream is captured, what opens and closes a capture, and
 *              what Python's tensor operations do; the columns are told at struct capture_api, region_api, torch_op
 *
 * Names. A row's name matches a written name that ends in it at a `::`, so `DeviceScan::*` (every member of the
 * class) is met by `cub::DeviceScan::ExclusiveSum`, and `cudaMalloc` by `::cudaMalloc`. A name in noreturn.tsv is
 * met only whole or below `std::`: A::exit is somebody's own (and so is a.exit(): ask for no member calls). A name that ends in a plain `*` is a
 * prefix of the last component and ends a word there: `cu*` is met by `cuInit`, not by `cudaFree`, `cu_count` or the type
 * `cuThing_t` (`curand_*` by any).
 * The longest match wins: the whole name, then its class, then shorter endings, then prefixes. A row of the user's
 * replaces the built-in one of that name. */
#ifndef CAPLINT_MODELS_H
#define CAPLINT_MODELS_H

#include "base/text.h"

enum model_returns { RETURNS_VOID, RETURNS_VALUE, RETURNS_ERROR, RETURNS_DRIVER, RETURNS_STATUS };
enum model_role {
	ROLE_PLAIN, ROLE_DRAIN, ROLE_PEEK, ROLE_TEXT, ROLE_LAUNCH, ROLE_SYNC, ROLE_QUERY, ROLE_CLEANUP, ROLE_ALLOC,
	ROLE_COPY, ROLE_SETUP, ROLE_GRAPH, ROLE_CAPTURE, ROLE_VERSION, ROLE_DEVICE, ROLES
};

struct model_call {
	struct str name;
	u8 returns; /* enum model_returns */
	u8 role;    /* enum model_role */
	bool latches;
	bool drains; /* reads and clears the slot itself; only with !latches */
	bool empties; /* whatever was in the slot before is gone after it, told to nobody */
	bool is_hip;
	bool is_routine;   /* `design` is an answer of normal use, on any device: it begins with `!` in the table */
	bool is_hardly;    /* fails only where its arguments are wrong or the device is lost: `design` begins with `~` in the table */
	struct str design; /* empty unless failing is an expected answer */
	struct str evidence;
};

/* It reads the slot, and does nothing else. */
static inline bool call_reads_slot(const struct model_call *call) { return call && (call->role == ROLE_DRAIN || call->role == ROLE_PEEK); }

enum check_reads { READS_NOTHING, READS_CODE, READS_CONDITION, READS_SLOT };
enum check_fails { FAILS_NOTHING, FAILS_ABORT, FAILS_THROW, FAILS_RETURN, FAILS_LOG };

struct model_check {
	struct str name;
	u8 reads; /* enum check_reads */
	u8 fails; /* enum check_fails */
	bool is_glog; /* one name, two meanings: it ends the process in glog and abseil; `fails` is for the others */
	bool drains;
	struct str evidence;
};

/* An argument of a call: `3`, `stream`, or `stream@3` where it can be given both ways; `-` is none. Positions count from 0, and
 * the object of a Python method is argument 0, so that x.narrow(0, s) and torch.narrow(x, 0, s) are one thing. */
struct model_arg {
	struct str keyword; /* empty: by position alone */
	i8 position;        /* -1: by keyword alone, or none */
};
static inline bool model_arg_is_none(struct model_arg arg) { return !arg.keyword.n && arg.position < 0; }

/* capture.tsv  name does arguments here other legacy evidence  : calls of the runtime, the driver and libraries
 *     does       what the call is for; enum capture_does has the same words
 *     arguments  role=position, by spaces: stream to from event graph exec node function
 *                kind (of a copy) mode flags handle; `answers`: the host gets a value, or an end that depends on the data, and
 *                waits for it on whatever stream; `-` none
 *     here       outcome on the capturing stream, of an event recorded in the capture, or of a call that has no stream
 *     other      outcome on a stream outside the capture, or of an event recorded outside
 *     legacy     outcome on the legacy stream, which is the stream of calls that name none (cudaMemcpy)
 * Outcomes: node (recorded), ok (succeeds, and replays lack nothing), once (runs at once, missing in every replay), a code of
 * the runtime (refused: the code stays in the last-error slot unless it is the driver's, and the capture is broken), a code and `+`
 * (refused, but the capture goes on without it), broken (the capture is broken, and the call tells of success or with a code of its own
 * library), `-` (the case can't be, or nobody knows). `A/B`: A in global and thread-local mode, B in relaxed mode. Of
 * legacy `A|B`: A beside a capturing stream that blocks (cudaStreamCreate), B beside one that doesn't (cudaStreamNonBlocking);
 * B may be `B/C` by mode. What is refused by mode (`900/ok`) is also refused to every other thread while a global capture runs. */
enum capture_does {
	DOES_NOTHING, /* nothing that capture cares for */
	DOES_ALLOC, DOES_FREE, DOES_ALLOC_ASYNC, DOES_FREE_ASYNC, DOES_PIN, DOES_UNPIN, DOES_POOL,
	DOES_COPY, DOES_COPY_ASYNC, DOES_FILL, DOES_FILL_ASYNC, DOES_LAUNCH, DOES_PREFETCH,
	DOES_SYNC_DEVICE, DOES_SYNC_STREAM, DOES_SYNC_EVENT, DOES_QUERY_STREAM, DOES_QUERY_EVENT,
	DOES_RECORD, DOES_WAIT, DOES_HOST_FUNC, DOES_CALLBACK, DOES_ATTACH,
	DOES_BEGIN, DOES_END, DOES_STATUS, DOES_EXCHANGE_MODE,
	DOES_GRAPH_CREATE, DOES_GRAPH_ADD, DOES_GRAPH_DESTROY, DOES_INSTANTIATE, DOES_UPDATE, DOES_SET_PARAMS, DOES_GRAPH_LAUNCH,
	DOES_UPLOAD, DOES_EXEC_DESTROY, DOES_USER_OBJECT,
	DOES_STREAM_CREATE, DOES_STREAM_DESTROY, DOES_EVENT_CREATE, DOES_EVENT_DESTROY,
	DOES_HANDLE_CREATE, DOES_HANDLE_DESTROY, DOES_SET_STREAM, DOES_SET_WORKSPACE, DOES_POINTER_MODE, DOES_LIBRARY, DOES_COLLECTIVE,
	DOES_LOAD, DOES_UNLOAD, DOES_JIT, DOES_SETUP,
	DOES_CURRENT_STREAM, DOES_LEGACY_STREAM, DOES_PER_THREAD_STREAM, DOES_POOL_STREAM, /* what a name gives: calls and constants */
	DOES_END_OF_LIST
};
enum capture_outcome {
	OUTCOME_UNKNOWN, OUTCOME_NODE, OUTCOME_OK, OUTCOME_ONCE, OUTCOME_900, OUTCOME_900_GOES_ON, OUTCOME_901, OUTCOME_902,
	OUTCOME_903, OUTCOME_904, OUTCOME_905, OUTCOME_906, OUTCOME_907, OUTCOME_907_GOES_ON, OUTCOME_906_GOES_ON,
	OUTCOME_1_GOES_ON, OUTCOME_401_GOES_ON, OUTCOME_BROKEN, OUTCOMES
};
static inline bool outcome_goes_on(u8 outcome)
{
	return outcome == OUTCOME_900_GOES_ON || outcome == OUTCOME_907_GOES_ON || outcome == OUTCOME_906_GOES_ON ||
	       outcome == OUTCOME_1_GOES_ON || outcome == OUTCOME_401_GOES_ON;
}
/* The capture is broken from here on: its end gives 901 and no graph. */
static inline bool outcome_breaks(u8 outcome) { return outcome >= OUTCOME_900 && !outcome_goes_on(outcome); }
enum capture_arg {
	CAPTURE_STREAM, CAPTURE_TO, CAPTURE_FROM, CAPTURE_EVENT, CAPTURE_GRAPH, CAPTURE_EXEC, CAPTURE_NODE, CAPTURE_FUNCTION,
	CAPTURE_KIND, CAPTURE_MODE, CAPTURE_FLAGS, CAPTURE_HANDLE, CAPTURE_ARGS
};

struct capture_api {
	struct str name;
	u8 does;             /* enum capture_does */
	i8 at[CAPTURE_ARGS]; /* position of the argument, -1 none */
	bool answers;        /* the host waits for what it computes */
	u8 here[2];          /* enum capture_outcome; [1] in relaxed mode */
	u8 other[2];         /* likewise */
	u8 legacy[2];        /* [1] beside a capture on a non-blocking stream, */
	u8 legacy_relaxed;   /* and there in relaxed mode */
	bool is_hip;
	struct str evidence;
};

/* regions.tsv  name language kind argument graph when mode sure evidence  : what opens and closes a capture, and what asks for one
 *     language  python, native, any. A name that begins with `.` is a method of an object whose class is not known
 *     kind      with (a context manager: its block), begin and end, calls (a callable that is handed over), decorates (or wraps
 *               a callable: calls of the result), guard (its result is true while the current stream captures), status (tells
 *               through an argument, or as its result where that is `-`), active and inactive (a constant that such a status is
 *               compared with), forbids (stops the program while a stream captures), exchange (sets the thread's capture mode),
 *               replay, eager (its block, or the function it decorates, runs outside the graph)
 *     argument  with, begin, end, replay: the stream; calls, decorates, eager: the callable; status: where the answer is written;
 *               exchange: the mode
 *     graph     the argument that is the graph, written to or replayed; `-`: the result of an end, or none
 *     when      `-`, ARG=WORD|WORD (only where that argument is one of the words), or ARG~WORD|WORD (where its text holds one)
 *     mode      of with, begin: `-`, a mode, or the argument that gives the mode, then `=` and the mode without it: `1=global`
 *     sure      yes; no: only the name says so, whatever it belongs to
 * A name may have several rows, one below the other: each that holds, in the language at hand, is meant. */
enum region_language { REGION_PYTHON = 1, REGION_NATIVE = 2, REGION_ANY = 3 };
enum region_kind {
	REGION_WITH, REGION_BEGIN, REGION_END, REGION_CALLS, REGION_DECORATES, REGION_GUARD, REGION_STATUS, REGION_ACTIVE,
	REGION_INACTIVE, REGION_FORBIDS, REGION_EXCHANGE, REGION_REPLAY, REGION_EAGER, REGION_KINDS
};
enum capture_mode { MODE_UNKNOWN, MODE_GLOBAL, MODE_THREAD_LOCAL, MODE_RELAXED };

struct region_api {
	struct str name;
	u8 language; /* enum region_language, bits */
	u8 kind;     /* enum region_kind */
	u8 mode;     /* enum capture_mode: unless mode_argument says another */
	bool is_sure;
	bool has_more;   /* the next row speaks of the same name */
	bool when_holds; /* `~`: the words are looked for inside the text */
	struct model_arg argument, graph, when, mode_argument;
	struct str when_words; /* `a|b` */
	struct str evidence;
};

/* torch.tsv  name when capture waits gives writes role traits evidence  : tensor operations of Python, by their whole
 *            dotted name; a method of a tensor is Tensor.NAME
 *     when     `-`, or TEST:ARG by spaces, all of which hold. A name may have several rows, one below the other: the first that
 *              holds is meant; the last is `-`. Tests: given missing true false (false: the constant, or missing) cpu cuda (names such a device)
 *              device (a tensor there) host pinned (a tensor or array in host memory) data (numbers and lists) number list mask
 *              (a tensor of booleans) index (one of integers) scalar (one without dimensions, used as a number)
 *              element (an index of integers, one for each dimension) own (a generator, stream, or pool of one's own)
 *     capture  in a captured region: ok (recorded, or nothing to record), sync (waits for the device: refused, the capture is
 *              broken), copy (between the device and host memory that isn't pinned: refused by newer releases, read again at
 *              each replay by older ones), refused (for another reason), stalls (allowed, but the host waits or memory is given back),
 *              once (done while recording, missing in every replay)
 *     waits    yes, no: whether the host waits for the device outside of capture
 *     gives    none, new (fresh memory on the device), view (of argument 0), maybe (argument 0 itself or fresh memory, by dtype, layout
 *              or device), self (argument 0), placed (fresh: on the host unless `device=` says otherwise), host-tensor, host (a number, list,
 *              array or truth value), pointer (an address), object (stream, event, graph, ...)
 *     writes   positions of the arguments written in place, by commas, or `-`. `out=` is always written.
 *     role     enum torch_role
 *     traits   by spaces, or `-`: data-shape (the result's shape depends on values), rng (draws from a generator), seeds (sets
 *              or reads a generator), allocates (beyond what gives says), pinned (the host memory it makes is pinned), frees
 *              lazy (the first call makes or loads something that stays), source (argument 1, or 0 of a factory, is read on the host) */
enum torch_test {
	WHEN_GIVEN, WHEN_MISSING, WHEN_TRUE, WHEN_FALSE, WHEN_CPU, WHEN_CUDA, WHEN_DEVICE, WHEN_HOST, WHEN_PINNED, WHEN_DATA,
	WHEN_NUMBER, WHEN_LIST, WHEN_MASK, WHEN_INDEX, WHEN_SCALAR, WHEN_ELEMENT, WHEN_OWN
};
enum torch_capture { TORCH_OK, TORCH_SYNC, TORCH_COPY, TORCH_REFUSED, TORCH_STALLS, TORCH_ONCE };
enum torch_gives {
	GIVES_NONE, GIVES_NEW, GIVES_VIEW, GIVES_MAYBE, GIVES_SELF, GIVES_PLACED, GIVES_HOST_TENSOR, GIVES_HOST, GIVES_POINTER,
	GIVES_OBJECT
};
enum torch_role {
	TORCH_COMPUTE, TORCH_FACTORY, TORCH_CONVERT, TORCH_MOVE, TORCH_FILL, TORCH_VIEW, TORCH_INDEX, TORCH_READ, TORCH_BRANCH, TORCH_META,
	TORCH_SYNCHRONIZE, TORCH_QUERY, TORCH_RECORD, TORCH_WAIT, TORCH_STREAM, TORCH_RANDOM, TORCH_MEMORY, TORCH_GRAPH, TORCH_COLLECTIVE,
	TORCH_JIT, TORCH_LAUNCH, TORCH_IO, TORCH_OPTIMIZER, TORCH_RUNTIME, TORCH_ROLES
};
enum torch_trait {
	TRAIT_DATA_SHAPE = 1, TRAIT_RNG = 2, TRAIT_SEEDS = 4, TRAIT_ALLOCATES = 8, TRAIT_PINNED = 16, TRAIT_FREES = 32, TRAIT_LAZY = 64,
	TRAIT_SOURCE = 128
};
enum { TORCH_WHENS = 3 };

struct torch_when {
	u8 test; /* enum torch_test */
	struct model_arg argument;
};
struct torch_op {
	struct str name;
	struct torch_when when[TORCH_WHENS];
	u8 whens;      /* 0: holds always */
	u8 capture;    /* enum torch_capture */
	u8 gives;      /* enum torch_gives */
	u8 role;       /* enum torch_role */
	u8 traits;     /* enum torch_trait, bits; TRAIT_ALLOCATES also where gives says so */
	bool waits;
	bool has_more; /* the next row speaks of the same name */
	u16 writes;    /* bit k: argument k */
	struct str evidence;
};

/* The columns of a table, for those who write rows elsewhere: the user's configuration. */
enum { MODEL_COLUMNS = 10 };
struct model_column {
	struct str name;
	const char *const *choices; /* the words that may stand there, NULL after the last, "" is none; or NULL: more than words */
	bool is_optional;           /* may be empty */
};
const char *models_table(u32 table); /* its name; NULL after the last */
bool models_column(u32 table, u32 column, struct model_column *out); /* false after the last */

/* One table's look-up: names to rows, and the prefixes among them. */
struct model_prefix {
	struct str text; /* without the `*` */
	u32 row;
};
struct model_names {
	struct idmap rows; /* name id -> row */
	VEC(struct model_prefix) prefixes;
};

struct models {
	struct arena *arena;
	struct intern names;
	struct model_names calls, checks, noreturns, captures, regions, torches;
	VEC(struct model_call) call_rows;
	VEC(struct model_check) check_rows;
	VEC(struct str) noreturn_rows;
	VEC(struct capture_api) capture_rows;
	VEC(struct region_api) region_rows;
	VEC(struct torch_op) torch_rows;
	bool is_loaded;
	VEC(struct str) added; /* names of rows that came after the built-in ones */
	VEC(const char *) entry_points; /* names of functions in which a region begins: the user's */
	u64 user_rows; /* tells one user's rows from another's; 0: there are none */
};

/* Reads the built-in tables. A bad built-in table is a bug(). */
void models_load(struct models *m, struct arena *a);
/* Adds rows from text in the form of one table ("runtime", "checks", "noreturn"); the text is copied. False with line,
 * column and reason; the rows before the bad line stay. */
MUST_USE bool models_add(struct models *m, const char *table, struct str text, struct strbuf *err);

/* Looks a name up as written in the source; see above. NULL if unknown. O(parts of the name + prefixes). */
const struct model_call *models_call(const struct models *m, struct str name);
const struct model_check *models_check(const struct models *m, struct str name);
bool models_noreturn(const struct models *m, struct str name);
const struct capture_api *models_capture(const struct models *m, struct str name);
/* The first of a name's rows; has_more leads to the next. is_member: a call on an object, which `.NAME` rows speak of too.
 * Names of Python are whole and resolved (`torch.cuda.graph`), those of C++ as written. Ask only for what has no body here: a
 * row that is not sure goes by the last part of the name. */
const struct region_api *models_region(const struct models *m, struct str name, bool is_member);
/* The row's condition on the text of its argument: quotes are not part of it, an argument that is not given is "". */
bool region_is_meant(const struct region_api *region, struct str text);
/* Likewise, by dotted name. torch.NAME, Tensor.NAME, torch.Tensor.NAME and torch.ops.aten.NAME find each other's rows. */
const struct torch_op *models_torch(const struct models *m, struct str name);
/* The row names a family of calls (`cu*`) and not one: a function of the program with such a name is its own. */
bool models_is_family(const struct model_call *call);
/* The built-in tables' version: a hash of their bytes, for --version and cache keys. */
u64 models_version(void);

#endif
