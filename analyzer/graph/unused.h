/* Code that nobody runs, as far as the program shows: what is wrong in it harms nobody yet. */
#ifndef CAPLINT_UNUSED_H
#define CAPLINT_UNUSED_H

#include "graph/program.h"

/* A function of C++ that only a debugging build calls, or that nothing in the program calls, names or instantiates, and that others can't come to: one of its source file alone; one that no header
 * declares, where others of its file are used elsewhere; a template of a header that is no library's interface, and a method of one, where its neighbours are used; one that a program's header declares, nearly all of whose functions are run, or defines; one
 * that a source gives by the words extern "C", of which others declare its neighbours alone; all of a header that nothing includes and none of whose functions is named outside of it. A lambda is
 * judged as the function around it. Where the program gives functions of two files to another language, also one that is declared, but in no header for
 * others. Names that macros may paste together are given the benefit of the doubt, and so is everything that a file which is not read may call. The first question
 * costs O(rows of the program), others O(files). */
bool program_is_unused(struct program *p, fn_id fn);
/* Of Python: a private function, or method, that no file which is read names; a public method, long in name, of a class that another file uses and no package hands
 * on, if only classes of the program are its bases; and all of a file that imports, unconditionally, what by its name is an extension of its own package, while the
 * setup.py that makes the others names none such. A decorator makes a function known. What is inside of a function is judged as that. O(text of the program). */
bool python_is_unused(const struct program *p, fn_id fn);
/* Nothing but the text of macros names it, and that may hide calls. The first question costs O(rows of the program). */
bool program_is_named_by_macro(struct program *p, fn_id fn);
/* No build takes the file: the lists of the build name its neighbours and not it, no file of the program includes it, and it is no program of its own, which may be compiled
 * by hand. O(files). */
bool program_is_unlisted(const struct program *p, u32 file);
/* main stands in a file that is no test, be that parsed or not. The first question costs O(rows of the program). */
bool program_has_main(struct program *p);
/* Somebody outside of the program may call it: by a binding, by its address, or since it stands in a folder of headers for others. */
bool program_is_for_others(const struct program *p, fn_id fn);
/* The file stands in a folder of headers for others, or a header of its name does. O(files). */
bool program_file_is_public(const struct program *p, u32 file);

#endif
