// Each loaded runtime has a slot of its own. Clearing the one that dlopen found does nothing for the one linked in.
#include <cuda_runtime.h>
#include <dlfcn.h>

typedef cudaError_t (*get_last_error_fn)(void);
typedef cudaError_t (*set_device_fn)(int);

static get_last_error_fn load_get_last_error()
{
	void *library = dlopen("libcudart.so", RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return nullptr;
	return reinterpret_cast<get_last_error_fn>(dlsym(library, "cudaGetLastError"));
}

bool pin_bad(void *host, size_t bytes)
{
	static get_last_error_fn clear = load_get_last_error();
	if (cudaHostRegister(host, bytes, cudaHostRegisterDefault) == cudaSuccess) // expect: latched-error
		return true;
	if (clear)
		clear(); // expect: foreign-error-slot
	return false;
}

bool pin_good(void *host, size_t bytes)
{
	if (cudaHostRegister(host, bytes, cudaHostRegisterDefault) == cudaSuccess)
		return true;
	cudaGetLastError();
	return false;
}

void direct_bad(void *library)
{
	auto clear = reinterpret_cast<cudaError_t (*)()>(dlsym(library, "cudaGetLastError"));
	clear(); // expect: foreign-error-slot
}

// Everything goes through one loaded runtime: its errors are cleared in its slot.
struct runtime {
	set_device_fn set_device;
	get_last_error_fn get_last_error;
};

bool runtime_load(struct runtime *r)
{
	void *library = dlopen("libcudart.so.13", RTLD_NOW);
	if (!library)
		return false;
	r->set_device = reinterpret_cast<set_device_fn>(dlsym(library, "cudaSetDevice"));
	r->get_last_error = reinterpret_cast<get_last_error_fn>(dlsym(library, "cudaGetLastError"));
	return r->set_device && r->get_last_error;
}

bool runtime_usable(const struct runtime *r, int device)
{
	if (r->set_device(device) == cudaSuccess)
		return true;
	r->get_last_error();
	return false;
}

// Other functions of a loaded runtime, and the driver, have no slot to mistake.
int driver_version()
{
	void *library = dlopen("libcuda.so.1", RTLD_NOW);
	if (!library)
		return 0;
	auto get = reinterpret_cast<int (*)(int *)>(dlsym(library, "cuDriverGetVersion"));
	int version = 0;
	return get && get(&version) == 0 ? version : 0;
}
