/* A question whose answer is there before it is asked. */
#include <nvml.h>

float link_speed(nvmlDevice_t device)
{
	unsigned width = 0, generation = 0, most;
	nvmlDeviceGetMaxPcieLinkWidth(device, &width); // expect-note: dropped-error
	nvmlDeviceGetMaxPcieLinkGeneration(device, &generation); // expect-note: dropped-error
	nvmlDeviceGetMaxPcieLinkGeneration(device, &most); // expect: dropped-error
	return width * generation * 0.25f + most;
}
