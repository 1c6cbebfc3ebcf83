/* The tables of the Python resolver: private to graph/python_*.c.
 *
 *   python_module.c     files as modules, imports
 *   python_link.c       the tables as a whole, names, decorators
 *   python_collect.c    bindings of modules and classes, call sites
 *   python_writes.c     which rows set a variable
 *   python_class.c      bases, members, overrides
 *   python_type.c       annotations
 *   python_memo.c       sets of things, remembered answers
 *   python_name.c       what a name is bound to
 *   python_attribute.c  attributes and elements
 *   python_value.c      what an operand may be
 *   python_call.c       what is called, and what it gives
 *   python_outside.c    what calls of what is outside the program give
 *   python_param.c      what call sites hand to a parameter
 *   python_answer.c     the questions of python.h about what is called
 *   python_operand.c    and about what an operand is
 *   python_device.c     decorators that make device code
 *   python_object.c     objects of which only a class outside is known
 *   python_external.c   what is known of names outside the program */
#ifndef CAPLINT_PYTHON_TABLES_H
#define CAPLINT_PYTHON_TABLES_H

#include "graph/link.h"
#include "graph/python.h"

/* What a value may be. */
enum thing_kind {
	THING_FUNCTION,  /* at: fn_id */
	THING_CLASS,     /* at: class */
	THING_INSTANCE,  /* at: class */
	THING_MODULE,    /* at: module */
	THING_EXTERNAL,  /* at: name id of the dotted name; a function, class, module or value outside */
	THING_OBJECT,    /* at: name id of the class, outside: an instance of it */
	THING_LIST,      /* at: fn_id, with: a temp: the list, tuple or dict that is built there */
	THING_STORED,    /* at: fn_id, with: a variable into whose elements is stored, whatever it is */
	THING_CELLS,     /* at: first binding: the same of a module's or a class's name */
	THING_TYPED,     /* at: file, with: name id of the text of the elements' type; of a tuple's types, behind a comma */
	THING_FACTORY,   /* at: fn_id: a container whose missing elements it makes: defaultdict(f) */
	THING_MADE,      /* at: fn_id, with: operand: what calling that function gives, or containers of it */
	THING_SUPER,     /* at: class, with: the class of the object */
};
enum miss {
	MISS_METHOD,   /* a method of that name, of an unknown object */
	MISS_CALLERS,  /* who calls a function of that name */
	MISS_OVERRIDES,/* what derives from the class `name` and has the method `other` */
	MISS_DERIVED,  /* what derives from a class outside, whose last component is `name`, and has the method `other` */
	MISS_OBJECTS,  /* what derives from torch's Module, and takes arguments called `name` and `other` */
};
enum thing_flag { THING_EXACT = 1, THING_BOUND = 2, THING_BY_NAME = 4, THING_PARTIAL = 8, THING_METHOD = 16,
                  THING_DEEP = 32, /* EXTERNAL: an attribute of an object outside, so nothing is known of it */
                  THING_DERIVED = 64 /* CLASS: or one that derives from it, as an annotation says */ };
struct thing {
	u8 kind, flags;
	u32 at, with;
};
struct things {
	struct thing at[PYTHON_THINGS];
	u32 n;
	bool is_cut; /* there may be more */
};

/* Lists of numbers by key that grow, newest first: for (u32 i = chain_first(c, key); i != NONE; i = chain_next(c, i)). */
struct chain_link {
	u32 value, next;
};
struct chains {
	struct idmap heads;
	VEC(struct chain_link) links;
};

/* A remembered answer. */
struct result {
	const struct thing *at;
	u32 n;
	bool is_cut;
	bool is_open; /* a file without a unit might change it */
};

enum binding_kind {
	BIND_FUNCTION, /* a: fn_id, b: the DEFINE row */
	BIND_CLASS,    /* a: class */
	BIND_IMPORT,   /* a: file, b: include */
	BIND_VALUE,    /* a: fn_id, b: row that assigns */
	BIND_ARGUMENT, /* a: fn_id, b: CALL row, c: argument */
	BIND_TYPE,     /* a: file, b: name id of the type's text */
};
struct binding {
	u8 kind;
	bool is_element; /* stored into the name's elements, not bound to the name */
	u32 a, b, c;
	u32 scope;       /* fn_id whose import it is, or NONE: all of the module see it */
	u32 next;        /* older one of the same name, or NONE */
};

