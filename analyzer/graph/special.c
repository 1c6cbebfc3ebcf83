#include "graph/special.h"

#include "graph/link.h"

static u64 key_of(u32 cls, struct str args) { return (u64)cls << 40 ^ str_hash(args); }

void link_specials(struct program *p)
{
	for (fn_id f = 0; f < p->function_count; f++) {
		struct fn *fn = &p->functions[f];
		if (fn->f->of && fn->cls && !program_is_python(p, f))
			idmap_put(p->arena, &p->link->specials, key_of(fn->cls, unit_text(fn->unit, fn->f->of)), 1);
	}
}

/* Nothing in the arguments can be a parameter of some template around. */
static bool are_concrete(struct str args)
{
	static const char *const words[] = {"float", "double", "int", "char", "bool", "short", "long", "unsigned", "signed", "void", "const", "true", "false",
	                                    "half", "__half", "__half2", "half2", "nv_bfloat16", "__nv_bfloat16", "size_t", "std", "string"};
	for (size_t i = 0, end; i < args.n; i = end) {
		end = i + 1;
		if (!char_is_word(args.p[i]))
			continue;
		while (end < args.n && char_is_word(args.p[end]))
			end++;
		struct str word = {args.p + i, end - i};
		bool is_known = (word.p[0] >= '0' && word.p[0] <= '9') || str_ends(word, "_t");
		for (u32 k = 0; k < COUNT(words) && !is_known; k++)
			is_known = str_is(word, words[k]);
		if (!is_known)
			return false;
	}
	return args.n;
}

/* K<x> somewhere in a type as written: the x. */
static struct str args_in_type(struct str type, struct str cls)
{
	for (size_t i = 0; cls.n && i + cls.n < type.n; i++) {
		if (memcmp(type.p + i, cls.p, cls.n) || type.p[i + cls.n] != '<' || (i && char_is_word(type.p[i - 1])))
			continue;
		size_t begin = i + cls.n + 1, depth = 1;
		for (size_t end = begin; end < type.n; end++) {
			depth += type.p[end] == '<';
			depth -= type.p[end] == '>';
			if (!depth)
				return (struct str){type.p + begin, end - begin};
		}
	}
	return S("");
}

static struct str type_of(const struct fn *f, operand o)
{
	return operand_kind(o) == OPD_VAR ? unit_text(f->unit, f->unit->vars[f->f->first_var + operand_index(o)].type) : S("");
}

/* As facts write them: without blanks but between words. */
static struct str plain(struct program *p, struct str args)
{
	char *to = arena_text(p->arena, args.p, args.n);
	size_t n = 0;
	for (size_t i = 0; i < args.n; i++)
		if (args.p[i] != ' ' || (n && char_is_word(to[n - 1]) && i + 1 < args.n && char_is_word(args.p[i + 1])))
			to[n++] = args.p[i];
	return (struct str){to, n};
}

struct special special_of(struct program *p, fn_id in, const struct row *row, u32 cls, struct str type)
{
	const struct fn *f = &p->functions[in];
	struct special s = {.args = S("")};
	if (!p->link->specials.n)
		return s;
	if (row->op == ROW_CALL && operand_kind(row->b) == OPD_STRING) {
		s.args = unit_text(f->unit, operand_index(row->b));
	} else if (row->op == ROW_CALL && row->flags & (RF_MEMBER | RF_CONSTRUCT)) {
		operand object = row->flags & RF_MEMBER ? row->a : row->dst;
		s.args = plain(p, args_in_type(type_of(f, object), intern_get(&p->names, cls)));
	} else if (row->op == ROW_DESTROY) {
		s.args = plain(p, args_in_type(type, intern_get(&p->names, cls)));
	}
	bool is_own = row->op == ROW_CALL && !s.args.n && f->cls && (f->cls == cls || !cls) &&
	              (!(row->flags & RF_MEMBER) || operand_kind(row->a) == OPD_THIS);
	if (is_own && f->f->of)
		s.args = unit_text(f->unit, f->f->of);
	else if (is_own)
		s.is_primary = true;
	return s;
}

bool special_excludes(const struct program *p, const struct special *s, fn_id f)
{
	const struct fn *fn = &p->functions[f];
	struct str of = unit_text(fn->unit, fn->f->of);
	if (!fn->cls || (!s->args.n && !s->is_primary))
		return false;
	if (s->is_primary)
		return of.n;
	if (idmap_get(&p->link->specials, key_of(fn->cls, s->args)) != NONE)
		return !str_eq(of, s->args);
	return of.n && are_concrete(s->args);
}
