/* The questions of python.h about what an operand is: an object, a name outside, a part of some object. */
#include "graph/python_link.h"

enum python_receiver python_object(struct program *p, fn_id in, operand o, struct str *cls)
{
	struct python *y = p->link->python;
	struct things values = {0};
	enum python_receiver best = RECEIVER_UNKNOWN;
	*cls = S("");
	y->depth = y->steps = 0;
	python_values(y, in, o, &values);
	for (u32 i = 0; i < values.n; i++) {
		struct thing t = values.at[i];
		struct str name = t.kind == THING_INSTANCE ? text_of(y, y->classes.at[t.at].qualified)
		                  : t.kind == THING_OBJECT ? text_of(y, t.at)
		                  : t.kind == THING_LIST || t.kind == THING_TYPED || t.kind == THING_FACTORY ? S("list")
		                                           : S("");
		if (t.kind == THING_EXTERNAL || t.kind == THING_STORED || t.kind == THING_CELLS || str_ends(name, "()"))
			continue;
		if (str_is(name, "torch.Tensor")) {
			*cls = name;
			return RECEIVER_TENSOR;
		}
		if (!cls->n)
			*cls = name;
		best = RECEIVER_OTHER;
	}
	return best;
}

struct str python_name(struct program *p, fn_id in, operand o)
{
	struct python *y = p->link->python;
	struct things values = {0};
	y->depth = y->steps = 0;
	python_values(y, in, o, &values);
	for (u32 i = 0; i < values.n; i++)
		if (values.at[i].kind == THING_EXTERNAL)
			return text_of(y, values.at[i].at);
	return S("");
}

u32 python_holder(struct program *p, fn_id in, operand o, struct python_class out[PYTHON_HOLDERS])
{
	struct python *y = p->link->python;
	const struct place *place = operand_kind(o) == OPD_PLACE ? &unit_of(y, in)->places[operand_index(o)] : NULL;
	struct things now = {0};
	u32 n = 0;
	y->depth = y->steps = 0;
	if (place)
		python_values(y, in, place->base, &now);
	for (u32 s = 0; place && s + 1 < PLACE_STEPS && place->kinds[s + 1] != STEP_END; s++) {
		struct things next = {0};
		for (u32 i = 0; i < now.n && place->kinds[s] == STEP_FIELD; i++)
			attribute_value(y, now.at[i], name_id(y, p->functions[in].file, place->names[s]), &next);
		for (u32 i = 0; i < now.n && place->kinds[s] == STEP_ELEMENT; i++)
			element_value(y, now.at[i], S(""), &next);
		now = next;
	}
	for (u32 i = 0; i < now.n && n < PYTHON_HOLDERS; i++)
		if (now.at[i].kind == THING_INSTANCE)
			out[n++] = (struct python_class){y->classes.at[now.at[i].at].file, y->classes.at[now.at[i].at].qualified};
	return n;
}
