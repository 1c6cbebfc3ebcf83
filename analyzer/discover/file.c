/* Reading one file, and the language that its name or content speaks. */
#include "discover/discover.h"

#include "discover/encoding.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
	const char *suffix;
	enum language language;
} suffixes[] = {
	{"cu", LANG_CUDA}, {"cuh", LANG_CUDA}, {"hip", LANG_HIP}, {"c", LANG_C},
	{"h", LANG_CPP}, {"hpp", LANG_CPP}, {"hh", LANG_CPP}, {"hxx", LANG_CPP}, {"h++", LANG_CPP},
	{"cc", LANG_CPP}, {"cpp", LANG_CPP}, {"cxx", LANG_CPP}, {"c++", LANG_CPP},
	{"inl", LANG_CPP}, {"inc", LANG_CPP}, {"ipp", LANG_CPP}, {"tpp", LANG_CPP},
	{"py", LANG_PYTHON}, {"pyi", LANG_PYTHON}, {"ipynb", LANG_PYTHON},
	{"pyx", LANG_PYTHON}, {"pxd", LANG_PYTHON}, {"pxi", LANG_PYTHON},
};

enum language language_of_path(struct str path)
{
	const char *dot = path.n ? memrchr(path.p, '.', path.n) : NULL;
	if (!dot)
		return LANG_NONE;
	struct str suffix = {dot + 1, path.n - (size_t)(dot + 1 - path.p)};
	if (str_is(suffix, "C"))
		return LANG_CPP;
	for (size_t i = 0; i < COUNT(suffixes); i++)
		if (suffix.n == strlen(suffixes[i].suffix) && !strncasecmp(suffix.p, suffixes[i].suffix, suffix.n))
			return suffixes[i].language;
	return LANG_NONE;
}

const char *language_name(enum language l)
{
	static const char *const names[] = {"unknown", "C", "C++", "CUDA", "HIP", "Python"};
	return names[l];
}

static bool read_all(struct arena *a, int fd, size_t expected, u64 max, struct str *bytes, struct strbuf *err)
{
	size_t cap = expected + 1, n = 0; /* one more than expected, so that growth shows */
	char *p = arena_alloc(a, cap + 1);
	for (;;) {
		ssize_t got = read(fd, p + n, cap - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			strbuf_addf(err, "can't be read: %s", strerror(errno));
			return false;
		}
		n += (size_t)got;
		if (n > max) {
			strbuf_addf(err, "is larger than the limit of %llu bytes", (unsigned long long)max);
			return false;
		}
		if (!got)
			break;
		if (n == cap) {
			char *larger = arena_alloc(a, cap * 2 + 1);
			memcpy(larger, p, n);
			p = larger;
			cap *= 2;
		}
	}
	p[n] = 0;
	*bytes = (struct str){p, n};
	return true;
}

bool file_read(struct arena *a, const char *path, u64 max, struct str *bytes, struct strbuf *err)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); /* a fifo must not make us wait */
	if (fd < 0 || fstat(fd, &st)) {
		strbuf_addf(err, "can't be read: %s", strerror(errno));
		if (fd >= 0)
			close(fd);
		return false;
	}
	bool is_ok = false;
	if (!S_ISREG(st.st_mode))
		strbuf_puts(err, "is not a regular file");
	else if ((u64)st.st_size > max)
		strbuf_addf(err, "is larger than the limit of %llu bytes", (unsigned long long)max);
	else
		is_ok = read_all(a, fd, (size_t)st.st_size, max, bytes, err);
	close(fd);
	return is_ok;
}

bool source_read(struct arena *a, const char *path, enum language language, u64 max, struct str *text, struct str *unknown,
                 struct strbuf *err)
{
	struct str name;
	*unknown = S("");
	if (!file_read(a, path, max, text, err))
		return false;
	if (!text_to_utf8(a, language, text, &name))
		*unknown = name;
	return true;
}

static bool has_suffix(struct str path, const char *suffix)
{
	size_t n = strlen(suffix);
	return path.n > n && !strncasecmp(path.p + path.n - n, suffix, n);
}

bool is_notebook(struct str path) { return has_suffix(path, ".ipynb"); }

bool is_cython(struct str path) { return has_suffix(path, ".pyx") || has_suffix(path, ".pxd") || has_suffix(path, ".pxi"); }
