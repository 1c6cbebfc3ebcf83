/* What runs in a thread of its own, told by the name of what starts it. The function is among the arguments. O(length of the name). */
#ifndef CAPLINT_THREAD_H
#define CAPLINT_THREAD_H

#include "base/text.h"

/* std::thread t(f), pthread_create(&t, NULL, f, p), threading.Thread(target=f): nobody catches what it throws. */
bool starts_thread(struct str callee);
/* Likewise of a member, by the name of its object: workers.emplace_back(f). */
bool adds_thread(struct str method, struct str object);
/* std::async(f), pool.detach_task(f): work for another thread, which keeps what it throws. */
bool hands_to_thread(struct str callee);

#endif
