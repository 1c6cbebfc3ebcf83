/* Our declarations of libclang against the real header, where there is one new enough. Nothing here runs: what differs
 * doesn't compile. */
#include <stddef.h>

#if defined(__has_include)
#if __has_include(<clang-c/Index.h>)
#include <clang-c/Index.h>
#endif
#endif

#if defined(CINDEX_VERSION_MINOR) && CINDEX_VERSION_MINOR >= 64 /* LLVM 18 */
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#define CLANG_API_CHECK
#define CLANG_TYPE(name) our_##name
#include "parse/clang_api.h"

#define SAME_VALUE(name, value) _Static_assert((long long)(name) == (value), #name);
CLANG_CURSOR_KINDS(SAME_VALUE)
CLANG_TYPE_KINDS(SAME_VALUE)
CLANG_OPERATORS(SAME_VALUE)
CLANG_CONSTANTS(SAME_VALUE)

#define SAME_FUNCTION(result, name, parameters)                                                                        \
	_Static_assert(sizeof((result(*[1]) parameters){clang_##name}) == sizeof(void *), #name);
CLANG_FUNCTIONS(SAME_FUNCTION)

#define SAME_FIELD(tag, type, field)                                                                                   \
	_Static_assert(sizeof(tag type) == sizeof(tag our_##type), #type);                                             \
	_Static_assert(offsetof(tag type, field) == offsetof(tag our_##type, field), #type "." #field);
#define NO_TAG
SAME_FIELD(NO_TAG, CXCursor, kind)
SAME_FIELD(NO_TAG, CXCursor, xdata)
SAME_FIELD(NO_TAG, CXCursor, data)
SAME_FIELD(NO_TAG, CXType, kind)
SAME_FIELD(NO_TAG, CXType, data)
SAME_FIELD(NO_TAG, CXString, data)
SAME_FIELD(NO_TAG, CXSourceLocation, int_data)
SAME_FIELD(NO_TAG, CXSourceRange, begin_int_data)
SAME_FIELD(NO_TAG, CXSourceRange, end_int_data)
SAME_FIELD(NO_TAG, CXSourceRangeList, ranges)
SAME_FIELD(struct, CXUnsavedFile, Contents)
SAME_FIELD(struct, CXUnsavedFile, Length)
#endif

/* Something for the case that there is no header. */
_Static_assert(sizeof(void *) >= 4, "a pointer is a pointer");
