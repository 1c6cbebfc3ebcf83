/* The neutral syntax tree: what both C++ front ends and the Python one hand to the lowering (facts/lower.h).
 *
 * A front end maps its own tree to this one and decides nothing about control flow or CUDA. Children are a
 * singly linked list in the order given in node.def, which also says what `name`, `type` and `flags` mean.
 * An absent optional child is a node of kind NODE_NONE, so positions never shift. What a front end can't express
 * is NODE_OPAQUE with whatever children it could read (they are evaluated in order).
 *
 * Places: byte offsets into the file, [begin, end); `at` is the offset of the token that names the node (the last
 * identifier of a callee, the operator, the declared name), which is how coverage matches tokens with facts.
 * Lifetime: the unit arena. Depth is limited to TREE_DEPTH; what lies deeper is NODE_OPAQUE without children. */
#ifndef CAPLINT_TREE_H
#define CAPLINT_TREE_H

#include "base/text.h"

enum { TREE_DEPTH = 400 };

enum node_kind {
#define NODE(kind, children) NODE_##kind,
#include "tree/node.def"
#undef NODE
	NODE_KINDS
};

enum op {
#define OP(name, text) OP_##name,
#include "tree/op.def"
#undef OP
	OPS
};
/* x < y and its like; the other: x == y and x != y as well. */
static inline bool op_is_order(u8 op) { return op == OP_LT || op == OP_GT || op == OP_LE || op == OP_GE; }
static inline bool op_is_comparison(u8 op) { return op_is_order(op) || op == OP_EQ || op == OP_NE; }

enum node_flag {
	NF_STATIC = 1,         /* VAR: static storage. FUNCTION: internal linkage or static member */
	NF_GLOBAL = 2,         /* FUNCTION: __global__, a kernel. BLOCK of an ALT: an arm of one platform */
	NF_DEVICE = 4,         /* FUNCTION: __device__ without __host__. MACRO, BLOCK of an ALT: an arm that host code is compiled without */
	NF_CTOR = 8,           /* FUNCTION: constructor */
	NF_DTOR = 16,          /* FUNCTION: destructor */
	NF_NOEXCEPT = 32,      /* FUNCTION: noexcept or throw() */
	NF_TEMPLATE = 64,      /* FUNCTION, CLASS: template */
	NF_REF = 128,          /* VAR, PARAM: reference type */
	NF_ARROW = 256,        /* MEMBER: `->` */
	NF_NODISCARD = 512,    /* FUNCTION: [[nodiscard]] */
	NF_VIRTUAL = 1024,     /* FUNCTION: virtual or override */
	NF_DEBUG = 1024,       /* MACRO, BLOCK of an ALT: an arm that only a debugging build takes */
	NF_VARIADIC = 2048,    /* PARAM: `...` or a pack, Python *args */
	NF_NORETURN = 4096,    /* FUNCTION: [[noreturn]] */
	NF_STATEMENT = 8192,   /* MACRO: body is statements, not one expression */
	NF_ERROR = 16384,      /* the parser met an error inside */
	NF_CLASS_TYPE = 32768, /* VAR: type is a class by value, so its destructor runs at scope end */
};

struct node {
	u8 kind;    /* enum node_kind */
	u8 op;      /* enum op; in a FUNCTION: enum reader (facts.h), who read it */
	u16 flags;  /* enum node_flag */
	u32 begin, end, at;
	struct str name; /* declared or referred name, as written; a literal's text */
	struct str type; /* declared or result type as written, without const/&/storage words where that is easy */
	struct node *child, *next;
};

/* Bytes that the reader could make nothing of. */
struct lost_part {
	u32 begin, end;
};

/* What a front end hands over for one file: functions, classes and file-scope variables below a NODE_FILE. */
struct tree {
	struct node *file;
	u32 errors; /* error nodes or diagnostics */
	VEC(struct lost_part) lost; /* parse/lost.h */
};

struct node *node_new(struct arena *a, enum node_kind kind, u32 begin, u32 end);
/* HIP's spelling of a launch, hipLaunchKernelGGL(kernel, grid, block, shared, stream, args...), also the one with events and flags before the arguments: the
 * call becomes one. */
static inline bool name_is_launch(struct str name) { return str_is(name, "hipLaunchKernelGGL") || str_is(name, "hipExtLaunchKernelGGL"); }
void node_become_launch(struct arena *a, struct node *call);
/* Appends; returns parent. O(children): keep the last child yourself in long lists (node_list below). */
struct node *node_add(struct node *parent, struct node *child);
struct node *node_child(const struct node *n, u32 i); /* NULL past the end */
const char *node_kind_name(enum node_kind kind);
/* It compares two things, in C++ or Python: the answer decides something and goes into no value. */
static inline bool op_compares(enum op op) { return (op >= OP_EQ && op <= OP_SPACESHIP) || (op >= OP_IS && op <= OP_NOT_IN); }
const char *op_text(enum op op);
enum op op_of(struct str text, bool unary); /* OP_NONE if unknown */

/* Appends to a parent in O(1). */
struct node_list {
	struct node *parent, *last;
};
void node_list_add(struct node_list *list, struct node *child);

/* Prints the tree, one node a line, indented: `--dump=tree`. */
void tree_print(const struct node *n, struct strbuf *out);

#endif
