/* What modules and classes bind, who calls what name: one pass over the rows of a Python unit. */
#include "graph/python_link.h"

struct collecting {
	struct python *y;
	u32 file;
	const struct unit *u;
};

static void bind(struct python *y, struct idmap *to, u64 key, struct binding b)
{
	b.next = idmap_get(to, key);
	vec_push(y->arena, &y->bindings, b);
	idmap_put(y->arena, to, key, y->bindings.n - 1);
}

static void bind_in_module(struct collecting *c, u32 name, struct binding b)
{
	b.scope = b.kind == BIND_IMPORT ? b.scope : NONE;
	u32 id = name_id(c->y, c->file, name);
	bind(c->y, &c->y->scopes, SCOPE_KEY(SCOPE_MODULE, c->file, id), b);
	if (b.scope != NONE)
		bind(c->y, &c->y->locals, (u64)b.scope << 32 | id, b);
}

static void bind_in_class(struct collecting *c, u32 cls, u32 name, struct binding b)
{
	b.scope = NONE;
	bind(c->y, &c->y->scopes, SCOPE_KEY(SCOPE_CLASS, cls, name_id(c->y, c->file, name)), b);
}

static u32 class_by_text(const struct collecting *c, u32 text)
{
	return text ? idmap_get(&c->y->class_of, (u64)c->file << 32 | text) : NONE;
}

static void class_add(struct collecting *c, fn_id fn, const struct row *row)
{
	u32 text = operand_kind(row->b) == OPD_GLOBAL ? operand_index(row->b) : 0;
	u64 key = (u64)c->file << 32 | text;
	if (!text || idmap_get(&c->y->class_of, key) != NONE)
		return;
	struct class cls = {.file = c->file, .text = text, .qualified = name_id(c->y, c->file, text), .in = fn};
	cls.name = name_id(c->y, c->file, row->name);
	vec_push(c->y->arena, &c->y->classes, cls);
	idmap_put(c->y->arena, &c->y->class_of, key, c->y->classes.n - 1);
	idmap_put(c->y->arena, &c->y->class_named, (u64)c->file << 32 | cls.name, c->y->classes.n - 1);
	idmap_put(c->y->arena, &c->y->class_named, (u64)c->file << 32 | cls.qualified, c->y->classes.n - 1);
}

/* Where a binding of an operand goes: a module's name, or a class's member. */
struct owner {
	bool is_class, is_element, is_known;
	u32 index, name;
};

static bool is_self(const struct collecting *c, fn_id fn, operand base)
{
	const struct program *p = c->y->program;
	const struct function *f = p->functions[fn].f;
	if (operand_kind(base) == OPD_VAR)
		return f->kind == FN_METHOD && operand_index(base) == 0 && f->param_count;
	if (operand_kind(base) != OPD_CAPTURED)
		return false;
	fn_id method = method_around(c->y, fn);
	const struct function *m = method == NONE ? NULL : p->functions[method].f;
	return m && m->param_count && c->u->vars[m->first_var].name == operand_index(base);
}

static struct owner owner_of(const struct collecting *c, fn_id fn, operand o)
{
	struct owner to = {0};
	const struct place *place = operand_kind(o) == OPD_PLACE ? &c->u->places[operand_index(o)] : NULL;
	operand base = place ? place->base : o;
	u32 step = 0;
	if (operand_kind(base) == OPD_GLOBAL) {
		u32 cls = place && place->kinds[0] == STEP_FIELD ? class_by_text(c, operand_index(base)) : NONE;
		to = (struct owner){cls != NONE, false, true, cls != NONE ? cls : c->file, cls != NONE ? place->names[0] : operand_index(base)};
		step = cls != NONE;
	} else if (place && place->kinds[0] == STEP_FIELD && is_self(c, fn, base)) {
		fn_id method = method_around(c->y, fn);
		u32 cls = class_by_text(c, c->y->program->functions[method].f->cls);
		to = (struct owner){true, false, cls != NONE, cls, place->names[0]};
		step = 1;
	}
	if (!place || !to.is_known)
		return to;
	if (place->kinds[step] == STEP_ELEMENT) {
		to.is_element = true;
		step++;
	}
	/* Places keep three steps; what goes on has another owner. */
	to.is_known = step < 4 && place->kinds[step] == STEP_END && to.name;
	return to;
}

