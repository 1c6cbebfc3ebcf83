/* The slot is emptied unread, or believed instead of the result. One form a kind of finding:
 * wiped    the error of a refused launch is cleared, and nobody ever tells that nothing was done
 * cleared  what an earlier call left is cleared, and nobody ever tells
 * judged   a call that succeeds is judged by the slot, which holds an older error
 * others   the same, where all own calls were checked
 * parameters: form call? */
#include "calls.cuh"

struct program program = {"swallowed-error", "", "wiped", nullptr,
                                "what is told of a failure, or of a success, by way of the slot", false, nullptr};

static const char stale[] = "cudaSetDevice"; /* the older failure: any will do */

static bool is_form(const char *form) { return !std::strcmp(parameter_form, form); }

#define SUCCEEDS(name, ...) {#name, [](struct scene *s) -> cudaError_t { (void)s; __VA_ARGS__ }}
/* The calls that are judged by the slot, as they succeed. */
static const struct provocation successes[] = {
	SUCCEEDS(cudaMalloc, void *p; cudaError_t code = cudaMalloc(&p, 4096 * s->round); must(cudaFree(p)); return code;),
	SUCCEEDS(cudaFree, void *p; must(cudaMalloc(&p, 4096 * s->round)); return cudaFree(p);),
	SUCCEEDS(cudaMemcpy, return cudaMemcpy(s->host, s->in, 64 * s->round, cudaMemcpyDeviceToHost);),
	SUCCEEDS(cudaMemcpyAsync, return cudaMemcpyAsync(s->host, s->in, 64 * s->round, cudaMemcpyDeviceToHost, s->work);),
	SUCCEEDS(cudaMemset, return cudaMemset(s->out, 1, 64 * s->round);),
	SUCCEEDS(cudaMemsetAsync, return cudaMemsetAsync(s->out, 1, 64 * s->round, s->work);),
	SUCCEEDS(cudaDeviceSynchronize, return cudaDeviceSynchronize();),
	SUCCEEDS(cudaStreamSynchronize, return cudaStreamSynchronize(s->work);),
	SUCCEEDS(cudaSetDevice, int device; must(cudaGetDevice(&device)); return cudaSetDevice(device);),
	SUCCEEDS(cudaStreamCreateWithFlags, cudaStream_t t; cudaError_t code = cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
	         must(cudaStreamDestroy(t)); return code;),
	SUCCEEDS(cudaEventCreate, cudaEvent_t e; cudaError_t code = cudaEventCreate(&e); must(cudaEventDestroy(e)); return code;),
	SUCCEEDS(cudaEventDestroy, cudaEvent_t e; must(cudaEventCreate(&e)); return cudaEventDestroy(e);),
	SUCCEEDS(cudaEventRecord, cudaEvent_t e; must(cudaEventCreate(&e)); cudaError_t code = cudaEventRecord(e, s->work);
	         must(cudaEventDestroy(e)); return code;),
	SUCCEEDS(cudaHostRegister, void *p = std::aligned_alloc(4096, 4096);
	         cudaError_t code = cudaHostRegister(p, 4096, cudaHostRegisterDefault); must(cudaHostUnregister(p)); std::free(p);
	         return code;),
	SUCCEEDS(cudaEventSynchronize, cudaEvent_t e; must(cudaEventCreate(&e)); must(cudaEventRecord(e, s->work));
	         cudaError_t code = cudaEventSynchronize(e); must(cudaEventDestroy(e)); return code;),
	SUCCEEDS(cudaHostAlloc, void *p; cudaError_t code = cudaHostAlloc(&p, 4096, cudaHostAllocDefault); must(cudaFreeHost(p));
	         return code;),
	SUCCEEDS(cudaFreeHost, void *p; must(cudaHostAlloc(&p, 4096, cudaHostAllocDefault)); return cudaFreeHost(p);),
	SUCCEEDS(cudaHostUnregister, void *p = std::aligned_alloc(4096, 4096);
	         must(cudaHostRegister(p, 4096, cudaHostRegisterDefault)); cudaError_t code = cudaHostUnregister(p); std::free(p);
	         return code;),
	SUCCEEDS(cudaStreamDestroy, cudaStream_t t; must(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
	         return cudaStreamDestroy(t);),
	SUCCEEDS(cudaGetDevice, int device; return cudaGetDevice(&device);),
	SUCCEEDS(cudaGetDeviceCount, int devices; return cudaGetDeviceCount(&devices);),
	SUCCEEDS(cudaGetDeviceProperties, cudaDeviceProp p; return cudaGetDeviceProperties(&p, 0);),
	SUCCEEDS(cudaStreamBeginCapture, return cudaStreamBeginCapture(s->capture, cudaStreamCaptureModeRelaxed);),
	SUCCEEDS(cudaStreamEndCapture, cudaGraph_t g; must(cudaStreamBeginCapture(s->capture, cudaStreamCaptureModeRelaxed));
	         cudaError_t code = cudaStreamEndCapture(s->capture, &g); must(cudaGraphDestroy(g)); return code;),
	SUCCEEDS(cudaLaunchKernel, void *a[] = {&s->out, &s->in, &s->round};
	         return cudaLaunchKernel(reinterpret_cast<const void *>(harness_work), dim3(WORDS / 256), dim3(256), a, 0, s->work);),
#ifndef CONFIRM_HIP
	SUCCEEDS(cudaMallocHost, void *p; cudaError_t code = cudaMallocHost(&p, 4096); must(cudaFreeHost(p)); return code;),
	SUCCEEDS(cudaMallocManaged, void *p; cudaError_t code = cudaMallocManaged(&p, 4096); must(cudaFree(p)); return code;),
	SUCCEEDS(cudaMallocAsync, void *p; cudaError_t code = cudaMallocAsync(&p, 4096, s->work); must(cudaFreeAsync(p, s->work));
	         return code;),
	SUCCEEDS(cudaFreeAsync, void *p; must(cudaMallocAsync(&p, 4096, s->work)); return cudaFreeAsync(p, s->work);),
	SUCCEEDS(cudaMemcpy2D, return cudaMemcpy2D(s->host, 64, s->in, 64, 64, s->round, cudaMemcpyDeviceToHost);),
	SUCCEEDS(cudaMemcpy2DAsync, return cudaMemcpy2DAsync(s->host, 64, s->in, 64, 64, s->round, cudaMemcpyDeviceToHost, s->work);),
	SUCCEEDS(cudaStreamCreate, cudaStream_t t; cudaError_t code = cudaStreamCreate(&t); must(cudaStreamDestroy(t));
	         return code;),
	SUCCEEDS(cudaStreamQuery, must(cudaStreamSynchronize(s->work)); return cudaStreamQuery(s->work);),
	SUCCEEDS(cudaStreamWaitEvent, cudaEvent_t e; must(cudaEventCreate(&e));
	         cudaError_t code = cudaStreamWaitEvent(s->work, e, 0); must(cudaEventDestroy(e)); return code;),
	SUCCEEDS(cudaEventCreateWithFlags, cudaEvent_t e; cudaError_t code = cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
	         must(cudaEventDestroy(e)); return code;),
	SUCCEEDS(cudaDeviceGetAttribute, int v; return cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0);),
	SUCCEEDS(cudaFuncSetAttribute, return cudaFuncSetAttribute(harness_work, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);),
	SUCCEEDS(cudaFuncGetAttributes, cudaFuncAttributes a; return cudaFuncGetAttributes(&a, harness_work);),
	SUCCEEDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor, int n;
	         return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, harness_work, 256, 0);),
	SUCCEEDS(cudaGraphInstantiate, struct kernel_graph g = graph_open(s, 1); cudaGraphExec_t e;
	         cudaError_t code = cudaGraphInstantiate(&e, g.graph, 0); must(cudaGraphExecDestroy(e)); graph_close(g); return code;),
	SUCCEEDS(cudaGraphLaunch, struct kernel_graph g = graph_open(s, 1); cudaError_t code = cudaGraphLaunch(g.exec, s->work);
	         must(cudaStreamSynchronize(s->work)); graph_close(g); return code;),
	SUCCEEDS(cudaGraphExecUpdate, struct kernel_graph g = graph_open(s, 1); cudaGraphExecUpdateResultInfo info = {};
	         cudaError_t code = cudaGraphExecUpdate(g.exec, g.graph, &info); graph_close(g); return code;),
