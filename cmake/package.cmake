# Debian packages of the installed files: `cpack --config build/CPackConfig.cmake -B build/packages`.
#   ringlet              the component `program`
#   ringlet-mpi          the component `ranks`: the module for several processes, where the build has it
#   ringlet-vdb          the component `vdb`: the module for OpenVDB files, where the build has it
#   libringlet-fmm-dev   the component `library`
# dpkg-shlibdeps finds the packages that programs need in the headers of their files.
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL program library)
if(TARGET ringlet_mpi)
  list(APPEND CPACK_COMPONENTS_ALL ranks)
endif()
if(TARGET ringlet_vdb)
  list(APPEND CPACK_COMPONENTS_ALL vdb)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package_font.cmake)
# The maintainer is the person who builds, from the variables of Debian's tools or from Git.
find_package(Git QUIET)
foreach(part name email)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} config user.${part} OUTPUT_VARIABLE own_${part}
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endforeach()
set(default_maintainer "The Ringlet authors <ringlet@ringlet.example>")
if(DEFINED ENV{DEBEMAIL} AND DEFINED ENV{DEBFULLNAME})
  set(default_maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
elseif(own_name AND own_email)
  set(default_maintainer "${own_name} <${own_email}>")
endif()
set(RINGLET_MAINTAINER "${default_maintainer}" CACHE STRING "Who answers for the packages: Name <address>")
set(CPACK_PACKAGE_CONTACT "${RINGLET_MAINTAINER}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME ringlet)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
# OpenGL's libraries need a driver; films need ffmpeg.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libegl1, libgl1-mesa-dri, fonts-dejavu-core")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "ffmpeg, ringlet-mpi, ringlet-vdb")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "Vortex rings in real time
Ringlet moves vortex rings and knots in real time, by a fast multipole method
whose error is measured, and shows them by millions of tracers. Scenes can be
steered, measured against theory, and filmed without a display.")

set(CPACK_DEBIAN_RANKS_PACKAGE_NAME ringlet-mpi)
set(CPACK_DEBIAN_RANKS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RANKS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RANKS_PACKAGE_ENHANCES ringlet)
set(CPACK_DEBIAN_RANKS_DESCRIPTION "Vortex rings on several machines or GPUs
The module by which several processes of Ringlet, started by mpirun, compute
one flow.")

set(CPACK_DEBIAN_VDB_PACKAGE_NAME ringlet-vdb)
set(CPACK_DEBIAN_VDB_PACKAGE_SECTION science)
set(CPACK_DEBIAN_VDB_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_VDB_PACKAGE_ENHANCES ringlet)
set(CPACK_DEBIAN_VDB_DESCRIPTION "Flows of Ringlet as OpenVDB files
The module by which Ringlet writes density, velocity and vorticity of a flow
as OpenVDB grids, which Blender plays.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libringlet-fmm-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libtbb-dev, libhwy-dev, pkg-config")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "Fast multipole method for vortex elements, headers and library
Headers and a static library that sum velocities, gradients and vorticities of
vortex elements to a tolerance, and systems of elements that move. CMake finds
it by find_package(ringlet_fmm), others by pkg-config.")

# ---- documents: copyright, changes, manual ---------------------------------------------------------------------------
set(papers ${PROJECT_BINARY_DIR}/papers)
function(ringlet_licence_text file out)  # in the form of Debian's copyright files: indented, a dot for an empty line
  file(READ ${file} text)
  string(REGEX REPLACE "\n+$" "" text "${text}")
  string(REGEX REPLACE "\n\n" "\n.\n" text "${text}")
  string(REPLACE "\n" "\n " text "${text}")
  set(${out} " ${text}" PARENT_SCOPE)
endfunction()
ringlet_licence_text(${PROJECT_SOURCE_DIR}/LICENSE mit)
file(READ ${PROJECT_SOURCE_DIR}/assets/font/LICENSE.txt font)
string(REGEX REPLACE "^.*\nFiles: \\*\n" "" font "${font}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/copyright.in ${papers}/copyright @ONLY)

string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH if that is set
file(CONFIGURE OUTPUT ${papers}/changelog @ONLY CONTENT [[
ringlet (@PROJECT_VERSION@) unstable; urgency=medium

  * What changed is in CHANGELOG.md.

 -- @RINGLET_MAINTAINER@  @now@
]])
foreach(file ${papers}/changelog ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
  get_filename_component(name ${file} NAME)
  execute_process(COMMAND gzip -9nc INPUT_FILE ${file} OUTPUT_FILE ${papers}/${name}.gz COMMAND_ERROR_IS_FATAL ANY)
endforeach()
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(documents_${component} ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  install(FILES ${papers}/copyright ${papers}/changelog.gz ${papers}/CHANGELOG.md.gz
    DESTINATION ${documents_${component}} COMPONENT ${component})
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${documents_program} COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/assets/pictures DESTINATION ${documents_program}
  COMPONENT program PATTERN make_* EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${documents_library} COMPONENT library)
install(FILES ${PROJECT_SOURCE_DIR}/docs/library.md ${PROJECT_SOURCE_DIR}/docs/fmm.md DESTINATION ${documents_library}
  COMPONENT library)
include(CPack)
