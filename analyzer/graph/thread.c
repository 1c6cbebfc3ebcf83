#include "graph/thread.h"

#include "graph/link.h"

bool starts_thread(struct str callee)
{
	static const char *const names[] = {"thread", "jthread", "pthread_create", "thrd_create", "Thread", "threading.Thread"};
	return str_is_any(last_component(callee), names, COUNT(names));
}

bool adds_thread(struct str method, struct str object)
{
	static const char *const words[] = {"thread", "Thread", "worker", "Worker"};
	return str_is(method, "emplace_back") && str_has_any(object, words, COUNT(words));
}

bool hands_to_thread(struct str callee) { return str_ends(callee, "std::async") || str_is(callee, "detach_task"); }
