# The folders below rules/ become code: generated/rule_table.c (the registry), generated/model_tables.c (the tables of
# rules/models/) and, by the target `docs`, the pages in docs/rules/.
add_executable(mkrules ${CMAKE_SOURCE_DIR}/analyzer/tools/mkrules.c)
target_link_libraries(mkrules PRIVATE base)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated)

# Every table that models.c reads.
set(model_tables runtime checks noreturn capture regions torch)
list(TRANSFORM model_tables REPLACE "(.+)" "${CMAKE_SOURCE_DIR}/rules/models/\\1.tsv")
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/generated/model_tables.c
  COMMAND mkrules models ${CMAKE_BINARY_DIR}/generated/model_tables.c ${model_tables}
  DEPENDS mkrules ${model_tables} VERBATIM)
target_sources(models PRIVATE ${CMAKE_BINARY_DIR}/generated/model_tables.c)

# Rules in the order of their names; TEMPLATE teaches and is not one.
file(GLOB rule_pages CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rules/*/rule.md)
list(FILTER rule_pages EXCLUDE REGEX "/TEMPLATE/")
list(SORT rule_pages)
file(GLOB rule_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rules/*/*.c)
list(FILTER rule_sources EXCLUDE REGEX "/TEMPLATE/")
list(SORT rule_sources)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/generated/rule_table.c
  COMMAND mkrules table ${CMAKE_BINARY_DIR}/generated/rule_table.c ${rule_pages}
  DEPENDS mkrules ${rule_pages} VERBATIM)
# A rule's one function is declared in the generated registry only; what its other files share is in the folder's header.
set(rule_entries ${rule_sources})
list(FILTER rule_entries INCLUDE REGEX "/rule\\.c$")
set_source_files_properties(${rule_entries} PROPERTIES COMPILE_OPTIONS -Wno-missing-prototypes)
add_library(rules STATIC ${CMAKE_SOURCE_DIR}/analyzer/rule.c ${rule_sources} ${CMAKE_BINARY_DIR}/generated/rule_table.c)
target_link_libraries(rules PUBLIC capture flow graph finding)

add_custom_target(docs
  COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_SOURCE_DIR}/docs/rules
  COMMAND mkrules docs ${CMAKE_SOURCE_DIR}/docs/rules ${rule_pages}
  DEPENDS mkrules VERBATIM)

if(TESTS)
  add_test(NAME models/complete
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/models/complete.py ${CMAKE_SOURCE_DIR}/rules/models/runtime.tsv)
  set_tests_properties(models/complete PROPERTIES SKIP_RETURN_CODE 77)
  add_test(NAME models/evidence
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/models/evidence.py ${CMAKE_SOURCE_DIR}/rules/models)
  add_test(NAME docs/rules COMMAND sh ${CMAKE_SOURCE_DIR}/tests/models/docs.sh $<TARGET_FILE:mkrules>
    ${CMAKE_SOURCE_DIR}/docs/rules ${rule_pages})
  add_test(NAME docs/examples COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/models/examples.py
    $<TARGET_FILE:caplint> ${rule_pages})
  add_test(NAME models/mkrules COMMAND sh ${CMAKE_SOURCE_DIR}/tests/models/mkrules.sh $<TARGET_FILE:mkrules>)
endif()