struct class {
	u32 file, qualified, name; /* name ids */
	u32 text;                  /* offset of the qualified name in the unit */
	fn_id in;                  /* where the class statement stands */
	struct thing *bases;
	u32 base_count;
	u32 first_base;   /* in the unit, where its bases stand together; NONE if it has none */
	bool has_outside; /* a base of its own that is outside the program, or unknown */
	u8 state;         /* 0 bases not resolved, 1 at it, 2 done */
	u32 found_all;    /* y->forgets when no file was wanted for a base */
};

struct module {
	u32 stem;   /* id in stems */
	u32 file;   /* NONE: a folder without __init__.py */
	bool is_package;
};

/* One place that calls something of that name: a CALL row, or a DEFINE row whose decorator it is. */
struct site {
	fn_id fn;
	u32 row, decorator; /* decorator: index of the argument, or NONE */
};

/* Of a class outside: `forward` of the classes that derive from it. */
struct objects {
	VEC(fn_id) direct; /* at once */
	VEC(fn_id) unmade; /* at last, and nobody makes one by its name: what registries hold */
	VEC(fn_id) made;   /* at last, and somebody does */
};

struct writes { /* of one function, by rows: built at the first question */
	u32 *var_head, *temp_head; /* newest row + 1 that writes; 0 none */
	u32 *next;                 /* by row; older row + 1 */
	u32 *element_var, *element_temp, *element_next;
};

struct python {
	struct program *program;
	struct arena *arena;
	struct idmap *ids;         /* by file: offset -> name id */
	struct intern stems;       /* paths without suffix, folders too; a stem's id is its module's index */
	VEC(struct module) modules;
	struct lists roots;        /* name id -> modules whose last component it is */
	u32 *module_of;            /* by file; NONE if no Python */
	struct idmap imports;      /* file << 32 | name id of the top -> module + 1, 0 outside */
	VEC(struct binding) bindings;
	struct idmap scopes;       /* scope << 32 | name id -> newest binding */
	struct idmap locals;       /* fn << 32 | name id -> the newest of its own imports of that name, which stand among the module's too */
	VEC(struct class) classes;
	struct idmap class_of;     /* file << 32 | offset of qualified name -> class */
	struct idmap class_named;  /* file << 32 | name id, last component or qualified -> class */
	struct chains derived;     /* class -> classes */
	struct chains methods;     /* name id -> methods */
	struct idmap decorated;    /* name ids of functions that some decorator stands above */
	struct chains plain;       /* name id -> functions that are no methods */
	struct chains sites;       /* name id -> index in all_sites */
	VEC(struct site) all_sites;
	struct chains stars;       /* file -> includes that import * */
	struct idmap devices;      /* fn -> is device code */
	struct idmap traits;       /* name id -> enum external_trait */
	struct idmap dotted;       /* name id << 32 | name id -> name id of the two with a dot between */
	struct chains registered;  /* name id of a text -> functions that are handed over along with it */
	u32 function_cap;          /* of the three arrays by function */
	u32 *define_row;           /* by function: its DEFINE row + 1, 0 for a lambda or the file */
	fn_id *define_in;          /* by function: where that row stands */
	struct writes **writes;    /* by function */
	struct idmap memo;         /* fn << 32 | operand -> result */
	struct idmap results_of;   /* fn -> result: what calling it gives */
	struct idmap members_of;   /* class, name, kind of object -> result: class_member */
	struct idmap own_memo, own_results_of, own_members_of; /* the same where self is of the very class that the method stands in */
	bool is_own;               /* those are in use */
	VEC(struct result) results;
	struct idmap calls_of;     /* fn << 32 | row -> answer of python_resolve */
	struct idmap getters_of;   /* fn << 32 | operand -> answer of python_getters */
	VEC(struct python_call) calls;
	VEC(struct objects) objects;
	struct idmap objects_of;   /* name id of the class outside -> index in objects */
	u32 depth, steps;          /* of the question at hand */
	u32 cuts;                  /* grows when an answer is cut short */
	u32 opens;                 /* grows when an answer depends on a file without a unit */
	u32 forgets;               /* grows with python_forget */
	bool is_quiet;             /* nobody wants the files met now */
	bool *wanted;              /* by file, or NULL */
	/* Asked for something that files without a unit may hold. Or NULL. */
	bool (*miss)(void *, enum miss, u32 name, u32 other); /* true if there are such files */
	void *miss_with;
};

