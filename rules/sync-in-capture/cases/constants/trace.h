#pragma once
#define TRACE_STEPS 0
#ifndef TRACE_MEMORY
#define TRACE_MEMORY 0 // a build may say otherwise
#endif
const int VERBOSE = 1;
