/* What is known of names outside the program, as far as following values needs it. What they do on a device is for
 * rules/models/ to say. */
#include "graph/python_link.h"

static bool external_hands_on(struct str name)
{
	static const char *const names[] = {
		"functools.partial", "partial", "torch.compile", "torch.jit.script", "torch.jit.trace", "torch.jit.ignore",
		"torch.compiler.disable", "torch._dynamo.disable", "functools.lru_cache", "functools.cache", "functools.wraps",
		"torch.no_grad", "torch.inference_mode", "copy.copy", "copy.deepcopy", "contextlib.contextmanager", "staticmethod",
		"classmethod", "weakref.proxy", "weakref.ref", "torch.nn.parallel.DistributedDataParallel", "triton.jit",
		"torch.cuda.make_graphed_callables", "typing.cast", "torch.nn.utils.parametrize.cached", "atexit.register",
		"functools.partialmethod", "torch.fx.symbolic_trace", "types.MethodType", "contextlib.closing", "iter", "next",
		"reversed", "sorted", "memoryview", "torch.library.custom_op", "torch.library.impl", "torch.func.functional_call",
		"itertools.islice", "itertools.cycle", "tqdm", "tqdm.tqdm", "tqdm.auto.tqdm",
	};
	return str_is_any(name, names, COUNT(names));
}

static bool external_is_container(struct str name)
{
	static const char *const names[] = {
		"list", "tuple", "set", "dict", "frozenset", "sorted", "reversed", "iter", "torch.nn.ModuleList", "torch.nn.Sequential",
		"torch.nn.ModuleDict", "collections.OrderedDict", "collections.deque", "itertools.chain", "filter",
	};
	return str_is_any(name, names, COUNT(names));
}

static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

static bool external_is_class(struct str name)
{
	static const char *const small[] = {"torch.device", "torch.dtype", "int", "float", "bool", "str", "bytes", "object", "dict", "list", "tuple", "set",
	                                    "collections.defaultdict", "collections.deque", "numpy.ndarray", "threading.local"};
	struct str last = str_behind(name, '.');
	size_t n = 0;
	while (n < last.n && last.p[n] == '_')
		n++;
	/* CONSTANT_LIKE names are values, not classes. */
	return str_is_any(name, small, COUNT(small)) || (n < last.n && is_capital(last.p[n]) && !(last.n > 3 && str_is_shouted(last)));
}

bool is_tensor_class(struct str name)
{
	static const char *const names[] = {
		"torch.Tensor", "torch.nn.Parameter", "torch.nn.parameter.Parameter", "torch.LongTensor", "torch.FloatTensor",
		"torch.IntTensor", "torch.BoolTensor", "torch.HalfTensor", "torch.cuda.LongTensor", "torch.cuda.FloatTensor",
		"torch.cuda.IntTensor", "torch.nn.Buffer", "torch._tensor.Tensor", "Tensor",
	};
	return str_is_any(name, names, COUNT(names));
}

/* torch.f that gives no tensor. Everything else in small letters right in torch, and in torch.nn.functional, does. */
static bool is_other_torch(struct str last)
{
	static const char *const names[] = {
		"device", "dtype", "compile", "no_grad", "inference_mode", "enable_grad", "manual_seed", "load", "save", "finfo", "iinfo",
		"numel", "equal", "allclose", "autocast",
		"seed", "initial_seed", "typename", "split", "chunk", "unbind",
		"tensor_split", "meshgrid", "broadcast_tensors", "topk", "sort", "max", "min", "svd", "qr",
		"can_cast", "result_type", "promote_types",
		"use_deterministic_algorithms", "vmap", "cond", "unique", "hub", "import_ir_module",
	};
	return str_is_any(last, names, COUNT(names));
}

/* Methods of a tensor that give no tensor. */
static bool is_other_method(struct str last)
{
	static const char *const names[] = {
		"item", "tolist", "size", "dim", "numel", "nelement", "stride", "data_ptr", "storage", "untyped_storage", "numpy", "element_size",
		"is_contiguous", "is_floating_point", "storage_offset", "get_device", "type", "equal", "backward", "split", "chunk", "unbind",
		"topk", "sort", "shape", "ndim", "device", "dtype", "layout", "is_pinned", "itemsize", "nbytes", "dtype", "tensor_split", "unique",
		"is_shared", "record_stream", "register_hook", "__len__", "__bool__", "__int__", "__float__", "is_complex", "allclose",
	};
	return str_is_any(last, names, COUNT(names));
}

