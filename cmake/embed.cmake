# embed(FILE VARIABLE): analyzer/FILE as `static const char VARIABLE[]` in generated/FILE with the suffix .inc. A terminating
# NUL is added. Done at configure time, again whenever the file changes.
function(embed file variable)
  set(source "${CMAKE_SOURCE_DIR}/analyzer/${file}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(READ "${source}" bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "[.][^.]*$" ".inc" target "${CMAKE_BINARY_DIR}/generated/${file}")
  file(CONFIGURE OUTPUT "${target}" CONTENT "static const char ${variable}[] = {\n${bytes}0};\n" @ONLY)
endfunction()
