/* Tensors of C++ by the names of their types: a framework's, or the program's own. */
#include "capture/local.h"
#include "graph/link.h"

#include <string.h>

struct str tensor_class(struct str type)
{
	static const char *const types[] = {"Tensor", "TensorView", "TensorWrapper", "NDArray", "Buffer", "AnyBuffer", "Buffer_Type", "DLManagedTensor"};
	/* By whole words: TensorQ is somebody's template parameter, and Tensor<Engine, Layout> CuTe's. */
	for (size_t begin = 0, end; begin < type.n; begin = end + 1) {
		for (end = begin; end < type.n && char_is_word(type.p[end]); end++)
			;
		struct str word = {type.p + begin, end - begin};
		bool is_qualified = begin >= 2 && type.p[begin - 1] == ':', is_found = str_ends(word, "Tensor") && word.n > 6; /* NVTETensor, ITensor */
		for (u32 i = 0; i < COUNT(types) && word.n; i++) {
			bool is_generic = str_is(word, "Buffer") || str_is(word, "AnyBuffer");
			is_found |= str_is(word, types[i]) && (!is_generic || is_qualified) && (end == type.n || type.p[end] != '<' || is_generic);
		}
		size_t first = begin;
		while (is_found && first && (char_is_word(type.p[first - 1]) || type.p[first - 1] == ':'))
			first--;
		if (is_found)
			return (struct str){type.p + first, end - first};
	}
	return S("");
}

/* Others' code works for it, whoever defines it. */
static bool is_of_framework(struct str type)
{
	static const char *const names[] = {"at::", "torch::", "c10::", "xla::", "ffi::", "tvm::", "paddle::"};
	return str_has_any(type, names, COUNT(names));
}

struct intern own_classes(const struct program *p, struct arena *a)
{
	struct intern own;
	intern_init(&own, a);
	for (u32 file = 0; file < p->file_count; file++) {
		const struct unit *u = &p->units[file];
		const struct source *s = &p->files[file];
		if (s->language == LANG_PYTHON || s->is_test || s->is_vendored || !u->n_functions)
			continue;
		for (u32 i = 0; i < u->n_fields; i++)
			if (u->fields[i].cls)
				intern_put(&own, last_component(unit_text(u, u->fields[i].cls)));
		for (u32 i = 0; i < u->n_functions; i++)
			intern_put(&own, last_component(unit_text(u, u->functions[i].cls)));
		for (u32 i = 0; i < u->n_aliases; i++)
			if (!is_of_framework(unit_text(u, u->aliases[i].target)))
				intern_put(&own, last_component(unit_text(u, u->aliases[i].name)));
	}
	return own;
}

/* Some name or text of the file is one of a framework's. */
static bool speaks_of_framework(const struct unit *u)
{
	static const char *const words[] = {"torch", "TORCH_", "ATen", "at::", "c10::", "xla", "XLA", "tvm", "TVM_", "ffi::", "paddle", "PD_"};
	struct str all = {u->chars, u->n_chars};
	for (u32 i = 0; i < COUNT(words); i++) {
		size_t n = strlen(words[i]);
		for (const char *at = all.p; (at = memmem(at, (size_t)(all.p + all.n - at), words[i], n)); at++)
			if (at == all.p || !char_is_word(at[-1]))
				return true;
	}
	return false;
}

bool is_own_class(const struct program *p, const struct intern *own, u32 file, struct str type)
{
	if (!type.n || is_of_framework(type))
		return false;
	return intern_find(own, last_component(type)) != NONE || !speaks_of_framework(&p->units[file]);
}