#endif
};

static const struct provocation *find_success(const char *call)
{
	for (const auto &p : successes)
		if (same_name(p.call, call))
			return &p;
	return nullptr;
}

bool is_expressible()
{
	return is_form("wiped") || is_form("cleared") || is_form("others") || (is_form("judged") && find_success(parameter_call));
}

void expect(char *text, size_t size)
{
	std::snprintf(text, size, "%s", is_form("wiped")     ? "nobody tells of the refused launch, and the output was not written"
	                                : is_form("cleared") ? "nobody tells of the earlier failure"
	                                                     : "a success is taken for a failure, by an older error in the slot");
}

static void wipe(struct scene *s, bool looks)
{
	launch_refused(s);
	cudaError_t read = cudaGetLastError(), told = looks ? read : cudaSuccess;
	log_step(s, "cudaGetLastError", read);
	cudaError_t wait = cudaStreamSynchronize(s->work), end = cudaGetLastError();
	log_step(s, "cudaStreamSynchronize", wait);
	unsigned right = right_words(s);
	s->record->shows = told == cudaSuccess && wait == cudaSuccess && end == cudaSuccess && !right;
	s->record->is_good = told != cudaSuccess && !right;
	got(s, "the read %s; the wait said %s, the slot at the end %s; %u of %u words written",
	    looks ? error_name(told) : "was not looked at", error_name(wait), error_name(end), right, static_cast<unsigned>(WORDS));
}

