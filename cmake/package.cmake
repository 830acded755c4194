# Debian packages of what is installed: `cpack --config build/CPackConfig.cmake -B build/packages`.
#   ringlet              the component `program`
#   libringlet-fmm-dev   the component `library`
# What the program needs is found by dpkg-shlibdeps in its own headers.
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(default_maintainer "The Ringlet authors <ringlet@localhost>")
if(DEFINED ENV{DEBEMAIL} AND DEFINED ENV{DEBFULLNAME})
  set(default_maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(RINGLET_MAINTAINER "${default_maintainer}" CACHE STRING "Who answers for the packages: Name <address>")
set(CPACK_PACKAGE_CONTACT "${RINGLET_MAINTAINER}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME ringlet)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
# OpenGL's libraries only name a driver; films are made by ffmpeg.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libegl1, libgl1-mesa-dri")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "ffmpeg")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "Ringlet moves vortex rings and knots in real time, by a fast multipole method
whose error is measured, and shows them by millions of tracers. Scenes can be
steered, measured against theory, and filmed without a display.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libringlet-fmm-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libtbb-dev, libhwy-dev, pkg-config")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "Headers and a static library that sum velocities, gradients and vorticities of
vortex elements to a tolerance, and systems of elements that move. CMake finds
it by find_package(ringlet_fmm).")

execute_process(COMMAND gzip -9nc INPUT_FILE ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  OUTPUT_FILE ${PROJECT_BINARY_DIR}/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
foreach(component program library)
  string(TOUPPER ${component} upper)
  set(documents ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${documents} RENAME copyright COMPONENT ${component})
  install(FILES ${PROJECT_BINARY_DIR}/changelog.gz DESTINATION ${documents} COMPONENT ${component})
endforeach()
include(CPack)