static void bind_to(struct collecting *c, struct owner to, struct binding b)
{
	if (!to.is_known)
		return;
	b.is_element |= to.is_element;
	if (to.is_class)
		bind_in_class(c, to.index, to.name, b);
	else
		bind_in_module(c, to.name, b);
}

static void define_row(struct collecting *c, fn_id fn, u32 index)
{
	const struct row *row = &c->u->rows[index];
	struct binding b = {.kind = BIND_FUNCTION, .b = index};
	if (operand_kind(row->a) == OPD_FUNCTION) {
		b.a = program_fn(c->y->program, c->file, operand_index(row->a));
		c->y->define_row[b.a] = index + 1;
		c->y->define_in[b.a] = fn;
		if (row->arg_count)
			idmap_put(c->y->arena, &c->y->decorated, c->y->program->functions[b.a].name, b.a);
	} else {
		b.kind = BIND_CLASS;
		b.a = operand_kind(row->b) == OPD_GLOBAL ? class_by_text(c, operand_index(row->b)) : NONE;
		if (b.a == NONE)
			return;
	}
	if (operand_kind(row->dst) == OPD_GLOBAL || operand_kind(row->dst) == OPD_PLACE)
		bind_to(c, owner_of(c, fn, row->dst), b);
}

/* What `from m import f as g` calls g is looked for as f. */
static u32 imported_name(struct collecting *c, u32 id)
{
	u32 b = idmap_get(&c->y->scopes, SCOPE_KEY(SCOPE_MODULE, c->file, id));
	if (b == NONE || c->y->bindings.at[b].kind != BIND_IMPORT)
		return id;
	struct str path = unit_text(c->u, c->u->includes[c->y->bindings.at[b].b].path), last = path;
	for (size_t i = path.n; i-- > 0;)
		if (path.p[i] == '.') {
			last = (struct str){path.p + i + 1, path.n - i - 1};
			break;
		}
	return str_eq(last, text_of(c->y, id)) ? id : text_id(c->y, last);
}

static void put_site(struct collecting *c, fn_id fn, u32 row, u32 decorator, u32 name, bool is_plain)
{
	struct site s = {fn, row, decorator};
	u32 key = name_id(c->y, c->file, name);
	vec_push(c->y->arena, &c->y->all_sites, s);
	chain_put(c->y->arena, &c->y->sites, is_plain ? imported_name(c, key) : key, c->y->all_sites.n - 1);
}

u32 operand_last_name(const struct unit *u, u32 first, u32 before, operand o)
{
	if (operand_kind(o) == OPD_GLOBAL || operand_kind(o) == OPD_CAPTURED)
		return operand_index(o);
	if (operand_kind(o) == OPD_PLACE) {
		const struct place *place = &u->places[operand_index(o)];
		u32 name = 0;
		for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] == STEP_FIELD; s++)
			name = place->names[s];
		return name;
	}
	if (operand_kind(o) == OPD_TEMP)
		for (u32 r = before; r-- > first;)
			if (u->rows[r].dst == o)
				return u->rows[r].op == ROW_CALL ? u->rows[r].name : 0;
	return 0;
}

