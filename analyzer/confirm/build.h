/* How the programs are built: the same words for the runner and for a bundle's script. */
#ifndef CAPLINT_BUILD_H
#define CAPLINT_BUILD_H

/* End with NULL. The source, -o and -DSOURCE_HASH are added by the user. */
extern const char *const build_nvcc_flags[];
extern const char *const build_hipcc_flags[];

#endif
