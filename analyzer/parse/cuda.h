/* The C++/CUDA/HIP reader behind read_tree_sitter: flat concrete tree (syntax.h) -> neutral tree (tree/tree.h).
 *
 *   cuda_prepare.c   bytes -> text in which what no grammar can read is blanked or bracketed; with
 *                    cuda_token.c, cuda_group.c (#if), cuda_words.c (macros) and their header cuda_token.h
 *   cuda_name.c      names, types, declarators
 *   cuda_decl.c      files, namespaces, classes
 *   cuda_function.c  functions, parameters, what is told before and behind a name
 *   cuda_variable.c  variables and fields, and their initialisers
 *   cuda_stmt.c      statements
 *   cuda_expr.c      expressions
 *   cuda_call.c      calls; cuda_launch.c launches
 *   cuda_salvage.c   what lies inside error nodes
 *   cuda_again.c     the same at file and class level, by parsing piece by piece
 *   cuda_macro.c     bodies of #define
 *
 * Every function that recurses goes through cuda_enter, so depth is bounded by TREE_DEPTH. A NULL `s` is allowed
 * wherever a child may be absent. */
#ifndef CAPLINT_CUDA_H
#define CAPLINT_CUDA_H

#include "index/muted.h"
#include "parse/front.h"
#include "parse/syntax.h"

/* What the parser gets instead of a file's bytes: unreadable things blanked, a few characters inserted. */
struct prepared {
	struct str text;
	const u32 *inserted; /* offsets into text, rising */
	u32 inserted_count;
};

struct cuda {
	struct arena *arena;
	struct prepared parsed;  /* offsets of struct syn are into its text */
	struct str source;    /* the file's bytes as they are */
	const struct muted *muted; /* of the file; NULL: none */
	u32 base;             /* where the text parsed begins in the prepared text */
	i64 shift;            /* where the prepared text begins in the file */
	u32 from, to;         /* file offsets that what is read lies in */
	struct syntax *syntax;/* to parse pieces again, or NULL */
	u32 depth;
	bool is_unnamed;      /* inside a namespace without a name */
	bool is_c;            /* inside extern "C" */
	bool in_function;     /* `T x(a, b);` declares a variable, not a function */
	struct str class_name;/* last component of the class around, "" outside */
	struct str bases;     /* its base classes */
};

/* A slice of the text parsed. */
static inline struct str cuda_slice(const struct cuda *c, u32 begin, u32 end)
{
	return (struct str){c->parsed.text.p + begin, end - begin};
}
/* The file offset of a text offset, at most c->to, at least c->from. O(log insertions). */
u32 cuda_place(const struct cuda *c, u32 at);
struct node *cuda_node(struct cuda *c, enum node_kind kind, const struct syn *s);
struct node *cuda_none(struct cuda *c, u32 at);
/* The list that appends to a parent. */
static inline struct node_list cuda_list(struct node *parent)
{
	return (struct node_list){parent, NULL};
}
/* False at the depth limit; else cuda_leave must follow. */
MUST_USE bool cuda_enter(struct cuda *c);
void cuda_leave(struct cuda *c);

/* --- names, types, declarators --- */
struct cuda_name {
	struct str text; /* without template arguments, spaces and a leading `::` */
	u32 at;          /* text offset of the last identifier */
};
struct cuda_name cuda_name(struct cuda *c, u32 begin, u32 end);
/* A keyword that names nothing: the grammar lost its way. */
bool cuda_is_reserved(struct str name);

/* What a declarator says. */
struct declarator {
	const struct syn *name;     /* identifier or the like; NULL if abstract */
	const struct syn *function; /* its function_declarator when it declares a function */
	const struct syn *binding;  /* structured binding */
	const struct syn *array;    /* the outermost array_declarator */
	u32 pointers;
	bool is_reference, is_function_pointer, is_variadic;
};
struct declarator cuda_declarator(const struct syn *s);
/* The type as written, "" for auto; `type` is the type specifier node. */
struct str cuda_type(struct cuda *c, const struct syn *type, const struct declarator *d);
/* Whether the type is no builtin scalar, pointer, reference, array or handle: its constructors and destructor run. */
bool cuda_is_class_type(struct cuda *c, const struct syn *type, const struct declarator *d);

