/* An address or an identity names a tensor only while it lives: the allocator gives freed memory out again, and a graph's static inputs are filled anew in
 * place. A cache that is keyed so and holds what was computed from the contents gives later tensors the answer of the first. */
#include "rule.h"

struct key {
	const struct body *b;
	struct address by;
	const u8 *held;  /* contents_of it */
	const u8 *given; /* contents_of the object that it is a part of, else the same */
};

static struct str row_name(const struct rule_run *run, const struct body *b, u32 row)
{
	return b->rows[row].op == ROW_CALL ? body_row_name(run->program, &b->rows[row]) : S("");
}

/* The parameter that the cell is, or is a part of: what this call was given. The object of a method is kept by its users. */
static bool is_given(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	u32 root = v.kind == VALUE_PARAM || v.kind == VALUE_PLACE ? cell_root(b, v.cell) : NONE;
	struct str name = root == NONE ? S("") : body_cell_name(run->program, b, root);
	return root != NONE && b->cells[root].param != NONE && !str_is(name, "self") && !str_is(name, "cls");
}

/* ---- what keeps the answer right ---- */

/* Somebody holds the tensor beside the answer, or is told when it dies or changes. */
static bool is_watched(const struct rule_run *run, const struct key *k)
{
	const struct body *b = k->b;
	if (asks_version(run->program, b))
		return true;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		struct str name = row_name(run, b, row);
		if (str_has(name, "weakref") || str_is(name, "finalize") || str_is(name, "ref"))
			return true;
		bool is_compared = r->op == ROW_BINARY && (r->sub == OP_IS || r->sub == OP_IS_NOT) && r->a != NONE && r->b != NONE;
		if (is_compared && (k->held[r->a] == CONTENTS_ITSELF || k->held[r->b] == CONTENTS_ITSELF) && b->cells[r->a].kind != CELL_ZERO && b->cells[r->b].kind != CELL_ZERO)
			return true;
		bool is_kept = r->op == ROW_MOVE && r->a != NONE && r->dst != NONE && k->held[r->a] == CONTENTS_ITSELF && b->cells[r->dst].parent != NONE;
		bool is_added = (str_is(name, "append") || str_is(name, "add")) && r->arg_count && b->args[r->first_arg] != NONE && k->held[b->args[r->first_arg]] == CONTENTS_ITSELF;
		if (is_kept || is_added)
			return true;
	}
	return false;
}

/* A helper is given the cache, and the tensor whose end takes the entry out. */
static bool is_handed(const struct key *k, u32 dict)
{
	for (u32 row = 0; row < k->b->n; row++) {
		const struct body_row *r = &k->b->rows[row];
		bool is_dict = false, is_it = false;
		for (u32 i = 0; i < r->arg_count && r->op == ROW_CALL; i++) {
			u32 given = k->b->args[r->first_arg + i];
			is_dict = is_dict || given == dict;
			is_it = is_it || (given != NONE && k->held[given] == CONTENTS_ITSELF);
		}
		if (is_dict && is_it)
			return true;
	}
	return false;
}

/* Entries are taken out by their key somewhere in the file. */
static bool is_evicted(const struct rule_run *run, const struct body *b, u32 dict)
{
	const struct fn *fn = &run->program->functions[b->fn];
	struct str name = body_cell_name(run->program, b, dict);
	for (u32 i = 0; i < fn->unit->n_rows; i++) {
		const struct row *row = &fn->unit->rows[i];
		struct str called = row->op == ROW_CALL ? unit_text(fn->unit, row->name) : S("");
		if (!str_is(called, "pop") && !str_is(called, "discard") && !str_is(called, "clear"))
			continue;
		const struct place *place = operand_kind(row->a) == OPD_PLACE ? &fn->unit->places[operand_index(row->a)] : NULL;
		if (operand_kind(row->a) == OPD_GLOBAL && str_eq(unit_text(fn->unit, operand_index(row->a)), name))
			return true;
		for (u32 s = 0; place && s < PLACE_STEPS && place->kinds[s] != STEP_END; s++)
			if (str_eq(unit_text(fn->unit, place->names[s]), name))
				return true;
	}
	return false;
}

/* Only tensors have an address; what has an identity must be one. */
static bool is_tensor(const struct rule_run *run, const struct key *k, struct arena *a)
{
	if (!k->by.is_identity)
		return true;
	for (u32 row = 0; row < k->b->n; row++)
		if (contents_are_taken(run->capture, a, k->b, k->given, row))
			return true;
	return tensor_at(run->capture, k->b, NONE, k->by.row, k->by.of).is_tensor;
}

