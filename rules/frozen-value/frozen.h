/* The parts of frozen-value that have a file of their own; they report into run->findings. */
#ifndef CAPLINT_FROZEN_H
#define CAPLINT_FROZEN_H

#include "rule.h"

/* Python: the function prepares a capture and fills an input of it with the host's data; no other method of the class touches that input, though they refresh those
 * beside it. O(rows of the class) for such an input. */
void frozen_input(struct rule_run *run, fn_id fn);
/* The function replays, and it, or a method of the class that it calls before, sets an attribute to a number of this call's data which captured code of the class has read. `seen`: by fn_id, zeroed
 * before the first call. O(rows), and for such a row those of what is captured. */
void frozen_attribute(struct rule_run *run, fn_id fn, u32 *seen);
/* A captured method advances a number of its object, and what it captures works at the place that it names. O(rows). */
void frozen_advance(struct rule_run *run, u32 at);
/* The function replays, and advances a number of its object before (`self.step += 1`), with which captured code of the class computes. O(rows), and for such a row those of
 * what is captured. */
void frozen_turn(struct rule_run *run, fn_id fn);
/* The function captures, binds a variable anew behind that, and replays; what it captured has read the variable. O(rows^2), and those of what is captured for such a variable. */
void frozen_closure(struct rule_run *run, fn_id fn);
/* The row advances an attribute of the object by a number: self.NAME += 1, self.NAME = self.NAME + 1. Every method that binds the attribute gives it a number that is written there. */
bool frozen_advances(const struct rule_run *run, const struct body *b, u32 row, u32 *cell);
bool frozen_is_number(const struct rule_run *run, const struct body *b, u32 cell);
/* C and C++: the function captures at its first call and replays in all of them (capture/first_capture.h), and advances a counter that captured code gives to a
 * kernel, itself or in a formula. O(rows of what is captured) for such a counter. */
void frozen_counter(struct rule_run *run, fn_id fn);
/* The number is computed from what this call was given: the greatest of its lengths, how many there are, an element of a tensor. */
bool frozen_is_of_data(const struct rule_run *run, const struct body *b, u32 row, u32 cell);

#endif
