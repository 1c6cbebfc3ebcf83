/* Tensors of Python as a captured region sees them: where a value's memory is, and which row of torch.tsv an operation means.
 *
 * Nothing is executed and no shape is known, so answers are what the code shows: a factory's `device=`, an annotation, what is assigned
 * to an attribute anywhere in its class, the argument that the way of the capture gives for a parameter. What does not show is
 * HOME_UNKNOWN, and no rule may take it for either. Cost of a question: bounded. */
#ifndef CAPLINT_TENSOR_H
#define CAPLINT_TENSOR_H

#include "capture/capture.h"
#include "graph/values.h"

enum home {
	HOME_UNKNOWN,
	HOME_DEVICE, /* a tensor in device memory */
	HOME_HOST,   /* a tensor or array in pageable host memory */
	HOME_PINNED, /* in pinned host memory */
	HOME_DATA,   /* numbers, strings, lists of such */
	HOME_OTHER,  /* an object that is none of these */
};

struct tensor {
	u8 home;        /* enum home */
	bool is_tensor; /* a tensor, wherever it is */
	bool is_mask, is_index; /* of truth values; of integers */
	bool is_number, is_list;
};

/* What a cell of a Python body holds when a row begins. `at` is the reached function whose way gives the arguments of
 * parameters, or NONE. */
struct tensor tensor_at(const struct capture *c, const struct body *b, u32 at, u32 row, u32 cell);

/* Whether a cell holds memory that was made for it: by the operation at hand, not a view of what was there. */
enum fresh { FRESH_NO, FRESH_MAYBE /* by type, layout or device: `.to(torch.int32)` */, FRESH_YES };
enum fresh tensor_fresh(const struct capture *c, const struct body *b, u32 at, u32 row, u32 cell);
/* What the cell holds is made of data of the host by an operation of the body: torch.tensor([...]), from_numpy(). NONE is not. */
bool tensor_is_upload(const struct capture *c, const struct body *b, u32 row, u32 cell);

/* The operation that a row of Python is, by its canonical name: a call ("torch.empty", "Tensor.item"), reading or writing by an index
 * ("Tensor.__getitem__", "Tensor.__setitem__"), a branch ("Tensor.__bool__"). Empty if it is none. */
struct str torch_name(const struct capture *c, const struct body *b, u32 row);

/* The row of torch.tsv that holds for an operation, or NULL. With `at`, see tensor_at. */
const struct torch_op *torch_at(const struct capture *c, const struct body *b, u32 at, u32 row);

/* The same for an operand of the row that is x[i] of a tensor on the device, with an index that is computed: reading it is an operation of its
 * own, whatever the row does. NULL if it is none. */
const struct torch_op *torch_read_at(const struct capture *c, const struct body *b, u32 at, u32 row, operand o, u32 cell);

/* The operation of a row of C++, `x.item<float>()` or `at::nonzero(x)`, that waits whatever it is given, of a tensor that the body shows to be on
 * the device, or, with `is_likely`, that an object keeps (native_place.h); or one that brings data of the host to the device. NULL if it is none.
 * O(rows x steps) for a name of the table, else O(1). */
const struct torch_op *native_op_at(const struct capture *c, const struct reached *r, u32 row, bool *is_likely);
/* Such an operation wherever the tensor is: a function of the library, or a method that hardly any other class has. O(1). */
bool native_op_waits(const struct capture *c, const struct body_row *r);

/* Argument `which` of a call as a cell, or NONE: by position or keyword; the object of a method is argument 0. `text` takes what
 * is written for it, if that is a name or a literal. */
u32 torch_argument(const struct capture *c, const struct body *b, u32 row, struct model_arg which, struct str *text);

#endif
