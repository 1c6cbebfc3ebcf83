/* The runtime as Python calls it: which modules hand a call on, in which form its code comes back, and whose last-error slot a failure
 * fills. */
#include "graph/python_link.h"

enum slot_of {
	SLOT_SHARED, /* the process's runtime, or what passes for it */
	SLOT_OWN,    /* a runtime linked into the module: nobody else reads its slot */
	SLOT_NONE,   /* the driver and the compiler: their codes are remembered nowhere */
};

/* cupy.cuda.runtime is none of them: it makes an exception of every failure, and drains before it does. */
static const struct gateway {
	const char *module;
	enum slot_of slot;
} gateways[] = {
	/* torch/csrc/cuda/shared/cudart.cpp: the code is returned, and C10_CUDA_ERROR_HANDLED does not drain. */
	{"torch.cuda.cudart()", SLOT_SHARED},
	{"torch._C._cudart", SLOT_SHARED},
	{"ctypes.CDLL()", SLOT_SHARED},
	{"ctypes.PyDLL()", SLOT_SHARED},
	{"ctypes.WinDLL()", SLOT_SHARED},
	{"ctypes.cdll.LoadLibrary()", SLOT_SHARED},
	/* cuda-python links the static runtime (cuda.bindings 12.8 and later; before, it did without the runtime), and returns (code, ...). */
	{"cuda.cudart", SLOT_OWN},
	{"cuda.bindings.runtime", SLOT_OWN},
	/* The same runtime as C functions for Cython: the code is what they return. */
	{"cuda.ccudart", SLOT_OWN},
	{"cuda.bindings.cyruntime", SLOT_OWN},
	{"cuda.cuda", SLOT_NONE},
	{"cuda.nvrtc", SLOT_NONE},
	{"cuda.bindings.driver", SLOT_NONE},
	{"cuda.bindings.nvrtc", SLOT_NONE},
	/* HIP Python loads the process's libamdhip64, and returns (code, ...). */
	{"hip.hip", SLOT_SHARED},
};

/* cudaX, hipX. */
static bool is_runtime_name(struct str name)
{
	size_t n = str_starts(name, "cuda") ? 4 : str_starts(name, "hip") ? 3 : 0;
	return n && name.n > n && name.p[n] >= 'A' && name.p[n] <= 'Z';
}

/* cuX, nvrtcX. */
static bool is_driver_name(struct str name)
{
	size_t n = str_starts(name, "nvrtc") ? 5 : str_starts(name, "cu") ? 2 : 0;
	return n && name.n > n && name.p[n] >= 'A' && name.p[n] <= 'Z';
}

static const struct gateway *gateway_of(struct str module)
{
	for (u32 i = 0; i < COUNT(gateways); i++)
		if (str_is(module, gateways[i].module))
			return &gateways[i];
	return NULL;
}

/* Cython calls as C does. A name that nothing in a file defines or imports by itself is what a header declares: `cdef extern`, an include and a star
 * import leave it so. One that is imported from somewhere outside of the program is declared there, if it is a call of the runtime. */
static const struct model_call *declared_in_c(struct program *p, fn_id in, const struct row *row, struct str name)
{
	/* cuda-python's, for Cython: plain C functions. */
	static const char *const modules[] = {"cuda.bindings.cydriver", "cuda.bindings.cynvrtc", "cuda.ccuda", "cuda.cnvrtc"};
	const struct model_call *call = models_call(p->models, name);
	if (!call || call->returns == RETURNS_VOID || (call->returns == RETURNS_VALUE && call->role != ROLE_TEXT))
		return NULL;
	struct str whole = python_resolve(p, in, row).callee;
	bool is_plain = !(row->flags & RF_MEMBER);
	if (is_plain && str_eq(whole, name))
		return call;
	if (whole.n < name.n + 2 || !str_eq((struct str){whole.p + whole.n - name.n, name.n}, name))
		return NULL;
	struct str module = {whole.p, whole.n - name.n - 1};
	return str_is_any(module, modules, COUNT(modules)) || (is_plain && is_runtime_name(name) && !models_is_family(call) && !gateway_of(module)) ? call : NULL;
}

const struct model_call *python_runtime(struct program *p, fn_id in, const struct row *row)
{
	struct str name = row->op == ROW_CALL && row->name ? unit_text(p->functions[in].unit, row->name) : S("");
	if (name.n && is_cython(p->files[p->functions[in].file].path)) {
		const struct model_call *call = declared_in_c(p, in, row, name);
		if (call)
			return call;
	}
	bool is_driver = is_driver_name(name);
	if ((!is_runtime_name(name) && !is_driver) || str_has(name, "Profiler"))
		return NULL;
	const struct model_call *call = models_call(p->models, name);
	if (!call || (is_driver ? call->returns != RETURNS_DRIVER && call->returns != RETURNS_STATUS : models_is_family(call) || (call->returns != RETURNS_ERROR && call->role != ROLE_TEXT)))
		return NULL;
	struct str whole = python_resolve(p, in, row).callee; /* what a factory gives is an object of unknown kind, but of a known origin */
	if (whole.n < name.n + 2)
		return NULL;
	struct str module = {whole.p, whole.n - name.n - 1};
	const struct gateway *gateway = gateway_of(module);
	if (!gateway || is_driver != (gateway->slot == SLOT_NONE))
		return NULL;
	if (gateway->slot != SLOT_OWN)
		return call;
	if (call_reads_slot(call))
		return NULL; /* of a slot that nobody here fills */
	struct model_call *own = arena_new(p->arena, struct model_call);
	*own = *call;
	if (own->returns == RETURNS_ERROR)
		own->returns = RETURNS_DRIVER; /* a code that nothing else remembers */
	own->latches = own->drains = own->empties = false;
	return own;
}