static void clear(struct scene *s, bool looks)
{
	cudaError_t code = fail(s, stale);
	cudaError_t read = cudaGetLastError(), told = looks ? read : cudaSuccess;
	struct launch l = launch_checked(s);
	s->record->shows = code != cudaSuccess && told == cudaSuccess && l.check == cudaSuccess && l.sync == cudaSuccess;
	s->record->is_good = told == code && l.check == cudaSuccess && l.is_right;
	got(s, "an earlier call left %s; %s %s; the launch check said %s", error_name(code), looks ? "the read told" : "cleared unread, told",
	    error_name(told), error_name(l.check));
}

static void judge(struct scene *s, bool believes_value)
{
	cudaError_t code = fail(s, stale);
	cudaError_t own = is_form("judged") ? find_success(parameter_call)->fail(s) : cudaStreamSynchronize(s->work);
	log_step(s, is_form("judged") ? parameter_call : "cudaStreamSynchronize", own);
	cudaError_t verdict = believes_value ? own : cudaGetLastError();
	s->record->shows = code != cudaSuccess && own == cudaSuccess && verdict == code;
	s->record->is_good = code != cudaSuccess && own == cudaSuccess && verdict == cudaSuccess;
	got(s, "an earlier call left %s; the call returned %s, and was judged %s", error_name(code), error_name(own), error_name(verdict));
}

static void run(struct scene *s, bool is_repaired)
{
	if (is_form("wiped"))
		wipe(s, is_repaired);
	else if (is_form("cleared"))
		clear(s, is_repaired);
	else
		judge(s, is_repaired);
}

void hazard(struct scene *s) { run(s, !HAS_HAZARD); }
void twin(struct scene *s) { run(s, true); }

int main(int argc, char **argv) { return confirm(argc, argv); }
