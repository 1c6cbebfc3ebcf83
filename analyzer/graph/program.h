/* The program: the units of all parsed files linked together. Names become program-wide ids, functions get
 * program-wide numbers, includes are resolved, and every call is resolved to the functions it may run.
 *
 * Lifetime: the run arena; everything is read-only after program_link. Files are in path order, so that numbers,
 * and with them all output, depend on the tree alone. */
#ifndef CAPLINT_PROGRAM_H
#define CAPLINT_PROGRAM_H

#include "discover/discover.h"
#include "facts/facts.h"
#include "models/models.h"

typedef u32 fn_id; /* a function of the program */

struct fn {
	u32 file;
	u32 index;                /* in its unit */
	const struct function *f;
	const struct unit *unit;
	u32 name;                 /* program-wide id of the last component of the name */
	u32 cls;                  /* program-wide id of the class's last component, in Python of its qualified name in the file, or 0 */
};

enum { TARGETS = 16, CLASS_TARGETS = 32 }; /* of C++: among more functions nothing is guessed; overrides of a known class's method are no guess */

/* What a call row may run. */
struct call_target {
	const fn_id *at;          /* in order of their number */
	u32 n;                    /* 0: no definition is known */
	bool is_complete;         /* nothing else can run: not virtual, not by name alone, not cut */
	bool by_name;             /* Python: nothing but a method's name says so */
	bool of_class;            /* C++: methods of the class that the object is declared with, and what overrides them */
	const struct model_call *call;   /* a runtime call; then n is 0 */
	const struct model_check *check; /* an idiom of the field without a visible definition; then n is 0 */
	bool has_idle_forms; /* of a macro: other definitions do nothing with what they are given, or are for devices */
};

struct program {
	struct arena *arena;
	const struct models *models;
	const struct source *files; /* borrowed; file_count of them */
	u32 file_count;
	const struct unit *units;   /* one a file; n_functions is 0 if it was not parsed */
	struct intern names;        /* program-wide ids */
	struct fn *functions;
	u32 function_count;
	u32 *first_function;        /* by file */
	struct link *link;          /* tables of the resolver, private to graph/ */
	const struct word_list *words; /* by file, borrowed: hashes of what those of C and its kin hold that were not parsed, tests and vendored ones aside. Or NULL */
};

void program_link(struct program *p, struct arena *a, const struct models *models, const struct source *files,
                  const struct unit *units, u32 file_count);

/* A program of Python units alone that grows: functions are numbered as files are added, each once. Nothing else is linked. */
void program_begin_python(struct program *p, struct arena *a, const struct models *models, const struct source *files,
                          const struct unit *units, u32 file_count);
void program_add_python(struct program *p, u32 file);

static inline fn_id program_fn(const struct program *p, u32 file, u32 index) { return p->first_function[file] + index; }
static inline bool program_is_python(const struct program *p, fn_id fn)
{
	return p->files[p->functions[fn].file].language == LANG_PYTHON;
}
static inline bool program_is_test(const struct program *p, fn_id fn) { return p->files[p->functions[fn].file].is_test; }
/* True for a name that means success: cudaSuccess, NCCL_SUCCESS, Status::kOk, ... */
bool is_success_name(struct str name);
struct str fn_name(const struct fn *f);      /* qualified, as written */
/* As it is called in its class or namespace. */
static inline struct str fn_short_name(const struct fn *f) { return unit_text(f->unit, f->f->name); }
/* A row of the function calls something by that name, whatever that is: an upper bound of who calls it. O(rows of the function). */
bool fn_calls_name(const struct fn *f, struct str name);
/* For tables: a name as an attribute of the function's class. */
static inline u64 fn_class_key(const struct fn *f, u32 name) { return ((u64)f->file << 32 | f->cls) * 0x9e3779b97f4a7c15u ^ name; }
bool program_includes(const struct program *p, u32 file, u32 other); /* other is in file's include closure */

/* Some file of C or C++ includes a header, in sight or not, whose path begins with one of these words. O(includes * words). */
bool program_uses(const struct program *p, const char *const *words, u32 n);

/* The check throws on failure, in this program (see model_check.is_glog). */
bool program_check_throws(const struct program *p, const struct model_check *check);

/* Every function and macro of that name ends in an exception or the process's end, or is declared so. */
bool program_never_returns(const struct program *p, struct str name);
/* An exception may leave it, for a reason that shows (throws.c). Remembered; O(rows of what it calls) the first time. */
bool program_throws(struct program *p, fn_id fn);
/* Such a reason is, as far as it shows, an answer of the runtime or of a library to more than a launch, and not what a function thinks of its arguments. O(rows of what it
 * calls). */
bool program_throws_code(struct program *p, fn_id fn);
/* The name of a type for what the runtime, the driver or a library answers: cudaError_t, CUresult, cublasStatus_t, ncclResult_t. */
bool type_is_code(struct str type);
/* One of these of which all definitions are known, and none throws. */
bool program_ends_process(const struct program *p, struct str name);
/* A class whose destructor is such a function: a temporary of it ends its statement and what comes after. */
bool program_ends_as_temporary(const struct program *p, struct str name);
/* Its address is stored or handed somewhere, so not all of its callers are seen. Handing it to a binding (def, impl, ...) is no
 * such thing: there the callers are known to be outside. */
bool program_is_stored(const struct program *p, fn_id fn);
/* It is what a thread runs, handed to what starts one: nobody catches what it throws. */
bool program_is_thread(const struct program *p, fn_id fn);
/* What the thread runs that a row of a constructor's initialiser list makes of a member: worker_([this] { run(); }), worker_(&Loader::run, this).
 * NONE if it makes none, or what it runs does not show. O(rows of the initialiser + functions of that name). */
fn_id program_member_thread(struct program *p, fn_id in, const struct row *row);
/* It is handed to a binding (m.def("f", &f), an export or registration macro): its callers are outside the program. */
bool program_is_bound(const struct program *p, fn_id fn);
/* The function of C or C++ that an argument of a row names as a value: `f`, `&f`, `&K::f`, a lambda. The file's own, else the only one of the
 * program; NONE. O(functions of that name). */
fn_id program_function_value(const struct program *p, fn_id in, const struct row *row, operand value);
/* The functions of C and C++ that a binding gives to Python under that name (m.def("name", &f), TORCH_LIBRARY schemas, exporting
 * macros), in order; how many. The module is not looked at. */
u32 program_exported(const struct program *p, struct str name, const fn_id **first);

/* The lambda that an operand of a function is, or that a local variable holds, if it holds only one; NONE. O(rows). */
fn_id program_lambda(const struct program *p, fn_id in, operand value);

/* Resolves one CALL, LAUNCH or DESTROY row of a function; `name` is the row's, or what a macro's parameter stands
 * for. O(candidates). Of Python graph/python.h says more. */
struct call_target program_resolve(struct program *p, fn_id in, const struct row *row, struct str name);

/* The macro of that name that a file sees: its own, one of its include closure, else the only one of the program.
 * Several definitions in one file (arms of #if) are all candidates. */
/* The constant default that a declaration gives a parameter: 1 if that is zero, 2 if it is not, 0 if there is none. O(1). */
u32 program_default(const struct program *p, fn_id f, u32 param);
/* `at`: where in the file it is used, so that definitions that come later, or have been undone by then, are none; NONE: not known. */
struct call_target program_macro(struct program *p, u32 file, struct str name, u32 at);

/* Functions with the targets of their calls: `--dump=program`. */
void program_print(struct program *p, struct strbuf *out);

#endif