static bool external_gives_tensor(struct str name)
{
	struct str last = str_behind(name, '.');
	struct str before = {name.p, name.n - last.n};
	bool is_small = last.n && !is_capital(last.p[0]) && last.p[0] != '_';
	if (is_tensor_class(name))
		return true;
	if (str_is(before, "torch.Tensor."))
		return is_small && !is_other_method(last);
	if (str_is(before, "torch.nn.functional.") || str_is(before, "torch.special.") || str_is(before, "torch.linalg.") || str_is(before, "torch.fft."))
		return is_small;
	if (str_starts(name, "torch.nn.") && str_ends(name, ".__call__"))
		return true;
	/* Questions and settings: torch.is_grad_enabled, torch.get_device_module, torch.set_num_threads. */
	bool asks = str_starts(last, "is_") || str_starts(last, "get_") || str_starts(last, "set_") || str_starts(last, "are_");
	return str_is(before, "torch.") && is_small && !asks && !is_other_torch(last);
}

/* Methods that tensors, arrays, containers, strings, files, streams, loggers and modules have: names that belong to no project. */
static bool is_common(struct str name)
{
	static const char *const names[] = {
		"item", "to", "copy_", "copy", "view", "reshape", "size", "dim", "numel", "stride", "clone", "detach", "contiguous", "cpu", "cuda",
		"numpy", "tolist", "float", "half", "int", "long", "bool", "double", "bfloat16", "type", "fill_", "zero_", "add_", "sub_", "mul_", "div_", "add",
		"sub", "mul", "div", "matmul", "mm", "bmm", "sum", "mean", "max", "min", "abs", "exp", "log", "sqrt", "pow", "argmax", "argmin", "sort", "topk",
		"transpose", "permute", "squeeze", "unsqueeze", "flatten", "expand", "expand_as", "repeat", "repeat_interleave", "split", "chunk", "unbind",
		"narrow", "select", "index_select", "gather", "scatter", "scatter_", "index_copy_", "index_fill_", "masked_fill", "masked_fill_", "nonzero",
		"any", "all", "unique", "cumsum", "clamp", "clamp_", "clamp_min", "clamp_max", "new_empty", "new_zeros", "new_full", "new_ones", "new_tensor",
		"data_ptr", "element_size", "is_contiguous", "requires_grad_", "backward", "t", "t_", "triu", "tril", "norm", "var", "std", "round", "floor", "ceil",
		"eq", "ne", "lt", "gt", "le", "ge", "view_as", "reshape_as", "type_as", "unflatten", "unfold", "roll", "flip", "pin_memory", "record_stream",
		"is_floating_point", "as_strided", "swapaxes", "softmax", "sigmoid", "tanh", "relu", "mT", "diagonal", "storage", "untyped_storage",
		"append", "extend", "insert", "pop", "remove", "clear", "index", "count", "reverse", "get", "keys", "values", "items", "update",
		"setdefault", "popitem", "discard", "union", "difference", "intersection", "issubset", "appendleft", "popleft",
		"strip", "lstrip", "rstrip", "startswith", "endswith", "format", "join", "replace", "lower", "upper", "encode", "decode", "find", "rfind",
		"splitlines", "title", "isdigit", "zfill", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix", "isspace", "capitalize",
		"read", "write", "close", "open", "flush", "seek", "readline", "readlines", "info", "debug", "warning", "error", "exception",
		"critical", "warning_once", "info_once", "mkdir", "exists", "is_dir", "is_file", "unlink", "glob", "resolve", "parse_args", "add_argument",
		"group", "match", "search", "is_alive", "start", "terminate", "kill", "wait", "set", "is_set", "acquire", "release", "put", "put_nowait", "get_nowait",
		"send", "recv", "submit", "result", "done", "cancel", "shape", "parameters", "named_parameters", "buffers", "modules", "children", "eval",
		"train", "apply", "state_dict", "named_modules", "astype", "tobytes", "__init__", "__enter__", "__exit__", "__call__", "sleep",
	};
	return str_is_any(name, names, COUNT(names));
}

u32 external_traits(struct python *y, u32 name)
{
	u32 traits = idmap_get(&y->traits, name);
	if (traits != NONE)
		return traits;
	struct str text = text_of(y, name);
	traits = (external_hands_on(text) ? EXTERNAL_HANDS_ON : 0) | (external_is_container(text) ? EXTERNAL_CONTAINER : 0) |
	         (external_is_class(text) ? EXTERNAL_CLASS : 0) | (external_gives_tensor(text) ? EXTERNAL_TENSOR : 0) |
	         (is_common(text) ? EXTERNAL_COMMON : 0) | EXTERNAL_KNOWN;
	idmap_put(y->arena, &y->traits, name, traits);
	return traits;
}

bool is_common_method(struct python *y, u32 name) { return external_traits(y, name) & EXTERNAL_COMMON; }
