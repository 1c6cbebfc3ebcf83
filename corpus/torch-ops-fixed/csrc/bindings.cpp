#include "ops.h"

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
	m.def("rms_norm", &rms_norm);
	m.def("gather_rows", &gather_rows);
	m.def("top_rows", &top_rows);
}
