/* Facts: what one source file does, as language-neutral three-address rows. Rules and flow read these, never a
 * syntax tree. See facts/row.def for the rows.
 *
 * A unit is the facts of one file: a header and flat tables in one block of memory, position-independent (indices
 * and offsets, no pointers), so that the bytes a worker sends, the bytes in a cache and the bytes in use are the
 * same. `struct unit` is the view on such a block. Strings are offsets into the unit's own string table, each
 * NUL-terminated; offset 0 is "".
 *
 * Functions. Function 0 is the file itself: initialisers at file scope in C++, the module body in Python. Macros
 * are functions of kind FN_MACRO; in them `return` means "the user of the macro returns", ROW_EXIT ends the body,
 * and names that are not parameters belong to the user. Lambdas are functions with a parent; they share no
 * variables with it: a captured variable is an OPD_CAPTURED with the name.
 *
 * Rows of a function are contiguous: first_row .. first_row + row_count - 1. Control falls through to the next
 * row unless the op says otherwise; targets are row indices in the unit. The last row is always ROW_EXIT, the
 * normal end that every ROW_RETURN jumps to; falling into it returns nothing. A row that can throw goes to its
 * `unwind` row, NONE meaning that the exception leaves the function. */
#ifndef CAPLINT_FACTS_H
#define CAPLINT_FACTS_H

#include <string.h>

#include "base/hash.h"
#include "tree/tree.h"

enum row_op {
#define ROW(op, name, doc) ROW_##op,
#include "facts/row.def"
#undef ROW
	ROW_OPS
};

/* An operand: 4 bits of kind, 28 bits of index. */
typedef u32 operand;
enum operand_kind {
	OPD_NONE,
	OPD_TEMP,     /* made by one row, or by one on each arm of && || ?:; index counts from 0 in a function */
	OPD_VAR,      /* index into the function's variables (parameters first) */
	OPD_CAPTURED, /* string: a variable of an enclosing function, used in a lambda or nested function */
	OPD_PLACE,    /* index into places: x.y, *p, p->q, a[i] */
	OPD_GLOBAL,   /* string: a name that is no variable of the function: global, enumerator, function, class */
	OPD_INT,      /* index into ints */
	OPD_STRING,   /* string: a literal, without quotes */
	OPD_NULL,
	OPD_FUNCTION, /* index of a function in this unit: a lambda or nested function as a value */
	OPD_THIS,
	OPD_UNKNOWN,  /* a value nothing is known of */
};
#define OPERAND(kind, index) ((operand)(kind) << 28 | (operand)(index))
static inline enum operand_kind operand_kind(operand o) { return (enum operand_kind)(o >> 28); }
static inline u32 operand_index(operand o) { return o & 0x0fffffff; }

/* A k-limited access path (k = 3): base, then steps; deeper paths end in STEP_MORE. Fields are reached the same way
 * through an object and a pointer: `p->q`, `(*p).q` and `p.q` are all base p, STEP_FIELD q, without STEP_DEREF;
 * `*p` alone is STEP_DEREF. `this->x`, and a bare x in a method of a class with that field, is OPD_THIS, STEP_FIELD x.
 * Equal places have equal indices in a unit, so operands of one function compare by value. */
enum { PLACE_STEPS = 3 };
enum step_kind { STEP_END, STEP_FIELD, STEP_DEREF, STEP_ELEMENT, STEP_MORE };
struct place {
	operand base;              /* never OPD_PLACE */
	u8 kinds[4];               /* enum step_kind; STEP_END after the last */
	u32 names[PLACE_STEPS];    /* string: STEP_FIELD the field's name; STEP_ELEMENT the key as written if it is a
	                              literal or a name, or holds a slice or a part of a name (then without
	                              blanks: ":n", "0,a:b", "i[]"), else 0 */
	operand key;               /* Python: what the last step, a STEP_ELEMENT, was given if that is one value and no literal: a
	                              temp, variable or name, or a place whose own key is none; else OPD_NONE */
};
/* Keys with a colon are slices: literals with one are not kept. */
static inline bool key_is_slice(struct str key) { return str_has(key, ":"); }

