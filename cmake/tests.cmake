# Tests of the whole program; those of the modules are registered with them, those of rules/ in rules.cmake.
# Exit status 77 is a skip. Tests find libclang as a user's run would, unless CAPLINT_LIBCLANG names one.
set(CAPLINT_LIBCLANG "" CACHE FILEPATH "the libclang that the tests load")
set(tests_dir ${CMAKE_SOURCE_DIR}/tests)
set(program $<TARGET_FILE:caplint>)

add_executable(test_options ${tests_dir}/unit/options/options.c ${options_sources})
target_link_libraries(test_options PRIVATE report config PkgConfig::CHECK)
add_test(NAME unit/options COMMAND test_options)

add_test(NAME cli COMMAND sh ${tests_dir}/cli/cli.sh ${program})
add_test(NAME cli/same COMMAND sh ${tests_dir}/cli/same.sh ${program})
add_test(NAME cli/alone COMMAND ${Python3_EXECUTABLE} ${tests_dir}/cli/alone.py ${program})
add_test(NAME cli/cache COMMAND ${Python3_EXECUTABLE} ${tests_dir}/cli/cache.py ${program})
add_test(NAME cli/edits COMMAND ${Python3_EXECUTABLE} ${tests_dir}/cli/edits.py ${program})
add_test(NAME cli/killed COMMAND ${Python3_EXECUTABLE} ${tests_dir}/cli/killed.py ${program})
add_test(NAME cli/progress COMMAND ${Python3_EXECUTABLE} ${tests_dir}/cli/progress.py ${program})
add_test(NAME cli/watch COMMAND ${Python3_EXECUTABLE} ${tests_dir}/cli/watch.py ${program})
add_test(NAME cli/badinput COMMAND ${Python3_EXECUTABLE} ${tests_dir}/cli/badinput.py ${program})
add_test(NAME cli/badpython COMMAND ${Python3_EXECUTABLE} ${tests_dir}/cli/badpython.py ${program})
add_test(NAME cases COMMAND ${Python3_EXECUTABLE} ${tests_dir}/cases.py ${program})
add_test(NAME sarif COMMAND sh ${tests_dir}/sarif/corpus.sh ${program} ${Python3_EXECUTABLE})
add_test(NAME outputs COMMAND ${Python3_EXECUTABLE} ${tests_dir}/outputs/readers.py ${program})
add_test(NAME outputs/page COMMAND ${Python3_EXECUTABLE} ${tests_dir}/outputs/page.py ${program})
add_test(NAME docs/ci COMMAND ${Python3_EXECUTABLE} ${tests_dir}/outputs/ci.py ${program})
add_test(NAME docs/shown COMMAND ${Python3_EXECUTABLE} ${tests_dir}/docs.py ${program})
add_test(NAME package/install COMMAND sh ${tests_dir}/package/install.sh ${CMAKE_BINARY_DIR} ${Python3_EXECUTABLE})
add_test(NAME package/pip COMMAND sh ${tests_dir}/package/pip.sh ${Python3_EXECUTABLE})
add_test(NAME package/shell COMMAND sh ${tests_dir}/package/shell.sh ${program})
add_test(NAME package/scripts COMMAND sh ${tests_dir}/package/scripts.sh)
set_tests_properties(package/pip PROPERTIES RUN_SERIAL TRUE) # builds on all cores

get_property(all DIRECTORY PROPERTY TESTS)
set_tests_properties(${all} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
set_tests_properties(confirm/compile PROPERTIES TIMEOUT 1200) # a program a rule, each for three architectures and for HIP
set_tests_properties(triage/places PROPERTIES TIMEOUT 900) # each case four times or more, some 2500 runs
# What tests read is kept apart from what their user's runs read. Check's own limit of four seconds is of wall time: a busy machine is no failure.
set(test_cache XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/cache CK_DEFAULT_TIMEOUT=120)
set_tests_properties(${all} PROPERTIES ENVIRONMENT "${test_cache}")
if(CAPLINT_LIBCLANG)
  set_tests_properties(${all} PROPERTIES ENVIRONMENT "CAPLINT_LIBCLANG=${CAPLINT_LIBCLANG};${test_cache}")
  # Where pip has put libclang it has put the CUDA headers too.
  string(REGEX REPLACE "/clang/native/.*" "/nvidia/cu13" cuda_home "${CAPLINT_LIBCLANG}")
  set_tests_properties(models/complete PROPERTIES ENVIRONMENT "CUDA_HOME=${cuda_home};${test_cache}")
endif()
set_tests_properties(package/install package/pip PROPERTIES ENVIRONMENT "CAPLINT_LIBCLANG=;${test_cache}")

# What the pages show is renewed with the rules' pages.
add_custom_command(TARGET docs POST_BUILD COMMAND ${CMAKE_COMMAND} -E env "CAPLINT_LIBCLANG=${CAPLINT_LIBCLANG}"
  ${Python3_EXECUTABLE} ${tests_dir}/docs.py ${program} --update
  COMMAND ${Python3_EXECUTABLE} ${tests_dir}/triage/config.py ${program} --update VERBATIM)
add_dependencies(docs caplint)
