/* Overloads: see overload.h. */
#include "graph/overload.h"
#include "graph/link.h"

/* cublasX returns a cublasStatus_t, ncclX an ncclResult_t: the prefix of the library, in small letters. */
static u32 status_type(struct program *p, struct str name)
{
	struct str last = last_component(name);
	size_t prefix = 0;
	while (prefix < last.n && last.p[prefix] >= 'a' && last.p[prefix] <= 'z')
		prefix++;
	struct str library = {last.p, prefix};
	bool is_result = str_is(library, "nccl") || str_is(library, "rccl") || str_is(library, "nvrtc");
	struct arena scratch = {0};
	const char *type = arena_format(&scratch, "%.*s%s", (int)library.n, library.p, is_result ? "Result_t" : "Status_t");
	u32 id = prefix ? intern_put(&p->names, str_of(type)) : 0;
	arena_release(&scratch);
	return id;
}

u32 overload_result_type(struct program *p, const struct body_row *call)
{
	const struct model_call *model = call->callee.call;
	if (call->op != ROW_CALL)
		return 0;
	if (call->callee.n) {
		const struct fn *f = &p->functions[call->callee.at[0]];
		return f->f->result ? link_type(p, unit_text(f->unit, f->f->result), true) : 0;
	}
	if (!model)
		return 0;
	switch ((enum model_returns)model->returns) {
	case RETURNS_ERROR:
		return intern_put(&p->names, model->is_hip ? S("hipError_t") : S("cudaError_t"));
	case RETURNS_DRIVER:
		return intern_put(&p->names, S("CUresult"));
	case RETURNS_STATUS:
		return status_type(p, body_row_name(p, call));
	case RETURNS_VALUE: case RETURNS_VOID:
		break;
	}
	return 0;
}

/* cudaError_t is the enum cudaError. */
static struct str plain_type(const struct program *p, u32 id)
{
	struct str name = intern_get(&p->names, id);
	return str_ends(name, "_t") ? (struct str){name.p, name.n - 2} : name;
}

static u32 matches(struct program *p, const struct fn *f, const u32 *types, u32 n)
{
	u32 count = 0;
	for (u32 i = 0; i < n && i < f->f->param_count; i++) {
		u32 type = types[i] ? link_type(p, unit_text(f->unit, f->unit->vars[f->f->first_var + i].type), true) : 0;
		count += type && str_eq(plain_type(p, type), plain_type(p, types[i]));
	}
	return count;
}

/* It wants a code of the runtime first, and nobody leaves that to a default. */
static bool wants_code(const struct fn *f)
{
	struct str type = f->f->param_count ? unit_text(f->unit, f->unit->vars[f->f->first_var].type) : S("");
	return str_has(type, "cudaError") || str_has(type, "hipError") || str_has(type, "CUresult");
}

/* check() among check(cudaError_t code, place where = {}) and check(place where = {}): the second. */
static void choose_without_code(struct program *p, struct call_target *t)
{
	fn_id *at = arena_array(p->arena, fn_id, t->n);
	u32 kept = 0;
	for (u32 i = 0; i < t->n; i++)
		if (!wants_code(&p->functions[t->at[i]]))
			at[kept++] = t->at[i];
	if (!kept)
		return;
	t->at = at;
	t->n = kept;
}

void overload_choose(struct program *p, struct call_target *t, const u32 *types, u32 n)
{
	u32 best = 0, kept = 0;
	if (!n)
		choose_without_code(p, t);
	for (u32 i = 0; i < t->n; i++)
		best = max_u32(best, matches(p, &p->functions[t->at[i]], types, n));
	if (!best)
		return;
	fn_id *at = arena_array(p->arena, fn_id, t->n);
	for (u32 i = 0; i < t->n; i++)
		if (matches(p, &p->functions[t->at[i]], types, n) == best)
			at[kept++] = t->at[i];
	t->at = at;
	t->n = kept;
}
