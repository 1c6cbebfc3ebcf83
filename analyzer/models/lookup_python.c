/* Names of Python (dotted, whole, resolved through the imports) and of what opens a capture, in all languages. */
#include "models/rows.h"

#include <string.h>

enum { LONGEST_NAME = 256 };

static u32 row_of_dotted(const struct models *m, const struct model_names *names, struct str name)
{
	u32 id = intern_find(&m->names, name);
	u32 row = id == NONE ? NONE : idmap_get(&names->rows, id);
	size_t longest = 0;
	for (u32 i = 0; row == NONE && i < names->prefixes.n; i++)
		if (names->prefixes.at[i].text.n < name.n && memcmp(names->prefixes.at[i].text.p, name.p, names->prefixes.at[i].text.n) == 0)
			longest = max_u32((u32)longest, (u32)names->prefixes.at[i].text.n);
	for (u32 i = 0; longest && i < names->prefixes.n; i++) /* of equal ones the last, which is the user's */
		if (names->prefixes.at[i].text.n == longest && memcmp(names->prefixes.at[i].text.p, name.p, longest) == 0)
			row = names->prefixes.at[i].row;
	return row;
}

/* PREFIX + NAME, looked up; NONE where it is longer than any name we know. */
static u32 row_of_joined(const struct models *m, const struct model_names *names, const char *prefix, struct str name)
{
	char text[LONGEST_NAME];
	size_t n = strlen(prefix);
	if (n + name.n > sizeof text)
		return NONE;
	memcpy(text, prefix, n);
	memcpy(text + n, name.p, name.n);
	return row_of_dotted(m, names, (struct str){text, n + name.n});
}

/* The name without the prefix. */
static bool cut(struct str *name, const char *prefix)
{
	if (!str_starts(*name, prefix))
		return false;
	size_t n = strlen(prefix);
	*name = (struct str){name->p + n, name->n - n};
	return true;
}

const struct torch_op *models_torch(const struct models *m, struct str name)
{
	u32 row = row_of_dotted(m, &m->torches, name);
	struct str overload = {0};
	if (row == NONE && cut(&name, "torch.ops.aten."))
		split_at(name, '.', &name, &overload); /* add.Tensor */
	else if (row == NONE && !cut(&name, "torch.Tensor.") && !cut(&name, "Tensor.") && !cut(&name, "torch."))
		return NULL;
	if (row == NONE && name.n && !memchr(name.p, '.', name.n)) {
		row = row_of_joined(m, &m->torches, "Tensor.", name);
		if (row == NONE)
			row = row_of_joined(m, &m->torches, "torch.", name);
	}
	return row == NONE ? NULL : &m->torch_rows.at[row];
}

static size_t after_last_dot(struct str name)
{
	size_t i = name.n;
	while (i > 0 && name.p[i - 1] != '.' && name.p[i - 1] != ':' && name.p[i - 1] != '>')
		i--;
	return i;
}

const struct region_api *models_region(const struct models *m, struct str name, bool is_member)
{
	u32 row = row_of_dotted(m, &m->regions, name);
	for (size_t i = 0; row == NONE && i + 2 < name.n; i++) /* gpu::cudaStreamBeginCapture */
		if (name.p[i] == ':' && name.p[i + 1] == ':')
			row = row_of_dotted(m, &m->regions, (struct str){name.p + i + 2, name.n - i - 2});
	size_t from = after_last_dot(name);
	struct str last = {name.p + from, name.n - from};
	if (row == NONE)
		row = row_of_portable(m, &m->regions, last);
	if (row == NONE && is_member)
		row = row_of_joined(m, &m->regions, ".", last);
	if (row != NONE)
		return &m->region_rows.at[row];
	while (cut(&last, "_"))
		;
	row = row_of_dotted(m, &m->regions, last);
	return row == NONE || m->region_rows.at[row].is_sure ? NULL : &m->region_rows.at[row];
}

static bool holds(struct str text, struct str part)
{
	for (size_t i = 0; i + part.n <= text.n; i++)
		if (memcmp(text.p + i, part.p, part.n) == 0)
			return true;
	return false;
}

bool region_is_meant(const struct region_api *region, struct str text)
{
	struct str rest = region->when_words, word;
	if (model_arg_is_none(region->when))
		return true;
	while (text.n >= 2 && (text.p[0] == '"' || text.p[0] == '\'') && text.p[text.n - 1] == text.p[0])
		text = (struct str){text.p + 1, text.n - 2};
	while (next_word(&rest, '|', &word))
		if (region->when_holds ? holds(text, word) : str_eq(text, word))
			return true;
	return false;
}
