/* Threads that break the captures of others, and what starts them. */
#include "tests.h"

#include "capture/intrude.h"
#include "graph/thread.h"

static struct intrusion told;

/* A program that captures in global mode, with more code beside it. */
static bool intrudes(enum capture_mode mode, const char *text)
{
	captured("a.cu", text);
	told = (struct intrusion){0};
	return intruding_threads(&capture, (u8)mode, &told, 1);
}

static bool starts_with(const char *start)
{
	struct arena scratch = {0};
	bool does = intrudes(MODE_GLOBAL, arena_format(&scratch, "static void work(int *p) { cudaDeviceSynchronize(); }\nvoid start(int *p) { %s }\n", start));
	arena_release(&scratch);
	return does;
}

START_TEST(starts)
{
	ck_assert(starts_with("std::thread t(work, p);"));
	ck_assert_uint_eq(told.starter, made_fn(&made, "start"));
	ck_assert_uint_eq(told.body->fn, made_fn(&made, "work"));
	ck_assert_uint_eq(told.row, row_of(told.body, "cudaDeviceSynchronize"));
	ck_assert(starts_with("std::jthread t(work, p);"));
	ck_assert(starts_with("thread t(&work, p);"));
	ck_assert(starts_with("pthread_create(&t, 0, work, p);"));
	ck_assert(starts_with("auto f = std::async(std::launch::async, work, p);"));
	ck_assert(starts_with("std::vector<std::thread> threads; threads.emplace_back(work, p);"));
	ck_assert(starts_with("this->workers_.emplace_back(work, p);"));
	ck_assert(starts_with("pool.detach_task([=] { work(p); });"));
}
END_TEST

START_TEST(starts_nothing)
{
	ck_assert(!starts_with("work(p);"));
	ck_assert(!starts_with("std::vector<task> tasks; tasks.emplace_back(work, p);"));
	ck_assert(!starts_with("std::this_thread::sleep_for(1);"));
	ck_assert(!starts_with("std::thread t(other, p);"));
	/* What the starter does itself is not the thread's. */
	ck_assert(!starts_with("cudaDeviceSynchronize(); std::thread t([=] { k<<<1, 1>>>(p); });"));
	/* It is over before its starter goes on. */
	ck_assert(!starts_with("std::thread t(work, p); t.join();"));
}
END_TEST

/* In global mode what allocates is refused to every thread; what waits for the device, in any mode. */
START_TEST(modes)
{
	static const char allocates[] = "static void low(int *p) { cudaMalloc(&p, 4); }\nstatic void work(int *p) { low(p); }\nvoid start(int *p) { std::thread t(work, p); }\n";
	ck_assert(intrudes(MODE_GLOBAL, allocates));
	ck_assert_uint_eq(told.body->fn, made_fn(&made, "low"));
	ck_assert(!intrudes(MODE_THREAD_LOCAL, allocates));
	ck_assert(!intrudes(MODE_RELAXED, allocates));
	/* But not to a thread that says so itself. */
	ck_assert(!intrudes(MODE_GLOBAL, "static void work(int *p) { cudaStreamCaptureMode m = cudaStreamCaptureModeRelaxed; cudaThreadExchangeStreamCaptureMode(&m); cudaMalloc(&p, 4); "
	                                 "cudaThreadExchangeStreamCaptureMode(&m); }\nvoid start(int *p) { std::thread t(work, p); }\n"));
	static const char waits[] = "static void work() { cudaDeviceSynchronize(); }\nvoid start() { std::thread t(work); }\n";
	ck_assert(intrudes(MODE_RELAXED, waits));
	ck_assert(!intrudes(MODE_GLOBAL, "static void work(int *p) { static int n = (cudaDeviceSynchronize(), 1); }\nvoid start(int *p) { std::thread t(work, p); }\n"));
	ck_assert(!intrudes(MODE_GLOBAL, "static void work(int *p) { k<<<1, 1>>>(p); }\nvoid start(int *p) { std::thread t(work, p); }\n"));
}
END_TEST

/* Nobody catches what a thread throws; what std::async runs keeps it for who asks. */
START_TEST(threads_end_it)
{
	captured("a.cu", "void own(int *p) { cudaFree(p); }\nvoid kept(int *p) { cudaFree(p); }\nvoid listed(int *p) { cudaFree(p); }\nvoid task(int *p) { cudaFree(p); }\n"
	                 "void start(int *p) { std::thread t(&own, p); auto f = std::async(kept, p); std::vector<std::thread> threads; threads.emplace_back(listed, p); tasks.emplace_back(task, p); }\n");
	ck_assert(program_is_thread(&made.program, made_fn(&made, "own")));
	ck_assert(program_is_thread(&made.program, made_fn(&made, "listed")));
	ck_assert(!program_is_thread(&made.program, made_fn(&made, "kept")));
	ck_assert(!program_is_thread(&made.program, made_fn(&made, "task")));
}
END_TEST

START_TEST(names)
{
	ck_assert(starts_thread(S("std::thread")) && starts_thread(S("thrd_create")) && starts_thread(S("threading.Thread")) && starts_thread(S("Thread")));
	ck_assert(!starts_thread(S("std::async")) && !starts_thread(S("EngineThread")) && !starts_thread(S("thread_count")));
	ck_assert(hands_to_thread(S("std::async")) && !hands_to_thread(S("py::async")));
	ck_assert(adds_thread(S("emplace_back"), S("worker_threads_")) && !adds_thread(S("emplace_back"), S("tasks")) && !adds_thread(S("size"), S("threads")));
}
END_TEST

static bool ends(const char *destructor)
{
	struct arena scratch = {0};
	captured("a.cu", arena_format(&scratch, "struct Context { cublasHandle_t h; cudaStream_t s; ~Context() { %s } };\n"
	                              "void f(Context *c, cudaGraph_t *g) { cudaStreamBeginCapture(c->s, cudaStreamCaptureModeRelaxed); cudaStreamEndCapture(c->s, g); }\n", destructor));
	arena_release(&scratch);
	return intruding_end(&capture, capture_body(&capture, made_fn(&made, "f")), &told);
}

/* Objects that end a library's handle, while others of their class capture. */
START_TEST(destructors)
{
	ck_assert(ends("cublasDestroy(h);"));
	ck_assert(!ends("std::lock_guard<std::mutex> lock(m); cublasDestroy(h);"));
	ck_assert(!ends("cudaStreamDestroy(s);"));
	captured("a.cu", "struct Other { cublasHandle_t h; ~Other() { cublasDestroy(h); } };\nvoid f(int *p, cudaGraph_t *g) { cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed); cudaStreamEndCapture(s, g); }\n");
	ck_assert(!intruding_end(&capture, capture_body(&capture, made_fn(&made, "f")), &told));
}
END_TEST

START_TEST(locks)
{
	captured("a.cu", "void f() { std::unique_lock<std::mutex> l(m); cudaFree(0); }\n", "b.cu", "void g() { cudaFree(0); }\n", "c.cu", "void h() { m.lock(); cudaFree(0); }\n");
	ck_assert(reckons_with_threads(&capture, 0));
	ck_assert(!reckons_with_threads(&capture, 1));
	ck_assert(reckons_with_threads(&capture, 2));
}
END_TEST

TCase *intrude_tests(void)
{
	TCase *t = tcase_create("intrude");
	tcase_add_test(t, starts);
	tcase_add_test(t, starts_nothing);
	tcase_add_test(t, modes);
	tcase_add_test(t, threads_end_it);
	tcase_add_test(t, names);
	tcase_add_test(t, destructors);
	tcase_add_test(t, locks);
	return t;
}
