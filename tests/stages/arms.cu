// Arms of #if, tables of functions, values of aggregates.
typedef cudaError_t status;
using stream = cudaStream_t;

struct ops {
	status (*open)(int);
	status (*update)(void *, int);
	int version;
};

static const struct ops named = {.open = open_device, .update = update_device, .version = 2};
static const struct ops positional = {open_device, &update_device, version()};
struct ops table[] = {{open_device, update_device, 1}, {.update = nullptr}};
int counts[4] = {1, 2, count(), 4};

status dispatch(const struct ops *o, void *state)
{
#if CUDART_VERSION >= 12000
	status s = o->update(state, 12);
#elif defined(OLD)
	status s = o->update(state, 11);
#else
	status s = cudaErrorNotSupported;
#endif
	status extra = {cudaGetLastError()};
	auto [first, second] = split(s);
	std::ignore = cudaPeekAtLastError();
	s = first != cudaSuccess ? first : second;
	(*o->open)(0);
	table[s].open(1);
	return s;
}
