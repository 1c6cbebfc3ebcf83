# What an installation has: the program, its manual page, completions for shells, a CMake package, the schemas of its JSON lines and configuration. All
# of it obeys DESTDIR and the folders of GNUInstallDirs. A wheel's scripts folder puts the program itself on the path; the rest goes
# where pip puts shared data.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
if(SKBUILD)
  set(bin_dir ${SKBUILD_SCRIPTS_DIR})
  set(data_dir ${SKBUILD_DATA_DIR}/share)
  set(man_dir ${data_dir}/man)
else()
  set(bin_dir ${CMAKE_INSTALL_BINDIR})
  set(data_dir ${CMAKE_INSTALL_DATADIR})
  set(man_dir ${CMAKE_INSTALL_MANDIR})
endif()
install(TARGETS caplint RUNTIME DESTINATION ${bin_dir})
install(FILES ${CMAKE_SOURCE_DIR}/docs/schema/finding.schema.json ${CMAKE_SOURCE_DIR}/docs/schema/config.schema.json DESTINATION ${data_dir}/caplint)

if(NOT SKBUILD)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/analyzer/probe/caplint_probe DESTINATION ${data_dir}/caplint/python FILES_MATCHING PATTERN "*.py")
endif()

# What is linked in comes under licences that want to be shown.
set(license_dir ${data_dir}/doc/caplint/licenses)
foreach(part core python cuda toml)
  install(FILES ${${part}_DIR}/LICENSE RENAME tree-sitter-${part}.txt DESTINATION ${license_dir})
endforeach()
if(STATIC_JANSSON AND EXISTS /usr/share/doc/libjansson-dev/copyright)
  install(FILES /usr/share/doc/libjansson-dev/copyright RENAME jansson.txt DESTINATION ${license_dir})
endif()

# made(FILE FOLDER ARGUMENT...): what the program prints with the arguments, as a file of the installation.
function(made file folder)
  set(target ${CMAKE_BINARY_DIR}/share/${file})
  get_filename_component(parent ${target} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  add_custom_command(OUTPUT ${target} COMMAND caplint ${ARGN} > ${target} DEPENDS caplint VERBATIM)
  set_property(GLOBAL APPEND PROPERTY made_files ${target})
  install(FILES ${target} DESTINATION ${folder})
endfunction()
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  message(STATUS "no manual page and no completions: the program that prints them does not run here")
else()
  made(caplint.1 ${man_dir}/man1 manual)
  made(bash/caplint ${data_dir}/bash-completion/completions completion bash)
  made(zsh/_caplint ${data_dir}/zsh/site-functions completion zsh)
  made(fish/caplint.fish ${data_dir}/fish/vendor_completions.d completion fish)
  get_property(made_files GLOBAL PROPERTY made_files)
  add_custom_target(share ALL DEPENDS ${made_files})
endif()

# find_package(caplint) gives the target caplint::caplint and the function caplint_check().
if(NOT SKBUILD)
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/caplint)
  configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/caplintConfig.cmake.in ${CMAKE_BINARY_DIR}/caplintConfig.cmake
    INSTALL_DESTINATION ${package_dir} PATH_VARS bin_dir NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/caplintConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
  install(FILES ${CMAKE_BINARY_DIR}/caplintConfig.cmake ${CMAKE_BINARY_DIR}/caplintConfigVersion.cmake DESTINATION ${package_dir})
endif()