/* --- conversions: all append to a list or return a node, never NULL --- */
struct node *cuda_expr(struct cuda *c, const struct syn *s);
void cuda_arguments(struct cuda *c, struct node_list *to, const struct syn *s);
struct node *cuda_call(struct cuda *c, const struct syn *s);
/* A CALL of NAME with the text offsets [begin, end) of the name. */
struct node *cuda_call_of(struct cuda *c, const struct syn *s, u32 begin, u32 end);
/* NAME<A<x>, y>(args) that the grammar took for comparisons, where nobody wants a comparison's value: a CALL, or NULL. */
struct node *cuda_call_of_comparison(struct cuda *c, const struct syn *s);
/* NAME(args) that the grammar took for a function's declarator: a CALL, arguments that are types as OPAQUE. */
struct node *cuda_call_of_declarator(struct cuda *c, const struct syn *function, const struct syn *name);
/* `T x(a, b)` that the grammar took for a function declaration: a parameter read as an expression, or NULL. */
struct node *cuda_parameter_as_expr(struct cuda *c, const struct syn *s);
bool cuda_is_expr(enum syn_kind kind);
/* Is a launch written at the text offset of a `<<<`: what can be launched, a configuration that is closed, arguments? A stray `<<<` launches nothing. O(1): a
 * configuration of bounded length. */
bool cuda_is_launch(const struct cuda *c, u32 open);
struct node *cuda_launch(struct cuda *c, const struct syn *s, struct node *kernel, const struct syn *configuration);

typedef void cuda_item(struct cuda *c, struct node_list *to, const struct syn *s);
cuda_item cuda_stmt;     /* a statement, in a function */
cuda_item cuda_decl;     /* at file, namespace or class level */
cuda_item cuda_variables;/* declaration, field_declaration, condition */
cuda_item cuda_salvage;  /* the children of an ERROR or unknown node */
/* Appends what can be salvaged from direct ERROR children. */
cuda_item cuda_salvage_children;
cuda_item cuda_again;    /* declarations inside an ERROR: each parsed alone, so that a bad one harms no other */
/* #if groups become an ALT; `item` converts what is in the arms. */
void cuda_conditional(struct cuda *c, struct node_list *to, const struct syn *s, cuda_item *item);
bool cuda_is_conditional(enum syn_kind kind);

struct node *cuda_block(struct cuda *c, const struct syn *compound);
/* One statement in a body position: a BLOCK, or the statement itself. */
struct node *cuda_body(struct cuda *c, const struct syn *s);
void cuda_parameters(struct cuda *c, struct node_list *to, const struct syn *parameter_list);
/* The flags that words of the file between two text offsets give, before a declared name: specifiers, attributes, CUDA's qualifiers. */
u32 cuda_head_flags(struct cuda *c, u32 begin, u32 end);
/* A function that is only declared: `s` is the declaration, `declarator` the one of it. Nothing if it declares none. */
void cuda_prototype(struct cuda *c, struct node_list *to, const struct syn *s, const struct syn *declarator);
cuda_item cuda_instantiation; /* template void f<float>(float *); makes the function for others: it is a declaration */
/* The initialiser written as (a, b) or {a, b}. */
struct node *cuda_direct_value(struct cuda *c, const struct syn *value, const struct syn *type, bool is_class);
static inline bool cuda_is_class(enum syn_kind kind) { return kind == SYN_CLASS_SPECIFIER || kind == SYN_STRUCT_SPECIFIER || kind == SYN_UNION_SPECIFIER; }
void cuda_function(struct cuda *c, struct node_list *to, const struct syn *s, u32 flags);
void cuda_class(struct cuda *c, struct node_list *to, const struct syn *s, u32 flags);

bool cuda_read(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err);

/* --- before and beside the parse --- */
struct prepared cuda_prepare(struct arena *a, struct str bytes);
/* Appends a MACRO for every macro that holds a call or a launch. */
void cuda_macros(struct arena *a, struct syntax *x, const struct front_input *in, struct node_list *to, u32 *errors);
/* macro_names.c: declarations of the file's functions that the text of its macros names. O(text of macros + nodes). */
void macro_names(struct arena *a, const struct front_input *in, struct node *file);

#endif
