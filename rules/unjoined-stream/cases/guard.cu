// A guard in a variable without a written type ends its capture when it dies; streams and events by the element.
#include <cuda_runtime.h>

#include <functional>
#include <vector>

__global__ void part(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

class AtEnd {
public:
	AtEnd() = default;
	AtEnd(std::function<void()> run) : run_(run) {}
	~AtEnd() { if (run_) run_(); }

private:
	std::function<void()> run_;
};

class Recorder {
public:
	AtEnd guard(cudaStream_t stream)
	{
		CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
		return AtEnd{[this, stream] { CHECK(cudaStreamEndCapture(stream, &graph_)); }};
	}

private:
	cudaGraph_t graph_;
};

class Steps {
public:
	void step(float *p, cudaStream_t stream)
	{
		{
			auto guard = recorder_.guard(stream);
			CHECK(cudaEventRecord(begun_, stream));
			for (size_t i = 0; i < streams_.size(); i++) {
				cudaStream_t side = streams_[i];
				cudaEvent_t event = events_[i];
				CHECK(cudaStreamWaitEvent(side, begun_, 0));
				part<<<1, 32, 0, side>>>(p);
				CHECK(cudaGetLastError());
				CHECK(cudaEventRecord(event, side));
			}
			for (auto &event : events_)
				CHECK(cudaStreamWaitEvent(stream, event, 0));
		}
		CHECK(cudaStreamSynchronize(stream));
	}

private:
	Recorder recorder_;
	cudaEvent_t begun_;
	std::vector<cudaStream_t> streams_;
	std::vector<cudaEvent_t> events_;
};

// The capture is over when step() returns.
void train(Steps *steps, float *p, cudaStream_t stream)
{
	steps->step(p, stream);
	part<<<1, 32>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
}

class Engine {
public:
	// Captures by itself, in a lambda: nobody else captures it. Its streams are joined where they were forked.
	void run(float *p, cudaStream_t caller, bool is_default, bool captures)
	{
		auto execute = [&] {
			if (is_default) {
				CHECK(cudaEventRecord(before_, caller));
				CHECK(cudaStreamWaitEvent(own_, before_, 0));
			}
			if (captures) {
				CHECK(cudaStreamBeginCapture(own_, cudaStreamCaptureModeRelaxed));
				part<<<1, 32, 0, own_>>>(p);
				CHECK(cudaStreamEndCapture(own_, &graph_));
			} else {
				part<<<1, 32, 0, own_>>>(p);
				CHECK(cudaGetLastError());
			}
			if (is_default) {
				CHECK(cudaEventRecord(after_, own_));
				CHECK(cudaStreamWaitEvent(caller, after_, 0));
			}
		};
		execute();
	}

private:
	cudaStream_t own_;
	cudaEvent_t before_, after_;
	cudaGraph_t graph_;
};
