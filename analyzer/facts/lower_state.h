/* What the lowering's parts share: the state of one file and of the function being lowered, and the small operations
 * that add rows, labels, operands and names. Everything lives in the unit arena.
 *
 * While a function is lowered, rows hold labels in target, other and unwind; function_end turns them into rows. */
#ifndef CAPLINT_LOWER_STATE_H
#define CAPLINT_LOWER_STATE_H

#include "facts/lower.h"

enum { KEY_TEXT = 80, FUNCTION_ROWS = 200000, UNIT_ROWS = 4000000, FUNCTION_COPIES = 500 };

/* What must happen when control leaves: a stack, innermost first. */
enum scope_kind {
	SCOPE_DESTROY, /* value: a variable of class type; name: its type */
	SCOPE_LEAVE,   /* value: a context manager; name: its callee */
	SCOPE_FINALLY, /* node: the block */
	SCOPE_TRY,     /* pad: the first CATCH */
};
struct scope {
	struct scope *outer;
	u32 depth;
	u32 kind; /* enum scope_kind */
	operand value;
	u32 name;
	const struct node *node;
	u32 resume; /* LEAVE: label where control goes on if the manager swallows the exception, or NONE */
	u32 pad; /* label of the landing pad, NONE until a row needs it */
	struct jumps *jumps;
};

/* Where break and continue go; NONE: not here, look further out. */
struct jumps {
	struct jumps *outer;
	u32 on_break, on_continue;
	struct scope *scope;
};

struct label {
	u32 row; /* NONE until placed */
	bool used;
};

struct named_label {
	u32 name, label;
	struct scope *scope; /* where the label stands; valid if is_placed */
	bool is_placed;
};

/* A piece of code that is put behind the function's end: a landing pad of `scope`, or the way of a goto out of
 * `scope` to the named label. */
struct pending {
	struct scope *scope;
	u32 label;
	u32 named; /* index into named_labels, or NONE: a landing pad */
	const struct node *node;
};

struct binding {
	u32 name, shadowed; /* shadowed: index into bindings; 0 is no binding */
	operand value;      /* OPD_NONE: Python global or nonlocal */
};

struct switch_case {
	const struct node *node;
	u32 label;
};

/* One function under construction. */
struct building {
	struct building *outer; /* lowered around this one */
	u32 index;              /* in functions */
	VEC(struct row) rows;
	VEC(struct var) vars;
	VEC(struct label) labels;
	VEC(struct named_label) named_labels;
	VEC(struct pending) pending;
	VEC(struct binding) bindings;
	VEC(struct switch_case) cases; /* of the switches around, innermost last */
	struct idmap bound;            /* name -> index into bindings */
	u32 block_start;               /* first binding of the innermost block */
	struct scope *scope;
	struct jumps *jumps;
	u32 exit;        /* label of ROW_EXIT */
	u32 depth;       /* of recursion */
	bool sees_outer; /* names of outer functions are visible: lambdas, nested functions */
	bool is_dead;    /* the next row can't be reached by falling into it */
	bool is_copy;    /* lowering a block once more: its calls are counted already */
	u32 copies;      /* of finally blocks; too many cut the function, as nested ones double at every level */
	u32 class_body;  /* Python: the class whose body runs, or 0 */
};

struct lower {
	struct unit_builder *b;
	struct arena *arena;
	struct building *fn;
	struct building *file; /* function 0 */
	struct idmap ints, places;
	struct idmap fields;  /* class << 32 | name -> index into fields */
	struct idmap classes; /* qualified name -> index where its fields begin */
	struct idmap bases;   /* class -> index of its first base */
	struct idmap spaces;  /* qualified namespace -> 1 */
	struct idmap aliases; /* last component -> index into aliases */
	u32 prefix;           /* string: namespaces and classes around */
	u32 cls;              /* string: the class around, or 0 */
	u32 of;               /* string: what that class is specialised for, or 0 */
	bool is_python;
	struct str bytes;     /* the file */
	struct row spill;     /* where rows behind a cut go */
};

