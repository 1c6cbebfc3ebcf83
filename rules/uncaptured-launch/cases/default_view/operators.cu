#include "columns.h"

extern "C" int run_substring(Columns *columns, const char *text, char *out, int n)
{
	return columns->substring(text, out, n) == cudaSuccess ? 0 : -1;
}

extern "C" int run_upper(Columns *columns, const char *text, char *out, int n)
{
	return columns->upper(text, out, n, cudf::get_default_stream()) == cudaSuccess ? 0 : -1;
}

extern "C" int run_trimmed(Columns *columns, const char *text, char *out, int n, cudaStream_t stream)
{
	return columns->trimmed(text, out, n, stream) == cudaSuccess ? 0 : -1;
}
