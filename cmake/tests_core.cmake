# Tests of the core that need more than their own module. tests/unit/shared/ makes programs out of strings.
foreach(name graph flow)
  if(TARGET test_${name})
    target_sources(test_${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/unit/shared/program_of.c)
    target_include_directories(test_${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/unit)
    target_link_libraries(test_${name} PRIVATE parse)
  endif()
endforeach()
