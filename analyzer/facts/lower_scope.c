/* Names in blocks, and what happens when control leaves a block: destructors, finally, with.
 *
 * Landing pads are made at first need and put behind the function's code, each ending in a RESUME to the pad of the
 * scope around it, so that all rows of a scope share one. */
#include "facts/lower_state.h"

operand var_declare(struct lower *l, struct str name, struct str type, u32 flags, u32 at, bool *is_again)
{
	struct building *fn = l->fn;
	u32 id = string_put(l, name);
	*is_again = false;
	if (fn == l->file)
		return OPERAND(OPD_GLOBAL, id);
	/* Python's names belong to the whole function; in C++ the arms of an #if may declare one variable twice. */
	u32 bound = id ? idmap_get(&fn->bound, id) : NONE;
	if (l->is_python && bound != NONE && bound)
		return name_operand(l, name);
	if (bound != NONE && bound >= fn->block_start && operand_kind(fn->bindings.at[bound].value) == OPD_VAR) {
		*is_again = true;
		return fn->bindings.at[bound].value;
	}
	struct var v = {.name = id, .type = string_put(l, type), .flags = flags, .at = at};
	vec_push(l->arena, &fn->vars, v);
	operand o = OPERAND(OPD_VAR, fn->vars.n - 1);
	if (id)
		name_bind(l, id, o);
	return o;
}

void name_bind(struct lower *l, u32 name, operand value)
{
	struct building *fn = l->fn;
	u32 shadowed = idmap_get(&fn->bound, name);
	struct binding b = {name, shadowed == NONE ? 0 : shadowed, value};
	vec_push(l->arena, &fn->bindings, b);
	idmap_put(l->arena, &fn->bound, name, fn->bindings.n - 1);
}

void names_declare(struct lower *l, const struct node *target)
{
	struct var v = {.name = string_put(l, target->name), .at = target->at};
	if (target->kind == NODE_NAME && l->fn != l->file) {
		vec_push(l->arena, &l->fn->vars, v);
		name_bind(l, v.name, OPERAND(OPD_VAR, l->fn->vars.n - 1));
	}
	bool is_list = target->kind == NODE_LIST || target->kind == NODE_STAR;
	for (const struct node *c = target->child; c && is_list; c = c->next)
		names_declare(l, c);
}

/* The binding of a name in one function, or NULL. */
static const struct binding *binding_of(const struct building *fn, u32 name)
{
	u32 i = idmap_get(&fn->bound, name);
	return i == NONE || i == 0 ? NULL : &fn->bindings.at[i];
}

/* In a method of a class whose fields are declared elsewhere, the usual spellings of a field are taken for one. */
static bool looks_like_field(struct str name)
{
	return name.n > 2 && (str_ends(name, "_") || str_starts(name, "m_"));
}

static bool is_field(const struct lower *l, u32 id, struct str name)
{
	const struct function *f = &l->b->functions.at[l->fn->index];
	if (!f->cls || l->is_python || f->kind == FN_MACRO || l->fn == l->file)
		return false;
	return class_has_field(l, f->cls, id) || (idmap_get(&l->classes, f->cls) == NONE && looks_like_field(name));
}

/* pfn_##call in a macro, read by the front end as pfn___call: another name of what is done there, so the argument's value. */
static operand pasted(const struct lower *l, struct str name)
{
	const struct building *fn = l->fn;
	for (u32 i = 1; i < fn->bindings.n && l->b->functions.at[fn->index].kind == FN_MACRO; i++) {
		struct str param = string_get(l, fn->bindings.at[i].name);
		bool is_longer = param.n && name.n > param.n + 2;
		bool is_end = is_longer && str_eq((struct str){name.p + name.n - param.n, param.n}, param);
		if (is_end && name.p[name.n - param.n - 1] == '_' && name.p[name.n - param.n - 2] == '_')
			return fn->bindings.at[i].value;
	}
	return OPERAND(OPD_NONE, 0);
}

