/* The printable form of a unit: tables first, then every function with one row a line. Row numbers count from 0 in
 * each function, so that one function's print does not depend on the others. */
#include "facts/facts.h"

#include <string.h>

static const char *const row_names[] = {
#define ROW(op, name, doc) name,
#include "facts/row.def"
#undef ROW
};

static const struct {
	u32 flag;
	const char *name;
} row_flags[] = {
	{RF_DISCARDED, "discarded"}, {RF_VOID_CAST, "void"}, {RF_EXPLAINED, "explained"}, {RF_MACRO_LIKE, "macro"}, {RF_LOOP, "loop"},
	{RF_INITIALISER, "init"}, {RF_UNREACHED, "unreached"}, {RF_INPLACE, "inplace"}, {RF_CALLED_HERE, "called-here"},
	{RF_MACRO_VALUE, "value"}, {RF_CONSTRUCT, "construct"},
}, function_flags[] = {
	{NF_STATIC, "static"}, {NF_GLOBAL, "kernel"}, {NF_DEVICE, "device"}, {NF_CTOR, "constructor"},
	{NF_DTOR, "destructor"}, {NF_NOEXCEPT, "noexcept"}, {NF_TEMPLATE, "template"}, {NF_NODISCARD, "nodiscard"},
	{NF_VIRTUAL, "virtual"}, {NF_NORETURN, "noreturn"}, {NF_ERROR, "error"},
};

static const char *const kind_names[] = {"file", "function", "method", "macro", "lambda"};
static const char *const reader_names[] = {"tree-sitter", "libclang"};

const char *row_op_name(enum row_op op) { return row_names[op]; }

static void place_print(const struct unit *u, const struct function *f, const struct place *p, struct strbuf *out)
{
	for (u32 i = 0; i < PLACE_STEPS && p->kinds[i] != STEP_END; i++)
		if (p->kinds[i] == STEP_DEREF)
			strbuf_putc(out, '*');
	operand_print(u, f, p->base, out);
	for (u32 i = 0; i < COUNT(p->kinds) && p->kinds[i] != STEP_END; i++) {
		const char *name = i < PLACE_STEPS ? unit_text(u, p->names[i]).p : "";
		if (p->kinds[i] == STEP_FIELD)
			strbuf_addf(out, ".%s", name);
		else if (p->kinds[i] == STEP_ELEMENT) {
			bool is_last = i + 1 == COUNT(p->kinds) || p->kinds[i + 1] == STEP_END;
			strbuf_addf(out, "[%s", name);
			if (!*name && is_last && operand_kind(p->key) != OPD_NONE)
				operand_print(u, f, p->key, out);
			strbuf_putc(out, ']');
		}
		else if (p->kinds[i] == STEP_MORE)
			strbuf_puts(out, "...");
	}
}

static void string_print(struct str text, struct strbuf *out)
{
	strbuf_putc(out, '"');
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '\n')
			strbuf_puts(out, "\\n");
		else
			strbuf_putc(out, text.p[i]);
	strbuf_putc(out, '"');
}

void operand_print(const struct unit *u, const struct function *f, operand o, struct strbuf *out)
{
	u32 i = operand_index(o);
	switch (operand_kind(o)) {
	case OPD_NONE: strbuf_puts(out, "-"); break;
	case OPD_TEMP: strbuf_addf(out, "t%u", i); break;
	case OPD_VAR: {
		struct str name = unit_text(u, u->vars[f->first_var + i].name);
		if (name.n)
			strbuf_puts(out, name.p);
		else
			strbuf_addf(out, "var%u", i);
		break;
	}
	case OPD_CAPTURED: strbuf_addf(out, "^%s", unit_text(u, i).p); break;
	case OPD_PLACE: place_print(u, f, &u->places[i], out); break;
	case OPD_GLOBAL: strbuf_addf(out, "::%s", unit_text(u, i).p); break;
	case OPD_INT: strbuf_addf(out, "%lld", (long long)u->ints[i]); break;
	case OPD_STRING: string_print(unit_text(u, i), out); break;
	case OPD_NULL: strbuf_puts(out, "null"); break;
	case OPD_FUNCTION: strbuf_addf(out, "fn%u", i); break;
	case OPD_THIS: strbuf_puts(out, "this"); break;
	case OPD_UNKNOWN: strbuf_puts(out, "?"); break;
	}
}

static void args_print(const struct unit *u, const struct function *f, const struct row *r, u32 from, u32 to,
                       struct strbuf *out)
{
	for (u32 i = from; i < to; i++) {
		u32 arg = r->first_arg + i;
		strbuf_puts(out, i > from ? ", " : "");
		if (u->arg_names[arg])
			strbuf_addf(out, "%s=", unit_text(u, u->arg_names[arg]).p);
		operand_print(u, f, u->args[arg], out);
	}
}

