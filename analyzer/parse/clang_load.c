/* The search for libclang (parse/clang_load.h). */
#include "parse/clang_load.h"

#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct clang_functions clang;

#ifdef __SANITIZE_ADDRESS__
/* With the tables that it keeps of the library's thread-local storage, LeakSanitizer crashes on glibc 2.36. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "intercept_tls_get_addr=0"; }
#endif

static const char *const beside_us[] = {
	"../lib/python3*/site-packages/clang/native/libclang.so",
	"../lib64/python3*/site-packages/clang/native/libclang.so",
	"../lib/python3*/dist-packages/clang/native/libclang.so",
	"../local/lib/python3*/dist-packages/clang/native/libclang.so",
	"../clang/native/libclang.so",
	"../../clang/native/libclang.so",
};

/* Within one pattern the last match is the newest: all versions have two digits. */
static const char *const system_places[] = {
	"/usr/lib/llvm-2[0-9]/lib/libclang.so.1",
	"/usr/lib/llvm-2[0-9]/lib/libclang-*.so.1",
	"/usr/lib64/libclang.so.2[0-9]*",
	"/usr/lib/*/libclang-2[0-9].so.*",
	"/usr/lib/llvm-19/lib/libclang*.so.1",
};

/* One search. */
struct search {
	struct strbuf *tried; /* what has been tried in vain, a line each */
	struct clang_library *library;
};

static bool functions_find(void *handle, struct clang_functions *f, struct strbuf *err)
{
	void *symbol;
#define LOAD(result, name, parameters)                                                                                 \
	symbol = dlsym(handle, "clang_" #name);                                                                        \
	if (!symbol) {                                                                                                 \
		strbuf_puts(err, "has no clang_" #name);                                                               \
		return false;                                                                                          \
	}                                                                                                              \
	memcpy(&f->name, &symbol, sizeof symbol);
	CLANG_FUNCTIONS(LOAD)
#undef LOAD
	return true;
}

/* "Debian clang version 22.1.8 (...)" gives "22.1.8"; NULL if there is no number. */
static char *version_read(const struct clang_functions *f)
{
	CXString text = f->getClangVersion();
	const char *p = strstr(f->getCString(text), "version ");
	p = p ? p + strlen("version ") : "";
	char *version = strndup(p, strspn(p, "0123456789."));
	f->disposeString(text);
	return version;
}

/* The wheel keeps its headers beside the library, where the library doesn't look. */
static char *resource_find(const char *library)
{
	const char *slash = strrchr(library, '/');
	char path[PATH_MAX];
	int n = snprintf(path, sizeof path, "%.*s/resource", slash ? (int)(slash - library) : 1, slash ? library : ".");
	return n > 0 && (size_t)n < sizeof path && access(path, R_OK) == 0 ? strdup(path) : NULL;
}

/* Takes a loaded library into use; false with a reason if it won't do. */
static bool library_take(struct clang_library *library, void *handle, const char *path, struct strbuf *reason)
{
	struct clang_functions f;
	Dl_info info;
	void *symbol = dlsym(handle, "clang_createIndex");
	if (!functions_find(handle, &f, reason))
		return false;
	char *version = version_read(&f);
	if (!version)
		die("out of memory");
	int major = atoi(version);
	if (major < CLANG_OLDEST) {
		strbuf_addf(reason, "is version %s; %d or newer is needed", version, CLANG_OLDEST);
		free(version);
		return false;
	}
	const char *file = dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : path;
	clang = f;
	clang.toggleCrashRecovery(0); /* a crash ends the worker; going on after one is not safe */
	*library = (struct clang_library){strdup(file), version, major, NULL};
	library->resource_dir = major >= CLANG_FULL ? resource_find(file) : NULL;
	return true;
}

static bool library_try(void *context, const char *path)
{
	struct search *s = context;
	bool is_found = false;
	struct strbuf reason = {0};
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		strbuf_addf(s->tried, "\n  %s", dlerror());
	else if (library_take(s->library, handle, path, &reason))
		is_found = true;
	else
		strbuf_addf(s->tried, "\n  %s: %s", path, reason.p);
	strbuf_release(&reason);
	return is_found;
}

/* What is done with a place where a library may be; false to go on. */
typedef bool (*try_place)(void *context, const char *path);

static bool pattern_try(const char *pattern, try_place try, void *context, struct strbuf *tried)
{
	glob_t matches;
	bool is_done = false;
	int rc = glob(pattern, 0, NULL, &matches);
	if (rc && tried)
		strbuf_addf(tried, "\n  %s: no such file", pattern);
	for (size_t i = rc ? 0 : matches.gl_pathc; i-- > 0 && !is_done;)
		is_done = try(context, matches.gl_pathv[i]);
	globfree(&matches);
	return is_done;
}

/* Symbolic links to us, as pipx makes them, are resolved by the kernel. */
static bool beside_us_try(try_place try, void *context, struct strbuf *tried)
{
	char self[PATH_MAX], pattern[PATH_MAX + 80];
	bool is_done = false;
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	self[n > 0 ? n : 0] = 0;
	char *slash = strrchr(self, '/');
	if (!slash)
		return false;
	*slash = 0;
	for (size_t i = 0; i < COUNT(beside_us) && !is_done; i++) {
		snprintf(pattern, sizeof pattern, "%s/%s", self, beside_us[i]);
		is_done = pattern_try(pattern, try, context, tried);
	}
	return is_done;
}

/* Every place in order, until one will do. */
static bool places_try(try_place try, void *context, struct strbuf *tried)
{
	const char *named = getenv("CAPLINT_LIBCLANG");
	if (named && *named)
		return try(context, named);
	if (beside_us_try(try, context, tried))
		return true;
	for (size_t i = 0; i < COUNT(system_places); i++)
		if (pattern_try(system_places[i], try, context, tried))
			return true;
	return try(context, "libclang.so.1");
}

bool clang_search(struct clang_library *library, struct strbuf *tried)
{
	struct search s = {tried, library};
	return places_try(library_try, &s, tried);
}

static bool place_stamp(void *context, const char *path)
{
	struct strbuf *out = context;
	struct stat file;
	if (!stat(path, &file))
		strbuf_addf(out, "%s %lld %lld.%09ld\n", path, (long long)file.st_size, (long long)file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
	else if (!strchr(path, '/') && !out->n)
		strbuf_puts(out, clang_load(NULL) ? clang_load(NULL)->path : "none");
	return false;
}

void clang_places(struct strbuf *out) { (void)!places_try(place_stamp, out, NULL); }

const struct clang_library *clang_load(struct strbuf *err)
{
	static struct clang_library library;
	static struct strbuf tried;
	static bool is_searched, is_found;
	if (!is_searched)
		is_found = clang_search(&library, &tried);
	is_searched = true;
	if (!is_found && err)
		strbuf_addf(err, "libclang %d or newer was not found; tried:%s", CLANG_OLDEST, tried.p);
	return is_found ? &library : NULL;
}
