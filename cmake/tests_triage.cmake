# Tests of configuration, suppressions, baseline and changed lines, from outside.
set(triage_dir ${CMAKE_SOURCE_DIR}/tests/triage)
foreach(name cli config places)
  add_test(NAME triage/${name} COMMAND ${Python3_EXECUTABLE} ${triage_dir}/${name}.py $<TARGET_FILE:caplint>)
endforeach()