/* lower_emit.c */
u32 string_put(struct lower *l, struct str text);
/* lower_comment.c: a comment behind the statement from begin to end, on its line, or right above it, speaks of clearing or ignoring something */
bool comment_explains(const struct lower *l, u32 begin, u32 end);
/* likewise, of errors that were there before */
bool comment_tells_of_older(const struct lower *l, u32 begin, u32 end);
u32 comment_name(struct lower *l, u32 at); /* lower_comment.c: the name that a comment gives the argument at `at`, or 0 */
struct str string_get(const struct lower *l, u32 id);
/* lower_special.c: the arguments that a class template is specialised for, 0 for a primary or partial one and where there are none;
 * of a call `K<a>::f()` what is between the brackets. O(length). */
u32 special_of_class(struct lower *l, const struct node *n);
u32 special_of_function(struct lower *l, const struct node *n);
operand special_of_call(struct lower *l, u32 at);
u32 string_join(struct lower *l, u32 prefix, struct str name); /* prefix::name, or with '.' in Python */
operand int_operand(struct lower *l, i64 value);
operand place_step(struct lower *l, operand base, enum step_kind kind, u32 name);
operand place_keyed(struct lower *l, operand element, operand key); /* the same element, with its key if that may be kept */
operand temp_new(struct lower *l);
/* A row at the node's place; valid until the next row. Targets are NONE. */
struct row *row_add(struct lower *l, enum row_op op, const struct node *n);
struct row *move_add(struct lower *l, const struct node *n, operand dst, operand value, u32 flags);
void jump_add(struct lower *l, const struct node *n, u32 label); /* nothing where control can't come */
void branch_add(struct lower *l, const struct node *n, operand value, u32 yes, u32 no);
struct row *alt_add(struct lower *l, const struct node *n, u32 one, u32 other);
u32 label_new(struct lower *l);
void label_place(struct lower *l, u32 label);
u32 label_use(struct lower *l, u32 label); /* returns label; falling code behind it is reachable */
/* Begins a function of the unit and makes it current; ends it and makes the outer one current again. */
struct function *function_begin(struct lower *l, enum function_kind kind, const struct node *n);
void function_end(struct lower *l, const struct node *n);

/* lower_scope.c: names, scope ends, landing pads */
operand var_declare(struct lower *l, struct str name, struct str type, u32 flags, u32 at, bool *is_again);
void names_declare(struct lower *l, const struct node *target); /* new variables: a NAME or a LIST of them */
void name_bind(struct lower *l, u32 name, operand value);
operand name_operand(struct lower *l, struct str name);
struct block_mark {
	u32 bindings, block_start;
	struct scope *scope;
};
struct block_mark block_enter(struct lower *l);
void block_leave(struct lower *l, struct block_mark mark, const struct node *n);
struct scope *scope_push(struct lower *l, enum scope_kind kind, const struct node *n);
/* Runs what the scopes down to `until` (not included) ask for; does not pop them. `kept` is not destroyed. */
void scopes_run(struct lower *l, struct scope *until, const struct node *n, operand kept);
u32 unwind_label(struct lower *l); /* for a row here that can throw, or NONE */
void goto_add(struct lower *l, const struct node *n);
void goto_label(struct lower *l, const struct node *n);
void pending_flush(struct lower *l);

/* lower_type.c: classes of the file and what type texts tell */
void classes_collect(struct lower *l, const struct node *list, u32 prefix, u32 cls);
bool type_is_class(const struct lower *l, struct str type, u32 flags);
bool name_is_scalar(struct str name); /* of the language's own types, and *_t */
struct str type_pointee(struct str type);          /* T of T*, else empty */
struct str name_last(struct str qualified);        /* last component, template arguments cut off */
struct str name_before_last(struct str qualified); /* what stands before it, without :: */
struct str name_plain(struct str type);            /* template arguments cut off */
bool class_has_field(const struct lower *l, u32 cls, u32 name);
u32 class_field(const struct lower *l, u32 cls, u32 index); /* the name of its index-th field, or 0 */
u32 class_find(const struct lower *l, struct str type);     /* a class of the file with this name, or 0 */