/* Calls that put something into a container or an object. */
static void storing_call(struct collecting *c, fn_id fn, u32 index)
{
	static const char *const adders[] = {"append", "add", "appendleft", "insert", "setdefault", "register", "set" /* ContextVar */};
	static const char *const mergers[] = {"update", "extend"};
	static const char *const setters[] = {"register_buffer", "register_parameter", "add_module", "register_module", "setattr"};
	const struct row *row = &c->u->rows[index];
	struct str name = unit_text(c->u, row->name);
	struct binding b = {.kind = BIND_ARGUMENT, .a = fn, .b = index, .c = row->arg_count - 1};
	if (row->arg_count && row->flags & RF_MEMBER && operand_kind(row->a) != OPD_TEMP && operand_kind(row->a) != OPD_VAR) {
		b.is_element = str_is_any(name, adders, COUNT(adders));
		if (b.is_element || str_is_any(name, mergers, COUNT(mergers)))
			bind_to(c, owner_of(c, fn, row->a), b);
	}
	if (row->arg_count < 2 || !str_is_any(name, setters, COUNT(setters)))
		return;
	bool is_member = row->flags & RF_MEMBER;
	operand object = is_member ? row->a : arg_of(c->u, row, 0), key = arg_of(c->u, row, is_member ? 0 : 1);
	fn_id method = method_around(c->y, fn);
	if (operand_kind(key) != OPD_STRING || method == NONE || !is_self(c, fn, object))
		return;
	u32 cls = class_by_text(c, c->y->program->functions[method].f->cls);
	b.is_element = false;
	b.c = is_member ? 1 : 2;
	if (cls != NONE && b.c < row->arg_count)
		bind_in_class(c, cls, operand_index(key), b);
}

/* A name, written as text, and a function in one call: who looks the text up may mean the function. */
static void registering_call(struct collecting *c, const struct row *row, operand decorated)
{
	u32 text = 0;
	operand function = decorated;
	for (u32 i = 0; i < row->arg_count; i++) {
		operand o = arg_of(c->u, row, i);
		if (operand_kind(o) == OPD_STRING && !text)
			text = operand_index(o);
		else if (operand_kind(o) == OPD_GLOBAL && !function)
			function = o;
	}
	if (!text || !function)
		return;
	struct str key = unit_text(c->u, text);
	for (size_t i = key.n; i-- > 0;)
		if (key.p[i] == ':' || key.p[i] == '.') {
			key = (struct str){key.p + i + 1, key.n - i - 1};
			break;
		}
	size_t n = 0; /* a schema may follow: "f(Tensor x) -> Tensor" */
	while (n < key.n && key.p[n] != '(')
		n++;
	key.n = n;
	u32 id = operand_kind(function) == OPD_FUNCTION ? NONE : idmap_get(&c->y->scopes, SCOPE_KEY(SCOPE_MODULE, c->file, name_id(c->y, c->file, operand_index(function))));
	fn_id fn = operand_kind(function) == OPD_FUNCTION ? program_fn(c->y->program, c->file, operand_index(function)) : NONE;
	for (; id != NONE && fn == NONE; id = c->y->bindings.at[id].next)
		fn = c->y->bindings.at[id].kind == BIND_FUNCTION ? c->y->bindings.at[id].a : NONE;
	if (fn != NONE && key.n)
		chain_put(c->y->arena, &c->y->registered, text_id(c->y, key), fn);
}

static void collect_row(struct collecting *c, fn_id fn, u32 first, u32 index)
{
	const struct row *row = &c->u->rows[index];
	if (row->op == ROW_DEFINE) {
		define_row(c, fn, index);
		for (u32 i = 0; i < row->arg_count; i++) {
			operand o = arg_of(c->u, row, i);
			u32 name = operand_last_name(c->u, first, index, o);
			if (name)
				put_site(c, fn, index, i, name, true);
			for (u32 r = index; operand_kind(o) == OPD_TEMP && r-- > first;)
				if (c->u->rows[r].dst == o) {
					if (c->u->rows[r].op == ROW_CALL && operand_kind(row->a) == OPD_FUNCTION)
						registering_call(c, &c->u->rows[r], row->a);
					break;
				}
		}
		return;
	}
	if (row->op == ROW_CALL) {
		if (row->name)
			put_site(c, fn, index, NONE, row->name, !(row->flags & RF_MEMBER) && !row->a);
		storing_call(c, fn, index);
		if (row->arg_count > 1)
			registering_call(c, row, 0);
		return;
	}
	if (row->op != ROW_MOVE && row->op != ROW_ENTER && row->op != ROW_ITER)
		return;
	enum operand_kind kind = operand_kind(row->dst);
	if (kind != OPD_GLOBAL && kind != OPD_PLACE)
		return;
	struct binding b = {.kind = BIND_VALUE, .a = fn, .b = index};
	bind_to(c, owner_of(c, fn, row->dst), b);
}

