# The confirmation programs in the rules' folders, with the files that they share, embedded in the program.
file(GLOB confirm_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/analyzer/confirm/*.cuh ${CMAKE_SOURCE_DIR}/analyzer/confirm/*.py)
file(GLOB confirm_programs CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rules/*/confirm.cu ${CMAKE_SOURCE_DIR}/rules/*/confirm.py)
list(SORT confirm_headers)
list(SORT confirm_programs)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/generated/confirm_sources.c
  COMMAND mkrules sources ${CMAKE_BINARY_DIR}/generated/confirm_sources.c ${confirm_headers} ${confirm_programs}
  DEPENDS mkrules ${confirm_headers} ${confirm_programs} VERBATIM)
module(confirm probe report finding base)
target_sources(confirm PRIVATE ${CMAKE_BINARY_DIR}/generated/confirm_sources.c)
