# Installs the library for find_package(ringlet_fmm) and pkg-config: headers, archive, and link options. The component
# is `library`; that of the program is `program`. With CUDA it includes NVIDIA's static runtime, as NVIDIA's licence
# allows: programs that link the library need no toolkit.
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

set(pc_cuda "")
if(RINGLET_WITH_CUDA)
  install(FILES ${CUDA_cudart_static_LIBRARY} DESTINATION ${CMAKE_INSTALL_LIBDIR}/ringlet COMPONENT library)
  set(pc_cuda " -L\${libdir}/ringlet -lcudart_static -lrt")
endif()
file(RELATIVE_PATH pc_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(ringlet_fmm.pc.in ringlet_fmm.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ringlet_fmm.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
