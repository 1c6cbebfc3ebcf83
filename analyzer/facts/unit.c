/* Packing a unit into one block of bytes, and viewing such a block again.
 *
 * Block: header, then every table in the order of UNIT_TABLES, each aligned to 8 bytes. */
#include "facts/facts.h"

#include <string.h>

enum { ALIGNMENT = 8, MAX_CHARS = 1 << 28 };

enum table {
#define UNIT_TABLE(type, name) TABLE_##name,
	UNIT_TABLES(UNIT_TABLE)
#undef UNIT_TABLE
	TABLES
};

struct block_header {
	u64 layout; /* tells another version of these tables apart */
	u32 size;   /* of the block */
	u32 unused;
	struct {
		u32 offset, count;
	} tables[TABLES];
};

static const u32 table_sizes[TABLES] = {
#define UNIT_TABLE(type, name) sizeof(type),
	UNIT_TABLES(UNIT_TABLE)
#undef UNIT_TABLE
};

/* Every field that holds a string, as X(table, field), and every field that holds an operand. */
#define UNIT_STRINGS(X)                                                                                                \
	X(functions, .name) X(functions, .qualified) X(functions, .cls) X(functions, .of) X(functions, .result) X(functions, .doc) X(rows, .name)           \
	X(arg_names, ) X(places, .names[0]) X(places, .names[1]) X(places, .names[2]) X(vars, .name) X(vars, .type)    \
	X(fields, .cls) X(fields, .name) X(fields, .type) X(bases, .cls) X(bases, .base) X(aliases, .name)             \
	X(aliases, .target) X(includes, .path) X(includes, .local) X(prototypes, .name) X(prototypes, .qualified)             \
	X(prototypes, .result) X(constants, .name) X(constants, .cls) X(undefs, .name)
#define UNIT_OPERANDS(X) X(rows, .dst) X(rows, .a) X(rows, .b) X(args, ) X(places, .base) X(places, .key) X(vars, .value) X(constants, .value)

static u64 layout(void)
{
	u64 h = 0x6361706c696e7431 ^ ((u64)ROW_OPS << 8) ^ ((u64)OPS << 16);
	for (u32 i = 0; i < TABLES; i++)
		h = (h ^ table_sizes[i]) * 1099511628211u;
	return h;
}

void unit_begin(struct unit_builder *b, struct arena *a)
{
	*b = (struct unit_builder){.arena = a};
	intern_init(&b->strings, a);
}

static bool operand_is_string(operand o)
{
	enum operand_kind kind = operand_kind(o);
	return kind == OPD_CAPTURED || kind == OPD_GLOBAL || kind == OPD_STRING;
}

static operand operand_packed(operand o, const u32 *offsets)
{
	return operand_is_string(o) ? OPERAND(operand_kind(o), offsets[operand_index(o)]) : o;
}

static const u32 *pack_strings(struct unit_builder *b)
{
	u32 *offsets = arena_array(b->arena, u32, b->strings.texts.n);
	for (u32 id = 0; id < b->strings.texts.n; id++) {
		struct str text = intern_get(&b->strings, id);
		if (b->chars.n + text.n >= MAX_CHARS)
			die("a file's facts hold more than %d bytes of names", MAX_CHARS);
		offsets[id] = b->chars.n;
		for (size_t i = 0; i < text.n; i++)
			vec_push(b->arena, &b->chars, text.p[i]);
		vec_push(b->arena, &b->chars, 0);
	}
	return offsets;
}

struct str unit_pack(struct unit_builder *b)
{
	const u32 *offsets = pack_strings(b);
#define PACK(table, field)                                                                                             \
	for (u32 i = 0; i < b->table.n; i++)                                                                           \
		b->table.at[i] field = offsets[b->table.at[i] field];
	UNIT_STRINGS(PACK)
#undef PACK
#define PACK(table, field)                                                                                             \
	for (u32 i = 0; i < b->table.n; i++)                                                                           \
		b->table.at[i] field = operand_packed(b->table.at[i] field, offsets);
	UNIT_OPERANDS(PACK)
#undef PACK

	const void *from[TABLES] = {
#define UNIT_TABLE(type, name) b->name.at,
		UNIT_TABLES(UNIT_TABLE)
#undef UNIT_TABLE
	};
	struct block_header header = {.layout = layout()};
#define UNIT_TABLE(type, name) header.tables[TABLE_##name].count = b->name.n;
	UNIT_TABLES(UNIT_TABLE)
#undef UNIT_TABLE
	size_t size = sizeof header;
	for (u32 t = 0; t < TABLES; t++) {
		size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
		header.tables[t].offset = (u32)size;
		size += (size_t)header.tables[t].count * table_sizes[t];
		if (size > UINT32_MAX)
			die("a file's facts are larger than 4 GiB");
	}
	header.size = (u32)size;

	char *block = arena_alloc(b->arena, size);
	memcpy(block, &header, sizeof header);
	for (u32 t = 0; t < TABLES; t++) {
		u32 count = header.tables[t].count;
		if (count)
			memcpy(block + header.tables[t].offset, from[t], (size_t)count * table_sizes[t]);
	}
	return (struct str){block, size};
}

