/* The resolver's tables: private to graph/. */
#ifndef CAPLINT_LINK_H
#define CAPLINT_LINK_H

#include "graph/program.h"

/* Lists of numbers by key, packed after all keys are known: list k is at[start[k] .. start[k + 1]). */
struct lists {
	u32 *start;
	u32 *at;
	u32 keys;
};

struct pair {
	u32 key, value;
};
typedef VEC(struct pair) pair_list;

enum name_trait {
	NAME_NEVER_RETURNS = 1, /* every function of that name throws or ends the process */
	NAME_ENDS_PROCESS = 8,      /* never returns, and throws nothing */
	NAME_ENDS_AS_TEMPORARY = 4, /* a class whose destructor never returns: FailStream(...) << text; */
	NAME_RETURNS_ERROR = 2, /* declared, defined nowhere, and every declaration returns an error code of the runtime */
};

/* Sorts the pairs by key, then value, drops repeats, and packs them. O(n log n). */
void lists_pack(struct arena *a, struct lists *l, struct pair *pairs, u32 n, u32 keys);

struct link {
	struct lists functions;  /* name id -> functions and methods that are defined */
	struct lists macros;     /* name id -> macro functions */
	struct lists bases;      /* class name id -> base class name ids */
	struct idmap defaults;   /* (qualified name, parameter) with a constant default at a declaration -> 1 if that is zero, 2 if not */
	struct idmap specials;   /* (class, arguments) that a class template is fully specialised for (special.c) -> 1 */
	struct constants *constants; /* what names are everywhere (constant.c) */
	struct lists parts;      /* class name id -> class name ids of its members and bases that die with it (destroy.c) */
	struct lists fields;     /* field name id -> type name ids (last component, pointers stripped) */
	struct idmap members;    /* (class name id, field name id) -> type name id, as in fields; 0 where two classes of the name disagree */
	struct idmap classes;    /* class name id -> 1: it has a method, or a base, or is one */
	struct idmap containers; /* (class name id, or 0 for any; field name id) -> the text of a container's type as a name id; 0 where two disagree */
	struct idmap aliases;    /* name id of an alias of a type -> its text as a name id; 0 where two disagree */
	struct idmap globals;    /* (file + 1, or 0 for any; name id of a variable outside of functions) -> type name id; 0 where two disagree */
	struct idmap owners;     /* field name id -> the only class name id that has such a field; 0 if several have */
	struct idmap setters;    /* (constructor or method, argument) that is kept in a field (held_function.c) -> field name id; 0 where two disagree */
	struct lists assigned;   /* field name id -> functions that some row stores into a field of that name */
	u8 *traits;              /* name id -> enum name_trait */
	u32 trait_count;
	struct model_call declared; /* stands for a function that is declared to return an error code */
	bool *is_stored;         /* function -> its address goes where we can't follow, so its callers are not all seen */
	u8 *throws;              /* function -> what program_throws() has found out; made at first use */
	struct usage *usage;     /* who names what (unused.c); made at first use */
	bool *is_thread;         /* function -> a thread begins with it */
	bool *is_bound;          /* function -> a binding makes it callable from outside the program */
	struct lists exported;   /* name id, as a binding gives it to Python -> functions */
	struct lists includes;   /* file -> files */
	bool has_glog;           /* glog or abseil's log is included: CHECK ends the process */
	u32 function_cap;        /* of a program that grows */
	struct python *python;   /* what Python units mean (python_link.h) */
	u32 unfolded;            /* rows of macros and lambdas in the bodies made so far */
	u32 **closure;           /* file -> bit set of the files it includes, itself too; made at first use */
};

/* The id of a type's last component, without cv, pointers, references and template arguments; the pointee of a
 * smart pointer. 0 if nothing is left. */
u32 link_type(const struct program *p, struct str type, bool make);
/* The last component of a qualified name. */
struct str last_component(struct str name);
void link_includes(struct program *p);
/* Some file of the tree is in the include closure of both, or one is in the other's. O(files / 32). */
bool link_share_header(const struct program *p, u32 a, u32 b);
size_t link_common_folder(struct str a, struct str b); /* bytes of the folders that two paths share */
void link_traits(struct program *p); /* traits.c */
void link_parts(struct program *p); /* destroy.c */
bool link_returns_error(const struct program *p, struct str name); /* see NAME_RETURNS_ERROR */
void link_stored(struct program *p); /* stored.c */
void python_link(struct program *p); /* python_link.c */

#endif
