// Each argument stands between the function and the call that is given it.
#include <pybind11/pybind11.h>

#include "gate.h"

PYBIND11_MODULE(ops, m)
{
	m.def("fused_gate", &fused_gate, py::arg("out"), py::arg("in"), py::arg("n"), py::arg("k") = 8, py::arg("groups") = 1,
	      py::arg("scale") = 1.0f, "Picks k of n in each group");
}
