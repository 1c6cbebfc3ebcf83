#include "asked.h"

#include "base/text.h"

struct asked asked_make(u64 *names, u32 n)
{
	u32 kept = 0;
	hashes_sort(names, n);
	for (u32 i = 0; i < n; i++)
		if (!kept || names[kept - 1] != names[i])
			names[kept++] = names[i];
	return (struct asked){names, kept};
}

static void add_common(struct strbuf *to, const struct asked *asked, const u64 *words, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (hashes_hold(asked->names, asked->n, words[i]))
			strbuf_add(to, (const char *)&words[i], sizeof words[i]);
}

struct hash128 asked_of(const struct asked *asked, const struct python_words *file, bool is_python_test)
{
	const u32 flags[] = {file->is_hot, file->word_count != 0};
	struct strbuf all = {0};
	strbuf_add(&all, (const char *)flags, sizeof flags);
	add_common(&all, asked, file->words, is_python_test ? 0 : file->word_count);
	strbuf_puts(&all, "defines");
	add_common(&all, asked, file->defined, is_python_test ? 0 : file->defined_count);
	struct hash128 hash = hash128(strbuf_str(&all), 0);
	strbuf_release(&all);
	return hash;
}
