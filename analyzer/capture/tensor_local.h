/* Questions about tensors while they are answered: private to tensor.c (values), torch_name.c (operations and their arguments), torch_row.c (rows of
 * torch.tsv) and fresh.c. A question leads to others, through values, callees, attributes and the way of the capture; DEPTH and STEPS bound them. */
#ifndef CAPLINT_TENSOR_LOCAL_H
#define CAPLINT_TENSOR_LOCAL_H

#include "capture/local.h"
#include "capture/tensor.h"

enum { DEPTH = 16, STEPS = 200 };

struct question {
	const struct capture *c;
	const struct body *b;
	u32 at;    /* reached, or NONE */
	u32 depth; /* questions inside each other */
	u32 *left; /* steps that all of them together may take */
	operand read; /* the operand of the row that is asked about as x[i], if it isn't the row's own matter; else 0 */
	u32 read_cell;
};

/* tensor.c: what the cell holds when the row begins; unknown past a bound. */
struct tensor tensor_ask(struct question q, u32 row, u32 cell);
/* Argument k of an index operation: 0 the object, 1 the index, 2 the value written. */
struct tensor tensor_index_argument(struct question q, u32 row, u32 k, bool is_write);

/* What was found of a body's rows: every rule asks again. */
enum { NAME_IS_KNOWN = 1, OP_IS_KNOWN = 2 };
struct ops {
	u8 *known;
	struct str *names;
	const struct torch_op **at; /* asked for from the function's own way */
};

/* torch_name.c: made at first use, in the arena of the captures. The other: NULL if the operand is no place. */
struct ops *torch_ops(const struct capture *c, const struct body *b);
const struct place *torch_place(const struct fn *fn, operand o);

/* torch_row.c: the row of torch.tsv, or NULL. What a question inside a question finds may be cut by its depth, and is not kept. */
const struct torch_op *torch_chosen(struct question q, u32 row);

#endif