/* ---- the cache ---- */

/* What is only converted is a weight more often than not, which may well live as long as the process and never change. */
static void report(struct rule_run *run, const struct key *k, u32 row, u32 cache, u32 asked, u8 kept)
{
	struct site site = site_in(run->program, k->b, row), lookup = site_in(run->program, k->b, asked), taken = site_in(run->program, k->b, k->by.row);
	struct str name = body_cell_name(run->program, k->b, cache), of = body_cell_name(run->program, k->b, k->by.of);
	of = of.n ? of : body_cell_name(run->program, k->b, cell_root(k->b, k->by.of));
	const char *where = k->b->cells[cache].parent != NONE && kept == CONTENTS_NONE ? "beside" : "by", *made = kept == CONTENTS_CONVERTED ? "a copy of" : "computed from";
	struct finding *f = rule_report(run, kept == CONTENTS_CONVERTED ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "what is kept %s '%.*s' for the %s of '%.*s' is %s its contents: another tensor that gets %s later gets the answer of the first, and so do new contents "
	                                             "of the same one, as a graph's static input has them", where, (int)name.n, name.p, k->by.is_identity ? "identity" : "address", (int)of.n, of.p, made,
	                                             k->by.is_identity ? "it" : "the memory"));
	rule_step(run, f, &taken, k->by.is_identity ? "the identity is taken here" : "the address is taken here");
	rule_step(run, f, &lookup, "looked up here");
	finding_param(run->findings, f, "cache", name);
	finding_param(run->findings, f, "form", k->by.is_identity ? S("identity") : S("address"));
}

/* D.get(key), key in D: the dict; NONE. */
static u32 dict_asked(const struct rule_run *run, const struct key *k, u32 row)
{
	const struct body_row *r = &k->b->rows[row];
	if (r->op == ROW_BINARY && (r->sub == OP_IN || r->sub == OP_NOT_IN) && r->a != NONE && r->b != NONE && k->by.carries[r->a])
		return r->b;
	bool is_get = str_is(row_name(run, k->b, row), "get") && r->flags & RF_MEMBER && r->arg_count && k->b->args[r->first_arg] != NONE && k->by.carries[k->b->args[r->first_arg]];
	return is_get ? r->a : NONE;
}

/* D[key] = v. A tuple that is written as the key has no name. */
static bool stores_at(const struct rule_run *run, const struct key *k, u32 row, u32 dict)
{
	const struct body_row *r = &k->b->rows[row];
	if (r->op != ROW_MOVE || r->dst == NONE || r->a == NONE || !k->b->cells[r->dst].is_element || k->b->cells[r->dst].parent != dict)
		return false;
	struct str by = body_cell_name(run->program, k->b, r->dst);
	for (u32 i = 0; i < k->b->cell_count && by.n; i++)
		if (k->by.carries[i] && str_eq(body_cell_name(run->program, k->b, i), by))
			return true;
	return !by.n;
}

static bool look_at_dict(struct rule_run *run, const struct key *k, u32 asked)
{
	u32 dict = dict_asked(run, k, asked);
	/* A module's own dict, _CACHE, is written like a constant. */
	bool outlives = dict != NONE && (k->b->cells[dict].kind == CELL_OUTER || k->b->cells[dict].kind == CELL_NONZERO);
	bool is_kept = outlives && !is_handed(k, dict) && !is_evicted(run, k->b, dict);
	for (u32 row = 0; row < k->b->n && is_kept; row++) {
		u8 kept = stores_at(run, k, row, dict) ? k->held[k->b->rows[row].a] : CONTENTS_NONE;
		if (kept < CONTENTS_CONVERTED)
			continue;
		report(run, k, row, dict, asked, kept);
		return true;
	}
	return false;
}

/* `if key != self.last: self.meta = build(x); self.last = key`: the attribute; NONE. */
static u32 attribute_asked(const struct key *k, u32 row)
{
	const struct body_row *r = &k->b->rows[row];
	if (r->op != ROW_BINARY || (r->sub != OP_EQ && r->sub != OP_NE) || r->a == NONE || r->b == NONE || k->by.carries[r->a] == k->by.carries[r->b])
		return NONE;
	u32 cell = k->by.carries[r->a] ? r->b : r->a;
	return k->b->cells[cell].kind == CELL_OUTER && k->b->cells[cell].parent != NONE && !k->b->cells[cell].is_element ? cell : NONE;
}

