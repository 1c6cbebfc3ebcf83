# Tests of `caplint confirm`. None needs a device; compile.sh uses one where it is.
set(confirm_dir ${CMAKE_SOURCE_DIR}/tests/confirm)
add_test(NAME confirm/cli COMMAND sh ${confirm_dir}/cli.sh $<TARGET_FILE:caplint>)
add_test(NAME confirm/compile COMMAND sh ${confirm_dir}/compile.sh $<TARGET_FILE:caplint> ${Python3_EXECUTABLE})
add_test(NAME confirm/python COMMAND ${Python3_EXECUTABLE} -B ${confirm_dir}/python.py ${CMAKE_SOURCE_DIR})
add_test(NAME confirm/results COMMAND ${Python3_EXECUTABLE} ${confirm_dir}/results.py ${CMAKE_SOURCE_DIR})
add_test(NAME confirm/sources COMMAND sh ${confirm_dir}/sources.sh $<TARGET_FILE:caplint> ${confirm_dir}/results)
set_tests_properties(confirm/compile PROPERTIES RUN_SERIAL TRUE)
