/* A few files that are read by themselves, each once. */
#include "read_local.h"

#include "base/pool.h"

#include <string.h>

/* Files that are read by themselves. */
struct alone {
	const struct read_options *o;
	const struct source *sources;
	const u32 *files;
	const bool *must_parse;
	struct str *answers;
	bool is_whole;
};

static bool work_alone(void *context, u32 task, struct arena *a, struct str *out, struct strbuf *why)
{
	const struct alone *alone = context;
	struct file_task t = {.o = alone->o, .source = &alone->sources[alone->files[task]], .must_parse = alone->must_parse[task], .use_clang = true};
	return read_file(a, &t, out, why);
}

static void done_alone(void *context, u32 task, const struct pool_result *result)
{
	struct alone *alone = context;
	struct answer head;
	alone->answers[task] = result->text;
	if (!result->is_ok || result->text.n < sizeof head) {
		alone->is_whole = false;
		return;
	}
	memcpy(&head, result->text.p, sizeof head);
	if ((head.is_kept && !kept_answer(alone->o, head.key, alone->must_parse[task], &alone->answers[task])) || lacks_in_vain(alone->answers[task]))
		alone->is_whole = false;
}

bool read_alone(struct arena *a, const struct read_options *o, const struct source *sources, const u32 *files, const bool *must_parse, u32 n,
                struct str *answers)
{
	struct alone alone = {o, sources, files, must_parse, answers, true};
	struct pool_job job = {.task_count = n, .jobs = o->jobs, .cpu_seconds = CPU_SECONDS, .memory_bytes = MEMORY, .arena = a, .context = &alone,
	                       .work = work_alone, .done = done_alone};
	if (n)
		pool_run(&job);
	return alone.is_whole;
}