enum { SCOPE_MODULE = 0, SCOPE_CLASS = 1 };
#define SCOPE_KEY(kind, index, name) ((u64)((index) * 2 + (kind)) << 32 | (name))

static inline bool is_container_thing(struct thing t)
{
	return t.kind == THING_LIST || t.kind == THING_STORED || t.kind == THING_CELLS || t.kind == THING_TYPED || t.kind == THING_FACTORY || t.kind == THING_MADE;
}

/* Tables that grow file by file: begin, add units in any order, then derive before questions are asked. */
struct python *python_begin(struct program *p);
void python_add(struct python *y, u32 file);
void python_forget(struct python *y);  /* answers given so far */
void python_miss(struct python *y, enum miss what, u32 name, u32 other);
void chain_put(struct arena *a, struct chains *c, u32 key, u32 value);
static inline u32 chain_first(const struct chains *c, u32 key) { return idmap_get(&c->heads, key); }
static inline u32 chain_next(const struct chains *c, u32 i) { return c->links.at[i].next; }

/* python_module.c */
void python_modules(struct python *y);
/* The module that an absolute or relative dotted name begins with, or NONE; *rest is what is left of it. */
u32 module_import(struct python *y, u32 file, struct str dotted, struct str *rest);
u32 module_child(struct python *y, u32 module, struct str name); /* or NONE */
struct str module_name(struct python *y, u32 module);            /* dotted, for messages and keys */

/* python_link.c */
u32 name_id(struct python *y, u32 file, u32 offset);
u32 text_id(struct python *y, struct str text);
struct str text_of(const struct python *y, u32 id);
const struct unit *unit_of(const struct python *y, fn_id fn);
bool python_has_unit(const struct python *y, u32 file);
fn_id method_around(const struct python *y, fn_id fn); /* the method that fn is, or is nested in; NONE */
bool is_static(struct python *y, fn_id method);
bool has_decorator(struct python *y, fn_id fn, const char *last); /* last component of one of its decorators */

/* python_collect.c: one pass over the rows of a file that was added. O(rows). */
void collect_file(struct python *y, u32 file);
/* The last name in what makes an operand: f, a.b.f, or that of the call that gave the temp, in the rows from `first` and before `before`. 0 if it has none. */
u32 operand_last_name(const struct unit *u, u32 first, u32 before, operand o);

/* python_writes.c: made at first use. O(rows of the function). */
struct writes *writes_of(struct python *y, fn_id fn);

/* python_class.c */
enum { ANCESTORS = 64 };
/* The class and what it derives from, nearest first: Python's order but for diamonds. Returns the count. */
u32 class_ancestors(const struct python *y, u32 cls, u32 *list, u32 *outside);
void classes_derive(struct python *y);
void class_member(struct python *y, u32 cls, u32 name, struct thing object, struct things *out); /* of the object */
/* The getters that reading the object's attribute runs, as THING_FUNCTION. */
void class_properties(struct python *y, struct thing object, u32 name, struct things *out);
bool class_is(struct python *y, u32 cls, u32 base);
/* Methods of that name of all classes that derive from it, where they are more than a set of things holds; returns how many. O(classes). */
u32 all_overrides(const struct python *y, u32 cls, u32 name, fn_id *out, u32 most);
bool is_abstract(struct python *y, struct thing method); /* it only tells what subclasses do */
void super_member(struct python *y, struct thing object, u32 name, struct things *out);

/* python_type.c */
void type_value(struct python *y, u32 file, fn_id scope, struct str text, struct things *out);
void element_type_value(struct python *y, struct thing typed, struct str key, struct things *out); /* key: as written, or empty: any of them */

/* python_memo.c */
void thing_add(struct things *to, struct thing t);
void things_add(struct things *to, const struct things *from);
/* What is assigned says more than an annotation, but for what only stands for the value: x: T = field(...). */
void things_typed(struct things *to, const struct things *assigned, const struct things *typed);
enum { PYTHON_DEPTH = 40, PYTHON_STEPS = 6000 }; /* of one question */
struct mark {
	u32 cuts, opens;
};
/* True if the answer is in *out already, or must be given up; else end_memo is due. */
bool begin_memo(struct python *y, struct idmap *memo, u64 key, struct mark *mark, struct things *out);
void end_memo(struct python *y, struct idmap *memo, u64 key, struct mark mark, const struct things *value);
/* An answer that is made of remembered ones alone, so that it needs neither a step nor a level of its own: kept where nothing was cut short. True if it is there. */
bool take_memo(struct python *y, const struct idmap *memo, u64 key, struct things *out);
void keep_memo(struct python *y, struct idmap *memo, u64 key, struct mark since, const struct things *value);
void python_want(struct python *y, u32 file); /* the answer at hand depends on it */

