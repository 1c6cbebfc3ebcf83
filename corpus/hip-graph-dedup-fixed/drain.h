// A runtime call that fails leaves its code in this thread's last-error slot, where the next launch check finds it. Calls
// that may fail here go through one of these, so that a refusal ends where it is answered.
#pragma once

#include <hip/hip_runtime.h>

namespace vt {

// Hands the code on and clears the slot if the call failed.
inline hipError_t drained(hipError_t code)
{
	if (code != hipSuccess)
		(void)hipGetLastError();
	return code;
}

// Clears what its scope leaves behind, whichever way the scope is left.
class drain_guard {
public:
	drain_guard() = default;
	~drain_guard() { (void)hipGetLastError(); }
	drain_guard(const drain_guard &) = delete;
	drain_guard &operator=(const drain_guard &) = delete;
};

} // namespace vt

// True if the call succeeds; a failure is cleared.
#define VT_TRY(expression) ([&]() -> bool {                                                                                  \
	hipError_t vt_try_code = (expression);                                                                              \
	if (vt_try_code == hipSuccess)                                                                                      \
		return true;                                                                                                 \
	(void)hipGetLastError();                                                                                            \
	return false;                                                                                                        \
}())