static bool look_at_attribute(struct rule_run *run, const struct key *k, u32 asked, struct arena *a)
{
	const struct body *b = k->b;
	u32 last = attribute_asked(k, asked), branch = NONE;
	bool is_set = false;
	for (u32 row = 0; row < b->n && last != NONE; row++) {
		is_set = is_set || (b->rows[row].op == ROW_MOVE && b->rows[row].dst == last && b->rows[row].a != NONE && k->by.carries[b->rows[row].a]);
		branch = b->rows[row].op == ROW_BRANCH && b->rows[row].a == b->rows[asked].dst ? row : branch;
	}
	if (!is_set || branch == NONE)
		return false;
	bool is_negated = b->rows[asked].sub == OP_NE;
	u32 differs = is_negated ? b->rows[branch].target : b->rows[branch].other, same = is_negated ? b->rows[branch].other : b->rows[branch].target;
	if (differs == NONE || same == NONE)
		return false;
	for (u32 row = branch + 1; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if ((r->op != ROW_MOVE && r->op != ROW_CALL) || (r->op == ROW_MOVE && (r->dst == NONE || r->a == NONE || b->cells[r->dst].kind != CELL_OUTER)))
			continue;
		/* `if self.last is None or key != self.last:` leads there twice. */
		if ((row != differs && !body_reaches(b, differs, row)) || row == same || body_reaches(b, same, row))
			continue;
		u8 kept = r->op == ROW_MOVE ? k->held[r->a] : CONTENTS_NONE;
		if (kept < CONTENTS_CONVERTED && !contents_are_taken(run->capture, a, b, k->given, row))
			continue;
		report(run, k, row, last, asked, kept);
		return true;
	}
	return false;
}

/* id(context.pages): who copies gives the context. */
static u32 whole_of(const struct key *k)
{
	const struct cell *cell = &k->b->cells[k->by.of];
	return k->by.is_identity && cell->parent != NONE && !cell->is_element ? cell->parent : k->by.of;
}

static bool look_at_key(struct rule_run *run, struct key *k, struct arena *a)
{
	bool is_asked = false;
	for (u32 row = 0; row < k->b->n && !is_asked; row++)
		is_asked = dict_asked(run, k, row) != NONE || attribute_asked(k, row) != NONE;
	if (!is_asked)
		return false;
	k->held = contents_of(run->capture, a, k->b, k->by.of);
	k->given = whole_of(k) == k->by.of ? k->held : contents_of(run->capture, a, k->b, whole_of(k));
	if (is_watched(run, k) || !is_tensor(run, k, a))
		return false;
	for (u32 row = 0; row < k->b->n; row++)
		if (look_at_dict(run, k, row) || look_at_attribute(run, k, row, a))
			return true;
	return false;
}

/* Calls something by the name of a function of its file that takes an address. */
static bool calls_taker(const struct fn *fn, const struct str *takers, u32 n)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		for (u32 k = 0; k < n && row->op == ROW_CALL; k++)
			if (str_eq(unit_text(fn->unit, row->name), takers[k]))
				return true;
	}
	return false;
}

enum { COST = 16 }; /* of a key, in questions about paths: what holds the contents is asked of each row */

static void look_at_function(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	struct arena scratch = {0};
	struct key k = {.b = b};
	bool found = false;
	u32 asked = 0;
	for (u32 row = 0; row < b->n && !found; row++) {
		if (!address_at(run->capture, &scratch, b, row, &k.by) || !is_given(run, b, row, k.by.of))
			continue;
		if (!rule_affords(run, b, COST * asked++))
			break;
		found = look_at_key(run, &k, &scratch);
	}
	arena_release(&scratch);
}

enum { TAKERS = 32 }; /* functions of a file that take an address and are known to its others */

static void look_at_file(struct rule_run *run, u32 file)
{
	const struct unit *u = &run->program->units[file];
	struct str takers[TAKERS];
	u32 n = 0;
	for (u32 i = 0; i < u->n_functions && n < TAKERS; i++)
		if (takes_python_address(&run->program->functions[program_fn(run->program, file, i)]))
			takers[n++] = unit_text(u, u->functions[i].name);
	for (u32 i = 0; i < u->n_functions && n; i++) {
		fn_id fn = program_fn(run->program, file, i);
		const struct fn *f = &run->program->functions[fn];
		if (run->shows[fn] && (takes_python_address(f) || calls_taker(f, takers, n)))
			look_at_function(run, fn);
	}
}

void rule_address_key(struct rule_run *run)
{
	for (u32 file = 0; file < run->program->file_count; file++)
		if (run->program->files[file].language == LANG_PYTHON && !run->program->files[file].is_test)
			look_at_file(run, file);
}
