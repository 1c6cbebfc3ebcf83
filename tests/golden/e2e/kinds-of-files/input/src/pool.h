#pragma once
#include <stddef.h>
bool grab(void **out, size_t bytes);
