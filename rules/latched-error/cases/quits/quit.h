#pragma once
#include <string>

namespace base {
[[noreturn]] void WARNING_QUIT(const std::string &where, const std::string &what);
void WARNING_SAY(const std::string &where, const std::string &what);
}