static void callee_print(const struct unit *u, const struct function *f, const struct row *r, struct strbuf *out)
{
	if (operand_kind(r->a) != OPD_NONE) {
		strbuf_puts(out, r->flags & RF_MEMBER ? "" : "(");
		operand_print(u, f, r->a, out);
		strbuf_puts(out, !(r->flags & RF_MEMBER) ? ")" : r->flags & RF_ARROW ? "->" : ".");
		if (!(r->flags & RF_MEMBER))
			return;
	}
	strbuf_puts(out, unit_text(u, r->name).p);
}

static void call_print(const struct unit *u, const struct function *f, const struct row *r, struct strbuf *out)
{
	u32 configuration = r->op == ROW_LAUNCH ? min_u32(4, r->arg_count) : 0;
	callee_print(u, f, r, out);
	if (r->op == ROW_LAUNCH) {
		strbuf_puts(out, "<<<");
		args_print(u, f, r, 0, configuration, out);
		strbuf_puts(out, ">>>");
	}
	strbuf_putc(out, '(');
	args_print(u, f, r, configuration, r->arg_count, out);
	strbuf_putc(out, ')');
}

static void values_print(const struct unit *u, const struct function *f, const struct row *r, struct strbuf *out)
{
	const char *sub = r->sub ? op_text((enum op)r->sub) : "";
	if (r->op == ROW_BINARY) {
		operand_print(u, f, r->a, out);
		strbuf_addf(out, " %s ", r->sub ? sub : "with");
		operand_print(u, f, r->b, out);
		return;
	}
	if (r->op == ROW_DESTROY || r->op == ROW_CATCH) {
		if (operand_kind(r->dst) != OPD_NONE)
			operand_print(u, f, r->dst, out);
		strbuf_puts(out, operand_kind(r->dst) != OPD_NONE ? " " : "");
	}
	/* An operator's text shows the operand as x, unless it is one word. */
	const char *x = r->op == ROW_UNARY ? strchr(sub, 'x') : NULL;
	strbuf_add(out, sub, x ? (size_t)(x - sub) : strlen(sub));
	if (r->sub && r->op != ROW_UNARY)
		strbuf_puts(out, "= ");
	else if (r->sub == OP_AWAIT)
		strbuf_putc(out, ' ');
	if (operand_kind(r->a) != OPD_NONE)
		operand_print(u, f, r->a, out);
	strbuf_puts(out, x ? x + 1 : "");
	if (r->name) {
		strbuf_puts(out, out->p[out->n - 1] != ' ' ? " " : "");
		strbuf_addf(out, "`%s`", unit_text(u, r->name).p);
	}
	if (r->arg_count) {
		strbuf_puts(out, " (");
		args_print(u, f, r, 0, r->arg_count, out);
		strbuf_putc(out, ')');
	}
}

static void target_print(const struct function *f, const char *label, u32 row, struct strbuf *out)
{
	if (row != NONE)
		strbuf_addf(out, " %s%u", label, row - f->first_row);
}

static void row_print(const struct unit *u, const struct function *f, u32 index, struct strbuf *out)
{
	const struct row *r = &u->rows[index];
	strbuf_addf(out, "%5u  ", index - f->first_row);
	if (operand_kind(r->dst) != OPD_NONE && r->op != ROW_DESTROY && r->op != ROW_CATCH) {
		operand_print(u, f, r->dst, out);
		strbuf_puts(out, " = ");
	}
	strbuf_puts(out, row_names[r->op]);
	size_t before = out->n;
	strbuf_putc(out, ' ');
	if (r->op == ROW_CALL || r->op == ROW_LAUNCH)
		call_print(u, f, r, out);
	else
		values_print(u, f, r, out);
	if (out->n == before + 1)
		out->p[out->n = before] = 0;
	target_print(f, "", r->target, out);
	target_print(f, r->op == ROW_CATCH ? "else " : "", r->other, out);
	target_print(f, "unwind ", r->unwind, out);
	for (u32 i = 0; i < COUNT(row_flags); i++)
		if (r->flags & row_flags[i].flag)
			strbuf_addf(out, " %s", row_flags[i].name);
	if (r->op == ROW_CALL || r->op == ROW_LAUNCH)
		strbuf_addf(out, " @%u", r->at);
	strbuf_putc(out, '\n');
}