enum row_flag {
	RF_DISCARDED = 1,     /* CALL: the value is thrown away by an expression statement */
	RF_VOID_CAST = 2,     /* CALL: thrown away by (void) or static_cast<void>: on purpose */
	RF_MACRO_LIKE = 4,    /* CALL: the callee's name is in capitals: a macro if the program has one of that name */
	RF_MEMBER = 8,        /* CALL: a is the object */
	RF_ARROW = 16,        /* CALL, MEMBER: through a pointer */
	RF_CONSTRUCT = 32,    /* CALL: runs a constructor of the class `name`; dst: the variable, a TEMP for `new`,
	                         THIS for a base or a delegation */
	RF_LOOP = 64,         /* JUMP, BRANCH: a back edge */
	RF_INITIALISER = 128, /* MOVE: initialises a variable */
	RF_UNREACHED = 256,   /* in an arm of #if that the other reader did not take (libclang's reading only) */
	RF_INPLACE = 512,     /* MOVE: writes into the object (x[:] = v, x += v on an object), does not rebind */
	RF_CALLED_HERE = 1024,/* CALL: of an unknown callee that may run its lambda arguments before it returns */
	RF_GIVEN = 4096,      /* CALL in a macro: its parameter as a statement. Runs what was given if that was a statement
	                         (an FN_MACRO without name), else nothing */
	RF_PLATFORM = 16384,  /* ALT: the arm at target is of one platform (#if USE_CUDA), not of one mode */
	RF_DEBUG = 32768,     /* ALT: only a debugging build takes the arm at target, which ends before the one at other (#ifdef DEBUG) */
	RF_EXPLAINED = 8192,  /* CALL, thrown away: a comment beside it or right above says that something is cleared or ignored; of a read of the last-error slot whose value is kept: that it is about earlier errors */
	RF_MACRO_VALUE = 2048,/* RETURN in a macro: a is the value of the macro's use, and its user goes on */
};

struct row {
	u8 op;         /* enum row_op */
	u8 sub;        /* enum op, for UNARY, BINARY, compound MOVE */
	u16 flags;     /* enum row_flag */
	u32 begin, end;/* byte offsets of the whole expression or statement */
	u32 at;        /* byte offset of the token that names it: the callee's last identifier, the operator, ... */
	operand dst, a, b;
	u32 name;      /* string; see row.def */
	u32 first_arg, arg_count; /* operands, in args[] */
	u32 target, other;        /* rows; see row.def */
	u32 unwind;    /* row, or NONE */
};

enum function_kind { FN_FILE, FN_FUNCTION, FN_METHOD, FN_MACRO, FN_LAMBDA };
enum reader { READ_TREE_SITTER, READ_CLANG };

struct function {
	u32 name;       /* string: last component: f, ~A, operator() */
	u32 qualified;  /* string: namespaces and classes included: rmm::mr::pool::do_allocate */
	u32 cls;        /* string: qualified class, or 0 */
	u32 of;         /* string: the arguments that this class template is specialised for, without needless blanks; 0: none, or some are
	                   parameters */
	u32 result;     /* string: result type as written, or 0 */
	u32 doc;        /* string: the docstring of a Python function or file, without quotes, or 0 */
	u16 kind;       /* enum function_kind */
	u16 flags;      /* enum node_flag of tree/tree.h */
	u32 begin, end, at;
	u32 parent;     /* function in this unit, for lambdas and nested functions; else NONE */
	u32 first_row, row_count;
	u32 first_var, var_count, param_count; /* parameters are the first variables */
	u32 temp_count;
	u16 reader;     /* enum reader */
	u16 is_cut;     /* too many rows: what follows the cut is missing */
	u32 launches, calls; /* rows of launches and calls: how much the reading understood */
};

struct var {
	u32 name, type; /* strings */
	operand value;  /* parameters: a constant default (OPD_INT, OPD_NULL, OPD_GLOBAL, OPD_STRING); variables of C++ that are const: the OPD_INT
	                   that they are; else OPD_NONE */
	u32 flags;      /* enum node_flag; NF_VARIADIC for `...` */
	u32 at;
};

struct field {
	u32 cls, name, type; /* strings; cls qualified. Python: the annotated names of a class body, those of `self.x: T`,
	                        and with cls 0 those of the module. C and C++: with cls 0
	                        the variables of the file, extern ones too */
	u32 at, cls_at;      /* cls_at: the class's name, 0 if that is not known */
};

struct base_class {
	u32 cls, base; /* strings */
};

struct alias {
	u32 name, target; /* strings: `using name = target`, typedef; name qualified, target as written */
	u32 at;
};

/* What a name of C++ is at file, namespace or class level: a const variable of a literal number or truth, an object-like macro of one. A
 * name may be there several times, for arms of #if. */
struct constant {
	u32 name, cls; /* strings; cls qualified, 0 for no member */
	operand value; /* OPD_INT; OPD_UNKNOWN for a name that is no constant, or not surely that one: a variable, a macro that a build may define */
	u32 is_of_template; /* a parameter of some template: in this file the name may mean that */
};

