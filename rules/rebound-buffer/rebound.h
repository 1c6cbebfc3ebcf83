/* The parts of rebound-buffer: one way in which a name of the captured state comes to mean other memory is one file, which finds and tells it.
 *
 * All of them report into run->findings and own nothing. `fn` is a function of Python, `at` an index of run->capture->reached; rule.c has asked
 * run->shows, and leaves out tests where a part says nothing else. O(rows of the body) where nothing else is said. */
#ifndef CAPLINT_REBOUND_H
#define CAPLINT_REBOUND_H

#include "rule.h"

/* The function replays, and binds a name that a capture reads to a new tensor. */
void rebound_at_replay(struct rule_run *run, fn_id fn);
/* The function replays, and points what the capture took at a tensor of its caller's before. O(rows), and for such a row those of what is captured. */
void rebound_given(struct rule_run *run, fn_id fn);
/* The function captures, binds a variable that the capture was given anew, and replays; nobody else reads it. O(rows^2) for such a variable. */
void rebound_local(struct rule_run *run, fn_id fn);
/* The same in the methods that it calls before it replays. `seen`: by fn_id, zeroed before the first call, so that each is told once. */
void rebound_before_replay(struct rule_run *run, fn_id fn, u32 *seen);
/* A method of a class that prepares captures sets a field of what it makes to a new upload, the capture's method sets it too, and fields beside it are
 * kept buffers. O(rows^2) for such a field. */
void rebound_beside(struct rule_run *run, fn_id fn);
/* A captured row binds a name anew whose old tensor the capture has read. O(rows, and those of the class). */
void rebound_state(struct rule_run *run, u32 at);
/* Captured rows swap two names an odd number of times. Of tests too: simulations capture in examples most of all. */
void rebound_by_swap(struct rule_run *run, u32 at);
/* A setter of an autograd function binds a tensor of the class that its backward reads. Where backwards are captured, which the other one tells. O(rows of the class); O(rows). */
void rebound_function(struct rule_run *run, fn_id fn);
bool rebound_captures_backward(const struct rule_run *run);
/* The address of a name is taken while captured, and the name bound anew behind that. O(rows * rows that bind). */
void rebound_address(struct rule_run *run, u32 at);
/* A method gives a name a larger tensor, and graphs of the class that have captured the old one are kept by key. O(rows of the class). */
void rebound_by_growth(struct rule_run *run, fn_id fn);
/* Captured code lets a kept buffer that is too small grow by resize_(): that frees the memory that graphs have captured, and leaves no other tensor behind. */
void rebound_by_resize(struct rule_run *run, u32 at);
/* Captured code, of graphs that are kept by key, makes a module-wide buffer anew where its shape is another one. O(rows), and O(rows^2) of a function that binds such a name. */
void rebound_slot(struct rule_run *run, u32 at);
/* A method of an object that the caller holds gives an attribute a new tensor before a replay, and captured code reads it through the holder: of the whole
 * program; asks run->shows itself. O(rows of what calls a function that replays). */
void rebound_by_holder(struct rule_run *run);
/* The function gives the parameters of a module other memory, and captured code of its class runs the module, or a caller has had it graphed. O(rows of what is captured) for such a row. */
void rebound_assigned(struct rule_run *run, fn_id fn);
/* The function captures a backward, gives up the gradients that it fills, and replays. */
void rebound_gradients(struct rule_run *run, fn_id fn);
/* Weights are loaded anew into what graphs have captured: of the whole program; asks run->shows itself. */
void rebound_weights(struct rule_run *run);
/* C and C++: captured code frees a buffer where it is too small, and makes it again. */
void rebound_by_free(struct rule_run *run, u32 at);
/* C and C++: the function captures where there is no graph yet and launches it in any case; a function of its class, or of its file in C, frees and makes again a buffer that is captured, itself or
 * by the object that holds it, and neither it nor its callers drop the graph. O(rows of the class, and of what is captured for such a buffer). */
void rebound_by_remaking(struct rule_run *run, fn_id fn);

/* What the row assigns is an object of a library that was made for it with a tensor of its own, here or by functions that hand it on. O(rows of those). */
bool rebound_makes_object(const struct rule_run *run, const struct body *b, u32 row);
/* A branch before the row compares the size of self.NAME, or a part of it, with something, for order or for equality: it makes room, or it is full. */
bool rebound_asks_attribute(const struct rule_run *run, const struct body *b, u32 row, u32 name);
/* A branch before the row compares the size of the cell's tensor for order: `if x.numel() < n:`. */
bool rebound_asks_tensor(const struct rule_run *run, const struct body *b, u32 row, u32 whole);

#endif
