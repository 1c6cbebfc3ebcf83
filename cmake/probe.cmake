# The probe: a Python package, and the command that hands over to it. A wheel carries it as a package (pyproject.toml); elsewhere it
# is installed where only caplint looks (install.cmake).
embed(probe/launch.py probe_launcher)
module(probe base)
if(TESTS)
  foreach(name probe install torch)
    add_test(NAME probe/${name} COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_SOURCE_DIR}/analyzer/probe
      ${Python3_EXECUTABLE} -B -m unittest discover -s ${CMAKE_SOURCE_DIR}/tests/probe -p test_${name}.py)
  endforeach()
  add_test(NAME probe/cli COMMAND sh ${CMAKE_SOURCE_DIR}/tests/probe/cli.sh $<TARGET_FILE:caplint> ${Python3_EXECUTABLE})
endif()
