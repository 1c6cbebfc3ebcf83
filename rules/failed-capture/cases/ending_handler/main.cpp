// Whoever catches the exception ends the process: the stream that stays in capture mode is met by nobody.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <stdexcept>

bool enqueue(cudaStream_t s);

struct Runner {
	cudaStream_t stream;
	cudaGraph_t graph;
	void record();
	void record_again();
	void record_late();
};

void Runner::record()
{
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); // expect: dropped-error
	if (!enqueue(stream))
		throw std::runtime_error("not enqueued"); // expect-note: failed-capture
	cudaStreamEndCapture(stream, &graph); // expect: dropped-capture-error
}

void Runner::record_again()
{
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); // expect: dropped-error
	if (!enqueue(stream))
		throw std::runtime_error("not enqueued"); // expect: failed-capture
	cudaStreamEndCapture(stream, &graph); // expect: dropped-capture-error
}

void Runner::record_late()
{
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); // expect: dropped-error
	if (!enqueue(stream))
		throw std::runtime_error("not enqueued"); // expect-note: failed-capture
	cudaStreamEndCapture(stream, &graph); // expect: dropped-capture-error
}

void late(Runner &runner)
{
	try {
		runner.record_late();
	} catch (const std::exception &e) {
		fprintf(stderr, "%s\n", e.what());
		exit(1);
	}
}

struct Scope {
	~Scope() { puts("done"); }
};

int main()
{
	Runner runner;
	Scope outer, inner; // what else flies by runs their ends
	try {
		runner.record();
	} catch (const std::exception &e) {
		fprintf(stderr, "%s\n", e.what());
		return 1;
	}
	try {
		runner.record_again();
	} catch (const std::exception &e) {
		fprintf(stderr, "%s\n", e.what());
	}
	late(runner);
	if (cudaStreamSynchronize(runner.stream) != cudaSuccess)
		return 1;
	return 0;
}
