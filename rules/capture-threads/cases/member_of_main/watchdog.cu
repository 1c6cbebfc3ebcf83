#include "watchdog.h"
#include <cuda_runtime.h>
#include <stdio.h>

Watchdog::Watchdog() : thread([this] { while (!quit) poll(); }) {}
Watchdog::~Watchdog()
{
	quit = true;
	thread.join();
}

void Watchdog::poll()
{
	if (cudaDeviceSynchronize() != cudaSuccess)
		printf("the device has failed: %s\n", cudaGetErrorString(cudaGetLastError()));
}