static void vars_print(const struct unit *u, const struct function *f, struct strbuf *out)
{
	for (u32 i = 0; i < f->var_count; i++) {
		const struct var *v = &u->vars[f->first_var + i];
		strbuf_addf(out, "       %s %s", i < f->param_count ? "param" : "var", unit_text(u, v->name).p);
		if (v->type)
			strbuf_addf(out, ": %s", unit_text(u, v->type).p);
		if (operand_kind(v->value) != OPD_NONE) {
			strbuf_puts(out, " = ");
			operand_print(u, f, v->value, out);
		}
		strbuf_addf(out, "%s%s%s\n", v->flags & NF_REF ? " &" : "", v->flags & NF_STATIC ? " static" : "",
		            v->flags & NF_VARIADIC ? " ..." : "");
	}
}

/* The first line that says something. */
static void doc_print(struct str doc, struct strbuf *out)
{
	size_t begin = 0, n;
	while (begin < doc.n && (doc.p[begin] == '\n' || doc.p[begin] == '\r' || doc.p[begin] == ' ' || doc.p[begin] == '\t'))
		begin++;
	for (n = begin; n < doc.n && doc.p[n] != '\n' && doc.p[n] != '\r';)
		n++;
	if (n > begin)
		strbuf_addf(out, "       doc %.*s\n", (int)(n - begin), doc.p + begin);
}

static void function_print(const struct unit *u, u32 index, struct strbuf *out)
{
	const struct function *f = &u->functions[index];
	const char *name = unit_text(u, f->qualified).p;
	strbuf_addf(out, "\nfn %u%s%s", index, *name ? " " : "", name);
	strbuf_addf(out, " (%s, %s)", kind_names[f->kind], reader_names[f->reader]);
	if (f->cls)
		strbuf_addf(out, " class=%s", unit_text(u, f->cls).p);
	if (f->of)
		strbuf_addf(out, " of=%s", unit_text(u, f->of).p);
	if (f->result)
		strbuf_addf(out, " result=%s", unit_text(u, f->result).p);
	if (f->parent != NONE)
		strbuf_addf(out, " parent=%u", f->parent);
	strbuf_addf(out, " params=%u launches=%u calls=%u", f->param_count, f->launches, f->calls);
	for (u32 i = 0; i < COUNT(function_flags); i++)
		if (f->flags & function_flags[i].flag)
			strbuf_addf(out, " %s", f->kind == FN_MACRO && function_flags[i].flag == NF_DEBUG ? "debug" : function_flags[i].name);
	strbuf_puts(out, f->is_cut ? " cut\n" : "\n");
	doc_print(unit_text(u, f->doc), out);
	vars_print(u, f, out);
	for (u32 i = 0; i < f->row_count; i++)
		row_print(u, f, f->first_row + i, out);
}

static void pair_print(const struct unit *u, const char *what, u32 a, const char *between, u32 b, struct strbuf *out)
{
	strbuf_addf(out, "%s %s", what, unit_text(u, a).p);
	if (b)
		strbuf_addf(out, "%s%s", between, unit_text(u, b).p);
	strbuf_putc(out, '\n');
}

static void constant_print(const struct unit *u, const struct constant *c, struct strbuf *out)
{
	const char *cls = unit_text(u, c->cls).p;
	if (operand_kind(c->value) == OPD_INT)
		strbuf_addf(out, "constant %s%s%s = %lld\n", cls, *cls ? "." : "", unit_text(u, c->name).p, (long long)u->ints[operand_index(c->value)]);
}

void unit_print(const struct unit *u, struct strbuf *out)
{
	for (u32 i = 0; i < u->n_includes; i++)
		pair_print(u, "include", u->includes[i].path, " as ", u->includes[i].local, out);
	for (u32 i = 0; i < u->n_aliases; i++)
		pair_print(u, "alias", u->aliases[i].name, " = ", u->aliases[i].target, out);
	for (u32 i = 0; i < u->n_bases; i++)
		pair_print(u, "base", u->bases[i].cls, ": ", u->bases[i].base, out);
	for (u32 i = 0; i < u->n_fields; i++) {
		const char *cls = unit_text(u, u->fields[i].cls).p;
		strbuf_addf(out, "field %s%s%s", cls, *cls ? "." : "", unit_text(u, u->fields[i].name).p);
		strbuf_addf(out, ": %s\n", unit_text(u, u->fields[i].type).p);
	}
	for (u32 i = 0; i < u->n_prototypes; i++)
		pair_print(u, u->prototypes[i].flags & NF_NORETURN ? "noreturn" : "prototype", u->prototypes[i].qualified, ": ",
		           u->prototypes[i].result, out);
	for (u32 i = 0; i < u->n_undefs; i++)
		strbuf_addf(out, "undef %s\n", unit_text(u, u->undefs[i].name).p);
	for (u32 i = 0; i < u->n_constants; i++)
		constant_print(u, &u->constants[i], out);
	for (u32 i = 0; i < u->n_functions; i++)
		function_print(u, i, out);
}
