/* Functions that are kept in a field and called through it: fn_ = std::move(f), ops_.push_back([=] { ... }), by_name["x"] = step; later fn_(s),
 * for (auto &op : ops_) op(s), by_name.at(x)(s). A field is known by its name. */
#ifndef CAPLINT_HELD_FUNCTION_H
#define CAPLINT_HELD_FUNCTION_H

#include "graph/link.h"

struct candidates;

/* Every function or lambda that some row of the unit puts into a field, as (field name id, function). What goes through a parameter is found
 * where the constructor or the method is called, once held_setters() of all units are known. O(rows) */
void held_functions(struct program *p, u32 file, pair_list *out);
/* Constructors and methods that keep a parameter in a field. O(rows) */
void held_setters(struct program *p, u32 file);

/* Adds what the field that the called value is, or was taken from, may hold. `in_class` says whether only one class has a field of that name. O(rows of `in`) */
void held_candidates(struct program *p, fn_id in, operand callee, struct candidates *c, bool *in_class);
/* Only one class of the program has a field of the name. */
bool held_by_one_class(const struct program *p, u32 field);

#endif