operand name_operand(struct lower *l, struct str name)
{
	u32 id = string_put(l, name);
	const struct binding *b = binding_of(l->fn, id);
	if (b && operand_kind(b->value) != OPD_NONE)
		return b->value;
	for (const struct building *fn = l->fn; fn->sees_outer && fn->outer; fn = fn->outer) {
		b = binding_of(fn->outer, id);
		if (b && operand_kind(b->value) != OPD_NONE)
			return OPERAND(OPD_CAPTURED, id);
	}
	operand param = pasted(l, name);
	if (operand_kind(param) != OPD_NONE)
		return param;
	if (is_field(l, id, name))
		return place_step(l, OPERAND(OPD_THIS, 0), STEP_FIELD, id);
	return OPERAND(OPD_GLOBAL, id);
}

struct block_mark block_enter(struct lower *l)
{
	struct building *fn = l->fn;
	struct block_mark mark = {fn->bindings.n, fn->block_start, fn->scope};
	fn->block_start = fn->bindings.n;
	return mark;
}

void block_leave(struct lower *l, struct block_mark mark, const struct node *n)
{
	struct building *fn = l->fn;
	struct node end = {.begin = n->end ? n->end - 1 : 0, .end = n->end};
	end.at = end.begin;
	if (!fn->is_dead)
		scopes_run(l, mark.scope, &end, 0);
	fn->scope = mark.scope;
	while (fn->bindings.n > mark.bindings) {
		const struct binding *b = &fn->bindings.at[--fn->bindings.n];
		idmap_put(l->arena, &fn->bound, b->name, b->shadowed);
	}
	fn->block_start = mark.block_start;
}

struct scope *scope_push(struct lower *l, enum scope_kind kind, const struct node *n)
{
	struct building *fn = l->fn;
	struct scope *s = arena_new(l->arena, struct scope);
	s->outer = fn->scope;
	s->depth = fn->scope ? fn->scope->depth + 1 : 1;
	s->kind = kind;
	s->node = n;
	s->pad = s->resume = NONE;
	s->jumps = fn->jumps;
	fn->scope = s;
	return s;
}

static void finally_run(struct lower *l, const struct scope *s)
{
	struct building *fn = l->fn;
	struct jumps *jumps = fn->jumps;
	bool is_copy = fn->is_copy;
	if (++fn->copies > FUNCTION_COPIES) {
		l->b->functions.at[fn->index].is_cut = true;
		return;
	}
	fn->jumps = s->jumps;
	fn->is_copy = true;
	lower_block(l, s->node);
	fn->jumps = jumps;
	fn->is_copy = is_copy;
}

/* What one scope asks for when control leaves it; the function's scope is the one around it. */
static void scope_run(struct lower *l, const struct scope *s, const struct node *n)
{
	if (s->kind == SCOPE_FINALLY) {
		finally_run(l, s);
	} else if (s->kind == SCOPE_DESTROY) {
		struct row *r = row_add(l, ROW_DESTROY, n);
		r->dst = s->value;
		r->name = s->name;
	} else if (s->kind == SCOPE_LEAVE) {
		struct row *r = row_add(l, ROW_LEAVE, n);
		r->a = s->value;
		r->name = s->name;
	}
}

void scopes_run(struct lower *l, struct scope *until, const struct node *n, operand kept)
{
	struct building *fn = l->fn;
	struct scope *from = fn->scope;
	while (fn->scope && fn->scope != until) {
		const struct scope *s = fn->scope;
		fn->scope = s->outer;
		if (s->kind != SCOPE_DESTROY || s->value != kept)
			scope_run(l, s, n);
	}
	fn->scope = from;
}

static u32 pad_of(struct lower *l, struct scope *s)
{
	if (s->pad == NONE) {
		s->pad = label_new(l);
		struct pending p = {.scope = s, .label = s->pad, .named = NONE, .node = s->node};
		vec_push(l->arena, &l->fn->pending, p);
	}
	return label_use(l, s->pad);
}

u32 unwind_label(struct lower *l) { return l->fn->scope ? pad_of(l, l->fn->scope) : NONE; }

