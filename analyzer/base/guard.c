#include "base/guard.h"

#include <setjmp.h>
#include <signal.h>

enum { HANDLER_STACK = 64 << 10 }; /* of its own, since the stack may be what is full */

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
static sigjmp_buf before;

static void on_crash(int number) { siglongjmp(before, number); }

bool guard_run(void (*work)(void *), void *context)
{
	static char handler_stack[HANDLER_STACK];
	struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK}, keep[COUNT(crashes)];
	stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack}, keep_stack;
	sigaltstack(&stack, &keep_stack);
	for (u32 i = 0; i < COUNT(crashes); i++)
		sigaction(crashes[i], &action, &keep[i]);
	bool is_done = !sigsetjmp(before, 1);
	if (is_done)
		work(context);
	for (u32 i = 0; i < COUNT(crashes); i++)
		sigaction(crashes[i], &keep[i], NULL);
	sigaltstack(&keep_stack, NULL);
	return is_done;
}
