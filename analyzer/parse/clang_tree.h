/* libclang's tree becomes the neutral one (tree/tree.h):
 *
 *   clang_tree.c          cursors and their places; what all parts share
 *   clang_decl.c          files, namespaces, classes, aliases
 *   clang_function.c      functions
 *   clang_variable.c      variables, fields, parameters
 *   clang_stmt.c          statements
 *   clang_expr.c          expressions
 *   clang_call.c          calls, constructions, launches
 *   clang_text.c, clang_name.c   source text, which says what the C API hides
 *   clang_recover.c, clang_primary.c, clang_recover_stmt.c   what libclang gave up, read from the text
 *
 * A node that comes out of a macro's body lies where the macro is used; one that comes from a macro's argument lies
 * where it was written. So text at a node's place may not be the node's: every reader of text checks that it finds
 * there what it looks for, and falls back on what libclang says.
 *
 * Recursion goes through clang_expr, clang_stmt and clang_decl, which stop at TREE_DEPTH. */
#ifndef CAPLINT_CLANG_TREE_H
#define CAPLINT_CLANG_TREE_H

#include "parse/clang_api.h"
#include "parse/clang_text.h"
#include "tree/tree.h"

struct clang_walk {
	struct arena *arena;
	struct str text;      /* the file, without the arms of #if that libclang skipped */
	CXFile file;          /* the main file */
	u32 depth;
	VEC(u32) expansions;  /* where macros are used, sorted */
	u32 lost;             /* how often something was given up for good */
};

/* A cursor and its place in the main file. */
struct part {
	CXCursor cursor;
	u32 begin, end;
};

struct parts {
	struct part *at;
	u32 n, cap;
};

/* The whole file. */
struct node *clang_tree(struct clang_walk *w, CXTranslationUnit unit);

/* Children that have a place. A child out of another file lies where its parent does. */
struct parts clang_parts(struct clang_walk *w, struct part parent);
struct parts clang_exprs(struct clang_walk *w, struct part parent); /* expressions only */
MUST_USE bool clang_part(struct clang_walk *w, CXCursor cursor, struct part *out);
/* The cursor's own location, kept inside the part. */
u32 clang_at(struct clang_walk *w, struct part p);

/* False for what begins with a macro's use, so that the text there is not its text. */
bool clang_is_written(struct clang_walk *w, struct part p);
struct str clang_spelling(struct clang_walk *w, CXCursor cursor);
/* A type's name as libclang writes it, without const and references; empty for what has no name. */
struct str clang_type_name(struct clang_walk *w, CXType type);
bool clang_is_expr(unsigned kind);
static inline bool clang_same_place(struct part a, struct part b) { return a.begin == b.begin && a.end == b.end; }

struct node *clang_node(struct clang_walk *w, enum node_kind kind, struct part p);
struct node *clang_none(struct clang_walk *w, u32 at);
static inline struct str clang_slice(const struct clang_walk *w, u32 begin, u32 end)
{
	return (struct str){w->text.p + begin, end - begin};
}
static inline struct node_list clang_list(struct node *parent) { return (struct node_list){parent, NULL}; }
/* False at the depth limit; else clang_leave must follow. */
MUST_USE bool clang_enter(struct clang_walk *w);
void clang_leave(struct clang_walk *w);

/* Each appends to a list or returns a node, never NULL. */
struct node *clang_expr(struct clang_walk *w, struct part p);
void clang_stmt(struct clang_walk *w, struct node_list *to, struct part p);
void clang_decl(struct clang_walk *w, struct node_list *to, struct part p);
void clang_statements(struct clang_walk *w, struct node_list *to, struct part compound);
struct node *clang_block(struct clang_walk *w, struct part compound);
/* The declarations of a DeclStmt or of a condition. */
void clang_variables(struct clang_walk *w, struct node_list *to, struct part statement);
/* One variable. base: where the declaration's type begins. */
struct node *clang_variable(struct clang_walk *w, struct part p, u32 base);
/* The call of the variable's type that T x(args) makes: args are known, or stand between two brackets in the text. */
struct node *clang_construct(struct clang_walk *w, const struct node *var, u32 open, u32 close, struct parts args);
void clang_parameters(struct clang_walk *w, struct node_list *to, struct part function, struct parts children);

/* CALL and UNEXPOSED of a callee and arguments; p is the whole expression. */
struct node *clang_call(struct clang_walk *w, struct part p);
struct node *clang_call_parts(struct clang_walk *w, struct part p, struct part callee, struct parts args, bool is_partial);
/* The operand, inside the cast that is written between `from` and it, if any. */
struct node *clang_cast_before(struct clang_walk *w, u32 from, struct part operand);
/* p without what the compiler put around it: casts, temporaries, cleanups, copies. */
struct part clang_peel(struct clang_walk *w, struct part p);
/* True for a constructor's CallExpr. */
bool clang_is_construction(CXCursor cursor);

/* --- from the text alone --- */
/* The expression written in [begin, end). OPAQUE where it isn't a name, literal, call, launch, member or the like. */
struct node *clang_recover(struct clang_walk *w, u32 begin, u32 end);
/* A list written between brackets, split at commas: each [begin, end) is read by clang_recover, unless one of the
 * parts lies there. */
void clang_recover_list(struct clang_walk *w, struct node_list *to, u32 open, u32 close, struct parts known);
/* kernel<<<...>>>(...) with `<<<` at open; NULL if that isn't what stands there. */
struct node *clang_recover_launch(struct clang_walk *w, struct node *kernel, u32 open, u32 end, struct parts known);
/* left SIGN right, from the sign between the two; NULL if there is none. */
struct node *clang_infix(struct clang_walk *w, struct part left, struct part right);
/* The end of the list item at `at`: a comma outside brackets, template arguments and what is known, or close. */
u32 clang_item_end(struct clang_walk *w, u32 at, u32 close, struct parts known);
/* T x = a, *y(b): the declarators from `at` on, of a declaration whose type begins at base. */
void clang_recover_declarators(struct clang_walk *w, struct node_list *to, u32 base, u32 at, u32 end);
/* One variable declared in [begin, end), or NULL if that is no declaration. */
struct node *clang_recover_variable(struct clang_walk *w, u32 begin, u32 end);
/* Statements written in [begin, end), between two that libclang kept. Those with a body of their own are lost. */
void clang_recover_statements(struct clang_walk *w, struct node_list *to, u32 begin, u32 end);

#endif