static u32 named_label(struct lower *l, struct str name)
{
	struct building *fn = l->fn;
	u32 id = string_put(l, name);
	for (u32 i = 0; i < fn->named_labels.n; i++)
		if (fn->named_labels.at[i].name == id)
			return i;
	struct named_label label = {.name = id, .label = label_new(l)};
	vec_push(l->arena, &fn->named_labels, label);
	return fn->named_labels.n - 1;
}

/* Where the label stands, and so what is left on the way, may be known only later. */
void goto_add(struct lower *l, const struct node *n)
{
	u32 way = label_new(l);
	struct pending p = {.scope = l->fn->scope, .label = way, .named = named_label(l, n->name), .node = n};
	vec_push(l->arena, &l->fn->pending, p);
	row_add(l, ROW_JUMP, n)->target = label_use(l, way);
}

void goto_label(struct lower *l, const struct node *n)
{
	u32 index = named_label(l, n->name);
	struct named_label *at = &l->fn->named_labels.at[index];
	at->scope = l->fn->scope;
	at->is_placed = true;
	label_use(l, at->label);
	label_place(l, at->label);
	row_add(l, ROW_NOP, n)->name = at->name;
}

static struct scope *scope_common(struct scope *a, struct scope *b)
{
	while (a != b)
		if (a && (!b || a->depth >= b->depth))
			a = a->outer;
		else
			b = b->outer;
	return a;
}

/* A label that isn't there belongs to the user of a macro, or was lost by the parser. Without a name it is the target
 * of a macro's break or continue. If nobody has such a label, control goes on behind the macro or leaves. */
static void goto_nowhere(struct lower *l, const struct pending *p)
{
	u32 leaves = label_new(l), name = l->fn->named_labels.at[p->named].name;
	label_place(l, p->label);
	l->fn->scope = p->scope;
	scopes_run(l, NULL, p->node, 0);
	if (name) {
		struct row *r = row_add(l, ROW_JUMP, p->node);
		const struct binding *b = binding_of(l->fn, name);
		r->name = name;
		r->a = b ? b->value : 0;
	}
	alt_add(l, p->node, l->fn->exit, leaves);
	label_place(l, leaves);
	struct row *r = row_add(l, ROW_RETURN, p->node);
	r->a = OPERAND(OPD_UNKNOWN, 0);
	r->target = label_use(l, l->fn->exit);
}

static void goto_flush(struct lower *l, const struct pending *p)
{
	struct building *fn = l->fn;
	struct named_label to = fn->named_labels.at[p->named];
	if (!to.is_placed) {
		goto_nowhere(l, p);
		return;
	}
	struct scope *common = scope_common(p->scope, to.scope);
	if (common == p->scope) {
		fn->labels.at[p->label].row = fn->labels.at[to.label].row;
		return;
	}
	label_place(l, p->label);
	fn->scope = p->scope;
	scopes_run(l, common, p->node, 0);
	jump_add(l, p->node, to.label);
}

static void pad_flush(struct lower *l, const struct pending *p)
{
	label_place(l, p->label);
	l->fn->scope = p->scope->outer;
	scope_run(l, p->scope, p->node);
	if (l->fn->is_dead)
		return;
	if (p->scope->resume != NONE) {
		u32 goes_on = label_new(l);
		alt_add(l, p->node, p->scope->resume, goes_on);
		label_place(l, goes_on);
	}
	u32 outer = unwind_label(l);
	row_add(l, ROW_RESUME, p->node)->unwind = outer;
}

void pending_flush(struct lower *l)
{
	struct building *fn = l->fn;
	bool is_copy = fn->is_copy;
	fn->is_copy = true;
	/* Flushing one may add others behind it. */
	for (u32 i = 0; i < fn->pending.n; i++) {
		struct pending p = fn->pending.at[i];
		fn->is_dead = true;
		if (p.named == NONE)
			pad_flush(l, &p);
		else
			goto_flush(l, &p);
	}
	fn->scope = NULL;
	fn->is_copy = is_copy;
}
