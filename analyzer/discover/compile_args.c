/* What libclang needs in front of a file's own flags to read CUDA and HIP as their compilers do on the host. */
#include "discover/compdb.h"

struct args {
	struct arena *arena;
	VEC(const char *) list;
};

static void add(struct args *args, const char *text) { vec_push(args->arena, &args->list, text); }

static void add_language(struct args *args, enum language language, const char *cuda_path)
{
	bool is_device = language == LANG_CUDA || language == LANG_HIP;
	add(args, "-x");
	add(args, language == LANG_CUDA ? "cuda" : language == LANG_HIP ? "hip" : language == LANG_C ? "c" : "c++");
	if (!is_device)
		return;
	add(args, "--cuda-host-only");
	add(args, "-Wno-unknown-cuda-version");
	if (language == LANG_HIP)
		add(args, "-nogpuinc");
	if (cuda_path) {
		add(args, arena_format(args->arena, "--cuda-path=%s", cuda_path));
		/* nvcc adds it silently, clang does not. */
		add(args, arena_format(args->arena, "-I%s/include/cccl", cuda_path));
	}
}

const char *const *compile_args(struct arena *a, const struct compile_command *command, enum language language, struct str root,
                                const char *cuda_path, u32 *count)
{
	struct args args = {.arena = a};
	add_language(&args, command && command->language ? (enum language)command->language : language, cuda_path);
	if (cuda_path)
		add(&args, arena_format(a, "-I%s/include", cuda_path));
	for (u32 i = 0; command && i < command->arg_count; i++)
		add(&args, command->args[i]);
	if (!command) {
		add(&args, language == LANG_C ? "-std=c17" : "-std=c++17");
		add(&args, arena_format(a, "-I%.*s", (int)root.n, root.p));
	}
	*count = args.list.n;
	return args.list.at;
}
