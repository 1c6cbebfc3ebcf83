# Tests of the core that need more than their own module. tests/unit/shared/ makes programs out of strings.
foreach(name graph flow capture)
  if(TARGET test_${name})
    target_sources(test_${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/unit/shared/program_of.c)
    target_include_directories(test_${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/unit)
    target_link_libraries(test_${name} PRIVATE parse)
  endif()
endforeach()

# What the whole program prints, and what it withstands. By hand: fuzz.py --seconds 900, large.py at its full scale.
set(test_scripts ${CMAKE_SOURCE_DIR}/tests)
add_test(NAME golden COMMAND ${Python3_EXECUTABLE} ${test_scripts}/golden/run.py $<TARGET_FILE:caplint>)
add_test(NAME fuzz COMMAND ${Python3_EXECUTABLE} ${test_scripts}/fuzz/fuzz.py $<TARGET_FILE:caplint> --batches 3)
add_test(NAME fuzz/large COMMAND ${Python3_EXECUTABLE} ${test_scripts}/fuzz/large.py $<TARGET_FILE:caplint> --scale 0.1)
