/* Whose function a qualified name means. */
#include "graph/qualifier.h"

#include "graph/candidates.h"
#include "graph/link.h"

#include <string.h>

/* ns::Task of `ns::Task::run`; empty if nothing stands before the name. */
static struct str before_name(struct str name)
{
	size_t last = last_component(name).n;
	return name.n >= last + 2 ? (struct str){name.p, name.n - last - 2} : S("");
}

/* The class that an alias stands for; NONE if two files disagree. */
static u32 unaliased(const struct program *p, u32 id)
{
	enum { ALIASES = 3 }; /* of aliases */
	for (u32 round = 0; round < ALIASES && idmap_get(&p->link->classes, id) == NONE; round++) {
		u32 text = idmap_get(&p->link->aliases, id);
		if (text == NONE)
			return id;
		id = text ? link_type(p, intern_get(&p->names, text), false) : 0;
		if (!id)
			return NONE;
	}
	return id;
}

struct qualifier qualifier_of(const struct program *p, struct str name)
{
	struct str owner = before_name(name);
	if (str_starts(owner, "::"))
		owner = (struct str){owner.p + 2, owner.n - 2};
	bool is_template = memchr(owner.p, '<', owner.n) != NULL; /* whose arguments may hold a `::` of their own */
	if (!owner.n || is_template)
		return (struct qualifier){0};
	u32 id = intern_find(&p->names, last_component(owner)), cls = id == NONE ? NONE : unaliased(p, id);
	if (cls != NONE && idmap_get(&p->link->classes, cls) != NONE)
		return (struct qualifier){.cls = cls};
	bool is_alias = id != NONE && idmap_get(&p->link->aliases, id) != NONE;
	return (struct qualifier){.is_outside = str_has(owner, "::") && !is_alias};
}

bool qualifier_excludes(const struct program *p, const struct qualifier *q, const struct fn *f)
{
	if (!f->cls)
		return false;
	return q->is_outside || (q->cls && !class_derives(p, q->cls, f->cls) && !class_derives(p, f->cls, q->cls));
}
