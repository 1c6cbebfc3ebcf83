/* From a name as the source writes it to the row that speaks of it. */
#include "models/rows.h"

/* Enters a row under its name. `DeviceScan::*` is kept as "DeviceScan::", a part of every name it is looked up by. */
void name_row(struct models *m, struct model_names *names, struct str name, u32 row)
{
	bool is_class = str_ends(name, "::*");
	bool is_prefix = !is_class && str_ends(name, "*");
	if (is_class || is_prefix)
		name.n--;
	struct model_prefix prefix = {name, row};
	if (is_prefix)
		vec_push(m->arena, &names->prefixes, prefix);
	else
		idmap_put(m->arena, &names->rows, intern_put(&m->names, name), row);
}

/* Where the last component begins: past the last `::`. */
static size_t last_component(struct str name)
{
	for (size_t i = name.n; i >= 2; i--)
		if (name.p[i - 1] == ':' && name.p[i - 2] == ':')
			return i;
	return 0;
}

/* Where the next shorter ending begins; name.n after the last component. */
static size_t next_component(struct str name, size_t from)
{
	for (size_t i = from + 2; i <= name.n; i++)
		if (name.p[i - 1] == ':' && name.p[i - 2] == ':')
			return i;
	return name.n;
}

static u32 row_of(const struct models *m, const struct model_names *names, const char *p, size_t n)
{
	u32 id = intern_find(&m->names, (struct str){p, n});
	return id == NONE ? NONE : idmap_get(&names->rows, id);
}

/* Each ending of the name, longest first: itself, then the class it lies in. */
static u32 row_by_ending(const struct models *m, const struct model_names *names, struct str name)
{
	size_t last = last_component(name);
	for (size_t from = 0; from < name.n; from = next_component(name, from)) {
		u32 row = row_of(m, names, name.p + from, name.n - from);
		if (row == NONE && last > from)
			row = row_of(m, names, name.p + from, last - from);
		if (row != NONE)
			return row;
	}
	return NONE;
}

/* cuInit and cuMemcpy2D are `cu*`; cudaFree, cu_seqlens and cuFoo_t are somebody else's: another library, a user's
 * function, a type. */
static bool prefix_matches(struct str prefix, struct str name)
{
	if (!prefix.n || name.n <= prefix.n || !str_eq((struct str){name.p, prefix.n}, prefix))
		return false;
	char end = prefix.p[prefix.n - 1], next = name.p[prefix.n];
	if (end == '_')
		return true;
	bool is_camel = end >= 'a' && end <= 'z';
	bool is_word = (next >= 'a' && next <= 'z') || (is_camel && next == '_');
	return !is_word && !str_ends(name, "_t");
}

/* The longest prefix; of equal ones the last, which is the user's. */
static u32 row_by_prefix(const struct model_names *names, struct str name)
{
	size_t last = last_component(name), longest = 0;
	u32 found = NONE;
	for (u32 i = 0; i < names->prefixes.n; i++) {
		const struct model_prefix *prefix = &names->prefixes.at[i];
		if (prefix->text.n >= longest && prefix_matches(prefix->text, (struct str){name.p + last, name.n - last})) {
			longest = prefix->text.n;
			found = prefix->row;
		}
	}
	return found;
}

static u32 row_find(const struct models *m, const struct model_names *names, struct str name)
{
	u32 row = row_by_ending(m, names, name);
	return row != NONE ? row : row_by_prefix(names, name);
}

const struct model_call *models_call(const struct models *m, struct str name)
{
	u32 row = row_find(m, &m->calls, name);
	return row == NONE ? NULL : &m->call_rows.at[row];
}

const struct model_check *models_check(const struct models *m, struct str name)
{
	u32 row = row_find(m, &m->checks, name);
	return row == NONE ? NULL : &m->check_rows.at[row];
}

bool models_noreturn(const struct models *m, struct str name)
{
	if (str_starts(name, "::"))
		name = (struct str){name.p + 2, name.n - 2};
	if (row_of(m, &m->noreturns, name.p, name.n) != NONE)
		return true;
	return str_starts(name, "std::") && row_of(m, &m->noreturns, name.p + 5, name.n - 5) != NONE;
}

u32 row_of_portable(const struct models *m, const struct model_names *names, struct str name)
{
	enum { LONGEST = 64 };
	char text[LONGEST] = "cuda";
	if (name.n < 4 || name.n >= LONGEST - 4 || !str_starts(name, "gpu") || name.p[3] < 'A' || name.p[3] > 'Z')
		return NONE;
	memcpy(text + 4, name.p + 3, name.n - 3);
	u32 row = row_of(m, names, text, name.n + 1);
	memcpy(text + 2, name.p + 3, name.n - 3);
	return row != NONE ? row : row_of(m, names, text, name.n - 1);
}

const struct capture_api *models_capture(const struct models *m, struct str name)
{
	u32 row = row_find(m, &m->captures, name);
	if (row == NONE)
		row = row_of_portable(m, &m->captures, name);
	return row == NONE ? NULL : &m->capture_rows.at[row];
}

bool models_is_family(const struct model_call *call) { return str_ends(call->name, "*") && !str_ends(call->name, "::*"); }