/* Functions stand in the order of their begin, inner ones behind those around them. */
static fn_id function_at(const struct collecting *c, u32 at)
{
	u32 low = 0, high = c->u->n_functions;
	while (low + 1 < high) {
		u32 middle = low + (high - low) / 2;
		if (c->u->functions[middle].begin <= at)
			low = middle;
		else
			high = middle;
	}
	while (low && at >= c->u->functions[low].end)
		low = c->u->functions[low].parent == NONE ? 0 : c->u->functions[low].parent;
	return program_fn(c->y->program, c->file, low);
}

static void collect_imports(struct collecting *c)
{
	u32 first = c->u->n_functions > 1 ? c->u->functions[1].begin : NONE;
	for (u32 i = 0; i < c->u->n_includes; i++) {
		const struct include *import = &c->u->includes[i];
		struct str local = unit_text(c->u, import->local);
		struct binding b = {.kind = BIND_IMPORT, .a = c->file, .b = i, .scope = NONE};
		if (import->at > first) {
			fn_id fn = function_at(c, import->at);
			b.scope = fn == program_fn(c->y->program, c->file, 0) ? NONE : fn;
		}
		if (str_is(local, "*"))
			chain_put(c->y->arena, &c->y->stars, c->file, i);
		else if (local.n)
			bind_in_module(c, import->local, b);
	}
}

static void collect_functions(struct collecting *c)
{
	struct program *p = c->y->program;
	for (u32 i = 1; i < c->u->n_functions; i++) {
		const struct function *f = &c->u->functions[i];
		fn_id id = program_fn(p, c->file, i);
		if (f->kind == FN_METHOD)
			chain_put(c->y->arena, &c->y->methods, p->functions[id].name, id);
		else if (f->kind == FN_FUNCTION)
			chain_put(c->y->arena, &c->y->plain, p->functions[id].name, id);
	}
}

static void collect_bases(struct collecting *c, u32 first_class)
{
	struct python *y = c->y;
	for (u32 i = first_class; i < y->classes.n; i++)
		y->classes.at[i].first_base = NONE;
	for (u32 i = 0; i < c->u->n_bases; i++) {
		u32 cls = class_by_text(c, c->u->bases[i].cls);
		if (cls != NONE && y->classes.at[cls].first_base == NONE)
			y->classes.at[cls].first_base = i;
	}
}

void collect_file(struct python *y, u32 file)
{
	struct collecting here = {.y = y, .file = file, .u = &y->program->units[file]}, *c = &here;
	u32 first_class = y->classes.n;
	collect_functions(c);
	collect_imports(c);
	for (u32 i = 0; i < c->u->n_functions; i++) {
		const struct function *f = &c->u->functions[i];
		for (u32 r = f->first_row; r < f->first_row + f->row_count; r++)
			if (c->u->rows[r].op == ROW_DEFINE && !c->u->rows[r].a)
				class_add(c, program_fn(y->program, c->file, i), &c->u->rows[r]);
	}
	collect_bases(c, first_class);
	for (u32 i = 0; i < c->u->n_fields; i++) {
		const struct field *f = &c->u->fields[i];
		struct binding b = {.kind = BIND_TYPE, .a = c->file, .b = name_id(y, c->file, f->type), .scope = NONE};
		u32 cls = class_by_text(c, f->cls);
		if (!f->cls)
			bind_in_module(c, f->name, b);
		else if (cls != NONE)
			bind_in_class(c, cls, f->name, b);
	}
	for (u32 i = 0; i < c->u->n_functions; i++) {
		const struct function *f = &c->u->functions[i];
		fn_id fn = program_fn(y->program, c->file, i);
		for (u32 r = f->first_row; r < f->first_row + f->row_count; r++)
			collect_row(c, fn, f->first_row, r);
	}
}