/* True if o may be used in a function with these numbers of temps and variables. */
static bool operand_fits(const struct unit *u, operand o, u32 temps, u32 vars)
{
	u32 i = operand_index(o);
	switch (operand_kind(o)) {
	case OPD_TEMP: return i < temps;
	case OPD_VAR: return i < vars;
	case OPD_CAPTURED:
	case OPD_GLOBAL:
	case OPD_STRING: return i < u->n_chars;
	case OPD_PLACE: {
		if (i >= u->n_places || operand_kind(u->places[i].base) == OPD_PLACE)
			return false;
		operand key = u->places[i].key;
		/* One key deep: so that no two places lead to each other. */
		bool is_deep = operand_kind(key) == OPD_PLACE && (operand_index(key) >= u->n_places || operand_kind(u->places[operand_index(key)].key) != OPD_NONE);
		return !is_deep && operand_fits(u, u->places[i].base, temps, vars) && operand_fits(u, key, temps, vars);
	}
	case OPD_INT: return i < u->n_ints;
	case OPD_FUNCTION: return i < u->n_functions;
	case OPD_NONE:
	case OPD_NULL:
	case OPD_THIS:
	case OPD_UNKNOWN: return true;
	}
	return false;
}

static bool span_fits(u32 first, u32 count, u32 all) { return first <= all && count <= all - first; }

static bool row_fits(const struct unit *u, const struct function *f, const struct row *r)
{
	bool two_ways = r->op == ROW_BRANCH || r->op == ROW_ALT || r->op == ROW_ITER;
	bool goes = two_ways || r->op == ROW_JUMP || r->op == ROW_RETURN;
	u32 first = f->first_row, last = first + f->row_count - 1;
	if (r->op >= ROW_OPS || r->sub >= OPS || !span_fits(r->first_arg, r->arg_count, u->n_args))
		return false;
	bool is_far = r->op == ROW_JUMP && r->name;
	if ((r->target != NONE || (goes && !is_far)) && (r->target < first || r->target > last))
		return false;
	if ((r->other != NONE || two_ways) && (r->other < first || r->other > last))
		return false;
	if (r->unwind != NONE && (r->unwind < first || r->unwind > last))
		return false;
	for (u32 i = 0; i < r->arg_count; i++)
		if (!operand_fits(u, u->args[r->first_arg + i], f->temp_count, f->var_count))
			return false;
	return operand_fits(u, r->dst, f->temp_count, f->var_count) &&
	       operand_fits(u, r->a, f->temp_count, f->var_count) && operand_fits(u, r->b, f->temp_count, f->var_count);
}

static bool function_fits(const struct unit *u, u32 index)
{
	const struct function *f = &u->functions[index];
	if (f->kind > FN_LAMBDA || f->reader > READ_CLANG || !f->row_count || f->param_count > f->var_count)
		return false;
	/* A parent comes before its children, so that walks up the parents end. */
	if (f->parent != NONE && f->parent >= index)
		return false;
	if (!span_fits(f->first_row, f->row_count, u->n_rows) || !span_fits(f->first_var, f->var_count, u->n_vars))
		return false;
	for (u32 i = 0; i < f->var_count; i++)
		if (!operand_fits(u, u->vars[f->first_var + i].value, 0, 0))
			return false;
	for (u32 i = 0; i < f->row_count; i++)
		if (!row_fits(u, f, &u->rows[f->first_row + i]))
			return false;
	return u->rows[f->first_row + f->row_count - 1].op == ROW_EXIT;
}

static bool strings_fit(const struct unit *u)
{
	if (!u->n_chars || u->chars[0] || u->chars[u->n_chars - 1])
		return false;
#define CHECK_STRING(table, field)                                                                                     \
	for (u32 i = 0; i < u->n_##table; i++)                                                                         \
		if (u->table[i] field >= u->n_chars)                                                                   \
			return false;
	UNIT_STRINGS(CHECK_STRING)
#undef CHECK_STRING
	return true;
}

static bool places_fit(const struct unit *u)
{
	for (u32 i = 0; i < u->n_places; i++)
		for (u32 k = 0; k <= PLACE_STEPS; k++)
			if (u->places[i].kinds[k] > STEP_MORE)
				return false;
	return true;
}

static bool tables_fit(const struct block_header *h, struct str block)
{
	if (h->layout != layout() || h->size != block.n)
		return false;
	for (u32 t = 0; t < TABLES; t++) {
		u64 end = h->tables[t].offset + (u64)h->tables[t].count * table_sizes[t];
		if (h->tables[t].offset % ALIGNMENT || h->tables[t].offset < sizeof *h || end > block.n)
			return false;
	}
	return true;
}

bool unit_open(struct unit *u, struct str block, struct strbuf *err)
{
	struct block_header header;
	*u = (struct unit){0};
	if (block.n < sizeof header || (uintptr_t)block.p % ALIGNMENT) {
		strbuf_puts(err, "not a block of facts.");
		return false;
	}
	memcpy(&header, block.p, sizeof header);
	if (!tables_fit(&header, block)) {
		strbuf_puts(err, "facts of another version, or cut short.");
		return false;
	}
#define UNIT_TABLE(type, name)                                                                                         \
	u->name = (const void *)(block.p + header.tables[TABLE_##name].offset);                                        \
	u->n_##name = header.tables[TABLE_##name].count;
	UNIT_TABLES(UNIT_TABLE)
#undef UNIT_TABLE
	bool ok = u->n_functions && u->n_lines && u->n_arg_names == u->n_args && strings_fit(u) && places_fit(u);
	for (u32 i = 0; ok && i < u->n_functions; i++)
		ok = function_fits(u, i);
	for (u32 i = 0; ok && i < u->n_constants; i++)
		ok = operand_fits(u, u->constants[i].value, 0, 0);
	if (!ok)
		strbuf_puts(err, "damaged facts.");
	return ok;
}

void unit_position(const struct unit *u, u32 offset, u32 *line, u32 *column)
{
	u32 low = last_u32_up_to(u->lines, u->n_lines, offset);
	*line = low + 1;
	*column = offset >= u->lines[low] ? offset - u->lines[low] + 1 : 1;
}