/* A function that is declared and not defined here: what is known of it without its body. */
struct prototype {
	u32 name, qualified, result; /* strings */
	u32 flags;                   /* enum node_flag */
	u32 at;
	u32 zeros, others;           /* by parameter, of the first 32: bits for constant defaults, those that are zero and those that aren't */
};

/* #undef name: ends the definitions of it that stand before `at`, but not before `arm`, where the arm of the #if begins that it stands in; 0 if there is none. */
struct undef {
	u32 name; /* string */
	u32 at, arm;
};

struct include {
	u32 path; /* string, as written without quotes; Python: dotted module */
	u32 local;/* string: the local name bound, Python; 0 in C++ */
	u32 at;
};

/* Tables of a unit, X(type, name). */
#define UNIT_TABLES(X)                                                                                                 \
	X(struct function, functions)                                                                                  \
	X(struct row, rows)                                                                                            \
	X(operand, args)                                                                                               \
	X(u32, arg_names) /* strings, beside args: the keyword of a Python argument, "*", "**"; 0 if positional */     \
	X(struct place, places)                                                                                        \
	X(i64, ints)                                                                                                   \
	X(struct var, vars)                                                                                            \
	X(struct field, fields)                                                                                        \
	X(struct base_class, bases)                                                                                    \
	X(struct alias, aliases)                                                                                       \
	X(struct prototype, prototypes)                                                                                \
	X(struct constant, constants)                                                                                  \
	X(struct undef, undefs)                                                                                        \
	X(struct include, includes)                                                                                    \
	X(u32, lines) /* byte offset of each line's first byte; line 1 is entry 0 */                                   \
	X(char, chars)

struct unit {
#define UNIT_TABLE(type, name) const type *name;
	UNIT_TABLES(UNIT_TABLE)
#undef UNIT_TABLE
#define UNIT_TABLE(type, name) u32 n_##name;
	UNIT_TABLES(UNIT_TABLE)
#undef UNIT_TABLE
};

/* A unit under construction, in an arena. Ends with unit_pack. */
struct unit_builder {
	struct arena *arena;
	struct intern strings;        /* intern id -> text; ids become offsets in unit_pack */
#define UNIT_TABLE(type, name) VEC(type) name;
	UNIT_TABLES(UNIT_TABLE)
#undef UNIT_TABLE
};

/* An empty builder: string id 0 is "". */
void unit_begin(struct unit_builder *b, struct arena *a);
/* The block of a unit, in the builder's arena. While building, every string field holds an intern id; packing
 * turns them into offsets. */
struct str unit_pack(struct unit_builder *b);
/* Views a block that unit_pack made. False, with a reason in err, if the bytes are not such a block: every index
 * is checked, so a corrupted cache can't crash the run. The block must be aligned to 8 bytes. O(size). */
MUST_USE bool unit_open(struct unit *u, struct str block, struct strbuf *err);

/* A hash of all that the unit says but where it stands: the same after an edit of comments, blanks and lines. O(size). */
struct hash128 unit_meaning(const struct unit *u);

/* Two readings of a file say the same, what stands before what is the same, and so is what of a call stands on which line: comments, blanks and lines
 * elsewhere were edited. Then all that is concluded is the same, at the places that the moves tell: nobody counts bytes between two places. */
struct unit_moves {
	const struct unit *old, *now; /* borrowed */
	struct unit_place {
		u32 old, now;
	} *at; /* sorted */
	u32 n, cap;
};
MUST_USE bool unit_moved(struct arena *a, const struct unit *old, const struct unit *now, struct unit_moves *moves);
/* A span: from a place, or the begin of a call's last line, to a place or the end of a function's name. False if it is none. O(log places). */
MUST_USE bool unit_move(const struct unit_moves *m, u32 *begin, u32 *end);

/* Some string of the file, a name or a text, holds this one. O(strings of the file). */
static inline bool unit_holds(const struct unit *u, struct str text) { return u->n_chars && memmem(u->chars, u->n_chars, text.p, text.n); }

static inline struct str unit_text(const struct unit *u, u32 offset)
{
	return str_of(u->chars + offset);
}
/* 1-based line and byte column of an offset. O(log lines). */
void unit_position(const struct unit *u, u32 offset, u32 *line, u32 *column);

/* Prints all functions with their rows: `--dump=facts`. */
void unit_print(const struct unit *u, struct strbuf *out);
void operand_print(const struct unit *u, const struct function *f, operand o, struct strbuf *out);
const char *row_op_name(enum row_op op);

#endif
