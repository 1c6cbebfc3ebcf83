set(CAPLINT_WARNINGS
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes -Wmissing-prototypes
  -Wold-style-definition -Wcast-qual -Wwrite-strings -Wformat=2 -Wnull-dereference -Wvla -Wundef
  -Wdouble-promotion -Wredundant-decls)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  list(APPEND CAPLINT_WARNINGS -Wcast-align=strict -Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wunused-macros)
endif()
