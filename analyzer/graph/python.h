/* Python across files: what a name, an attribute and a call mean. Part of the linked program (program.h); a unit of Python
 * takes no part in what C++ names resolve to.
 *
 * Names are followed through imports, classes, attributes, containers, decorators and parameters as far as assignments and
 * annotations show, without an order of execution: a variable is whatever is assigned to it anywhere in its function. Where
 * a receiver is unknown, a method is taken by its name if few classes of the program have it, and the answer says so. What
 * is outside the program has a canonical dotted name: `torch.cuda.graph`, whatever it was imported as.
 *
 * Answers are remembered in the program's arena. Bounds: PYTHON_THINGS meanings a value, PYTHON_TARGETS targets a call, a fixed number
 * of steps a question; past them the answer is not complete. Cost of a question: bounded; linking: O(rows). */
#ifndef CAPLINT_PYTHON_LINK_H
#define CAPLINT_PYTHON_LINK_H

#include "graph/program.h"

enum { PYTHON_THINGS = 32, PYTHON_TARGETS = 256 };

enum python_how {
	HOW_BOUND = 1,     /* the object is the first parameter and no argument of the call */
	HOW_CONSTRUCT = 2, /* __init__ or the like of a class that is called */
	HOW_BY_NAME = 4,   /* nothing but the method's name says so */
	HOW_CALLBACK = 8,  /* an argument that the callee, which is outside the program, may run */
	HOW_PARTIAL = 16,  /* through functools.partial: arguments stand further on */
	HOW_PROPERTY = 32, /* reading an attribute runs it */
	HOW_DEVICE = 64,   /* device code: compiled and launched, not run by the interpreter */
};

struct python_target {
	fn_id fn;
	u32 how; /* enum python_how */
};

/* Of what the callee is a method. */
enum python_receiver {
	RECEIVER_NONE,    /* of nothing: a function, a class */
	RECEIVER_TENSOR,  /* known to be a torch.Tensor */
	RECEIVER_UNKNOWN, /* an object nothing is known of: perhaps a tensor */
	RECEIVER_OTHER,   /* known to be something else */
};

struct python_call {
	const struct python_target *at;
	u32 n;
	bool is_complete; /* nothing else can run */
	u32 receiver;     /* enum python_receiver */
	struct str callee;/* canonical name if it is, or may be, outside the program: "torch.empty", "len", "torch.Tensor.item",
	                     "?.item" of an unknown object; empty if it is known to be a function of the program */
	struct str name;  /* python_callee's answer */
};

/* A CALL row (its callee), a DEFINE row (its decorators), or an ENTER or LEAVE row (the manager's method). */
struct python_call python_resolve(struct program *p, fn_id in, const struct row *row);
/* The canonical name alone. "Tensor.item" for a method of a tensor or of an unknown object: the key of the models. Empty
 * if the callee is a function of the program or an object known to be none. */
struct str python_callee(struct program *p, fn_id in, const struct row *row);
/* What reading a place runs: properties of the program. */
struct python_call python_getters(struct program *p, fn_id in, operand o);
/* Triton, Numba, Warp and CuTe kernels and what only they call: by a decorator. Of calls in such a function nothing is to be said. */
bool python_is_device(struct program *p, fn_id fn);
/* What kind of object an operand is, and its class: "torch.Tensor", "dict", or the qualified name of a class of the
 * program; empty if unknown or not one. */
enum python_receiver python_object(struct program *p, fn_id in, operand o, struct str *cls);
/* The classes of the program that the object before a place's last step may be, as files and name ids of their qualified names (program.h:
 * cls); how many, at most PYTHON_HOLDERS. */
enum { PYTHON_HOLDERS = 4 };
struct python_class {
	u32 file, cls;
};
u32 python_holder(struct program *p, fn_id in, operand place, struct python_class out[PYTHON_HOLDERS]);
/* The canonical name of a value that is no call, such as `torch.float16` or `self.fn`'s, or empty. */
struct str python_name(struct program *p, fn_id in, operand o);
/* The functions that a value may be, to be called later. */
struct python_call python_functions(struct program *p, fn_id in, operand o);
/* It is decorated to be compiled for the device (triton.jit, warp.kernel): it does not run on the host. */
bool python_is_kernel(struct program *p, fn_id fn);
/* A method of a class that derives from torch.nn.Module, as far as its bases show. */
bool python_is_module(struct program *p, fn_id method);
/* One of its decorators has that last component. */
bool python_is_decorated(struct program *p, fn_id fn, const char *last);
/* The runtime call that a row makes through a module of Python (ctypes, cuda-python, torch.cuda.cudart, HIP Python), if what it returns is, or begins with,
 * the call's code; else NULL. `latches` is false where the module has a runtime of its own: nobody else reads that slot. */
const struct model_call *python_runtime(struct program *p, fn_id in, const struct row *row);
/* The argument that a target's parameter is given by a call row, or OPD_NONE; counts `self` where it is bound. */
operand python_argument(const struct program *p, fn_id in, const struct row *row, const struct python_target *target, u32 param);

#endif
