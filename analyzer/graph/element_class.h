/* What type an object is written with, where a container of the standard library, an iterator or `auto` stands between it and its
 * declaration: for (auto &layer : layers_) layer->forward(), layers_[i]->, (*it)->, by_name.at(key)->. Private to object_class.c. */
#ifndef CAPLINT_ELEMENT_CLASS_H
#define CAPLINT_ELEMENT_CLASS_H

#include "graph/program.h"

/* What a container's type holds, of a map the mapped type: "std::vector<std::unique_ptr<K>>" holds "std::unique_ptr<K>". Empty for
 * what is no container. O(length) */
struct str element_of_type(struct str type);

/* The object's type as text, through containers; empty if it does not show. O(rows of `in`) */
struct str object_written_type(struct program *p, fn_id in, operand object);

#endif
