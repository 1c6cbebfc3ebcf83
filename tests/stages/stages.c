/* Golden tests of the stages before the program: every source here, read by tree-sitter, must give the facts in the
 * file of the same name that ends in .facts. `test_stages --update` writes them anew. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts/lower.h"
#include "parse/front.h"

static struct str text_read(struct arena *a, const char *path)
{
	FILE *f = fopen(path, "rb");
	struct strbuf text = {0};
	char part[4096];
	for (size_t n; f && (n = fread(part, 1, sizeof part, f)) > 0;)
		strbuf_add(&text, part, n);
	if (f)
		fclose(f);
	struct str copy = {arena_text(a, text.p, text.n), text.n};
	strbuf_release(&text);
	return copy;
}

static void facts_print(struct arena *a, const char *path, struct strbuf *out)
{
	struct front_input in = {.path = str_of(path), .bytes = text_read(a, path), .language = LANG_CUDA};
	struct index_file index;
	struct tree tree = {0};
	struct unit_builder b;
	struct unit u;
	if (str_ends(in.path, ".py"))
		in.language = LANG_PYTHON;
	index_file(a, in.bytes, in.language, &index);
	in.index = &index;
	unit_begin(&b, a);
	if (!read_tree_sitter(a, &in, &tree, out))
		return;
	lower_file(&b, tree.file, in.bytes, in.language == LANG_PYTHON);
	if (unit_open(&u, unit_pack(&b), out))
		unit_print(&u, out);
}

static bool check(const char *folder, const char *name, bool update)
{
	struct arena a = {0};
	struct strbuf got = {0};
	const char *golden = arena_format(&a, "%s/%s.facts", folder, name);
	facts_print(&a, arena_format(&a, "%s/%s", folder, name), &got);
	bool same = str_eq(text_read(&a, golden), strbuf_str(&got));
	FILE *f = update ? fopen(golden, "wb") : NULL;
	if (f) {
		fwrite(got.p, 1, got.n, f);
		fclose(f);
	} else if (!same) {
		printf("%s differs; got:\n%s", golden, got.p);
	}
	strbuf_release(&got);
	arena_release(&a);
	return same || f;
}

int main(int argc, char **argv)
{
	const char *folder = SOURCE_DIR "/tests/stages";
	bool update = argc > 1 && !strcmp(argv[1], "--update"), ok = true;
	u32 n = 0;
	DIR *dir = opendir(folder);
	for (struct dirent *e; dir && (e = readdir(dir));) {
		struct str name = str_of(e->d_name);
		if (!str_ends(name, ".cu") && !str_ends(name, ".py"))
			continue;
		ok &= check(folder, e->d_name, update);
		n++;
	}
	if (dir)
		closedir(dir);
	printf("%u files\n", n);
	return ok && n ? EXIT_SUCCESS : EXIT_FAILURE;
}