/* lower_expr.c */
operand lower_expr(struct lower *l, const struct node *n);
bool node_is_literal(const struct node *n);
bool node_is_unary(const struct node *n, enum op op);
i64 node_int(const struct node *n, bool *ok);

/* lower_logic.c */
bool node_is_logical(const struct node *n);
bool node_is_ternary(const struct node *n);
operand lower_logic(struct lower *l, const struct node *n); /* the value of && || ?: */
void lower_condition(struct lower *l, const struct node *n, u32 yes, u32 no);
void lower_discard(struct lower *l, const struct node *n, u32 flags); /* RF_DISCARDED or RF_VOID_CAST */

/* lower_assign.c */
operand lower_assign(struct lower *l, const struct node *n);
void lower_assign_to(struct lower *l, const struct node *target, operand value, const struct node *n);
void lower_list_into(struct lower *l, const struct node *list, operand base, struct str type);
operand lower_list(struct lower *l, const struct node *n);
operand lower_var(struct lower *l, const struct node *n);
/* The initialiser of a variable, a member or a global at dst. */
void lower_init(struct lower *l, const struct node *var, operand dst);
u32 key_text(struct lower *l, const struct node *n);

/* lower_constant.c: what a const variable that is initialised with a literal number or truth is: OPD_INT, else OPD_NONE. O(line). */
operand constant_of(struct lower *l, const struct node *var);
/* Notes what a variable at file level, or a member of a class (else 0), is. */
void constant_collect(struct lower *l, const struct node *var, u32 cls);
/* Notes the macros of the file that are numbers, and the names of the parameters of its templates. O(bytes). */
void constants_of_text(struct lower *l);

/* lower_call.c */
operand lower_call(struct lower *l, const struct node *n, u32 flags, operand dst);
void lower_launch(struct lower *l, const struct node *n);
operand lower_new(struct lower *l, const struct node *n);
void lower_default_construct(struct lower *l, const struct node *n, operand dst, struct str type);

/* lower_stmt.c, lower_loop.c, lower_try.c */
void lower_stmt(struct lower *l, const struct node *n);
void lower_list_of_stmts(struct lower *l, const struct node *n); /* a block's children, without a scope */
void lower_block(struct lower *l, const struct node *n);
void lower_loop(struct lower *l, const struct node *n);
void lower_foreach(struct lower *l, const struct node *n, void (*body)(struct lower *, const struct node *, void *),
                   void *with);
void lower_switch(struct lower *l, const struct node *n);
bool lower_case(struct lower *l, const struct node *n); /* places the label of a CASE, or of a macro that brings some; false: it has none */
void lower_try(struct lower *l, const struct node *n);
void lower_with(struct lower *l, const struct node *n);

/* lower.c */
u32 lower_function(struct lower *l, const struct node *n); /* index of the function, or NONE for a declaration */
u32 lower_lambda(struct lower *l, const struct node *n);
u32 lower_statement_argument(struct lower *l, const struct node *n);
void lower_namespace(struct lower *l, const struct node *n);
void lower_class(struct lower *l, const struct node *n);
void lower_using(struct lower *l, const struct node *n);

/* lower_python.c */
struct decorators {
	VEC(operand) list;
};
struct decorators python_decorators(struct lower *l, const struct node *n);
struct row *python_define(struct lower *l, const struct node *n, operand dst, operand value, const struct decorators *d);
u32 python_doc(struct lower *l, const struct node *body); /* the docstring at the head of a body, or 0 */
void python_annotate(struct lower *l, const struct node *n); /* notes the type of x: T and self.x: T */
void python_locals(struct lower *l, const struct node *body); /* declares what a function body binds */

#endif