/* python_name.c */
void decorated_value(struct python *y, fn_id fn, fn_id in, const struct row *row, struct things *out); /* row: where it is defined */
void binding_value(struct python *y, u32 binding, struct things *out);
void name_value(struct python *y, fn_id fn, u32 name, struct things *out);
bool symbol_value(struct python *y, u32 file, fn_id scope, u32 name, u32 depth, struct things *out);
void dotted_value(struct python *y, u32 file, fn_id scope, struct str dotted, struct things *out);

/* python_attribute.c */
void attribute_value(struct python *y, struct thing of, u32 name, struct things *out);
void element_value(struct python *y, struct thing of, struct str key, struct things *out);

/* python_value.c */
void python_values(struct python *y, fn_id fn, operand o, struct things *out);
void row_value(struct python *y, fn_id fn, u32 row, struct things *out);
void function_result(struct python *y, fn_id fn, struct things *out);

/* python_call.c */
enum { SAME_NAME = 6 }; /* classes that have a method of one name: more tell nothing */
static inline operand arg_of(const struct unit *u, const struct row *row, u32 i) { return i < row->arg_count ? u->args[row->first_arg + i] : 0; }
void callees_of(struct python *y, fn_id fn, const struct row *row, struct things *out);
void object_call(struct python *y, struct thing object, struct things *out); /* __call__, or a module's forward */
void operator_functions(struct python *y, struct str name, struct things *out); /* torch.ops.space.name */
void called_value(struct python *y, fn_id fn, const struct row *row, struct things *out); /* of a CALL row */
void made_value(struct python *y, struct thing made, struct things *out); /* of THING_MADE */
void applied_value(struct python *y, struct thing callee, const struct things *argument, struct things *out);

/* python_outside.c */
void external_call(struct python *y, fn_id fn, const struct row *row, struct thing callee, struct things *out);
/* A method of a container, which gives or takes its elements; false: it is none. */
bool container_method(struct python *y, fn_id fn, const struct row *row, struct things *out);

/* python_param.c */
void param_value(struct python *y, fn_id fn, u32 param, struct things *out); /* what call sites hand over */
/* Calling it runs that function; is_bound: whose first parameter is the object. */
bool is_meant(struct python *y, struct thing callee, fn_id fn, bool *is_bound);

/* python_object.c */
enum { DERIVED_CALLS = PYTHON_TARGETS, HOLDERS = 2 };
bool is_module_class(struct str name); /* torch.nn.Module */
/* What calling an object of the class outside may run, by the row that calls it (or NULL); returns how many of DERIVED_CALLS. O(classes) once,
 * then O(what derives from it). */
u32 derived_calls(struct python *y, u32 outside, fn_id fn, const struct row *row, fn_id *out, bool *is_cut);
/* The call can be one of the method, and two of its arguments are called as parameters are. */
bool call_fits(const struct python *y, fn_id from, const struct row *row, fn_id method);
/* Names of the attributes that objects of the method's class are kept in, if they are called: HOLDERS at most. */
bool passes_all_on(const struct unit *u, const struct row *row); /* f(*args, **kwargs) */
u32 object_names(const struct python *y, fn_id method, u32 *names);

/* python_external.c */
enum external_trait {
	EXTERNAL_HANDS_ON = 1,  /* its value is its first argument, perhaps wrapped: partial, torch.compile */
	EXTERNAL_CONTAINER = 2, /* its value is made of its arguments' elements: list, torch.nn.ModuleList */
	EXTERNAL_CLASS = 4,
	EXTERNAL_TENSOR = 8,    /* a call of it gives a tensor */
	EXTERNAL_COMMON = 16,   /* a method of tensors, containers, strings, files: by its name it tells nothing */
	EXTERNAL_KNOWN = 32,
};
u32 external_traits(struct python *y, u32 name); /* of a dotted name; remembered */
bool is_common_method(struct python *y, u32 name);
bool is_tensor_class(struct str name);

static inline struct thing thing_make(enum thing_kind kind, u32 at, u32 with, u32 flags)
{
	return (struct thing){(u8)kind, (u8)flags, at, with};
}

#endif
