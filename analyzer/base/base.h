/* Integer names, the four error verbs and a few macros that every file uses.
 *
 *   bug()     our own mistake: prints file and line, aborts (the signal is never an exit code of ours)
 *   die()     the job can't be done: one line on stderr, exit status 2
 *   a function that fails for an ordinary reason returns false and appends one whole sentence to a strbuf
 *   notice    something about the run, not about the code (a file that couldn't be read): see finding/notice.h
 */
#ifndef CAPLINT_BASE_H
#define CAPLINT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int64_t i64;

#define NONE UINT32_MAX /* "no index" wherever a u32 is an index */
#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1 /* its tables need more address space than we grant, and it has more to say of a crash than we */
#else
#define IS_SANITIZED 0
#endif

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define PRINTF(text, first) __attribute__((format(printf, text, first)))
#define MUST_USE __attribute__((warn_unused_result))
#define UNUSED __attribute__((unused))

#define bug(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void bug_at(const char *file, int line, const char *format, ...) PRINTF(3, 4);
_Noreturn void die(const char *format, ...) PRINTF(1, 2);

static inline u32 min_u32(u32 a, u32 b) { return a < b ? a : b; }
static inline u32 max_u32(u32 a, u32 b) { return a > b ? a : b; }

/* For qsort and bsearch: by value. */
int order_u32(const void *left, const void *right);
/* The index of the last number that is no larger, in a sorted list; 0 if there is none. The line of an offset is that and one. O(log n). */
u32 last_u32_up_to(const u32 *sorted, u32 n, u32 most);

#endif
