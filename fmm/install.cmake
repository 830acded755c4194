# What another project finds by find_package(ringlet_fmm): headers, archive, and how to link it. The component is
# `library`; that of the program is `program`.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ringlet_fmm)

install(TARGETS fmm EXPORT ringlet_fmm
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
install(EXPORT ringlet_fmm NAMESPACE ringlet:: FILE ringlet_fmmTargets.cmake DESTINATION ${package} COMPONENT library)

configure_package_config_file(ringlet_fmmConfig.cmake.in ringlet_fmmConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(ringlet_fmmConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ringlet_fmmConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/ringlet_fmmConfigVersion.cmake DESTINATION ${package} COMPONENT library)
