# OpenVDB files: only one module calls OpenVDB. The program loads the module where it writes such a file, and is not
# linked to OpenVDB itself.
set(RINGLET_VDB AUTO CACHE STRING "Build the module for OpenVDB files: AUTO (where OpenVDB is found), ON or OFF")
set_property(CACHE RINGLET_VDB PROPERTY STRINGS AUTO ON OFF)
set(RINGLET_WITH_VDB OFF)
if(NOT RINGLET_VDB STREQUAL "OFF")
  find_path(OPENVDB_INCLUDE openvdb/openvdb.h)
  find_library(OPENVDB_LIBRARY openvdb)
  find_path(BOOST_INCLUDE boost/numeric/conversion/conversion_traits.hpp)  # of OpenVDB's headers
  if(OPENVDB_INCLUDE AND OPENVDB_LIBRARY AND BOOST_INCLUDE)
    set(RINGLET_WITH_VDB ON)
  elseif(RINGLET_VDB STREQUAL "ON")
    message(FATAL_ERROR "RINGLET_VDB=ON, but no OpenVDB is found (libopenvdb-dev libboost-dev)")
  endif()
endif()
message(STATUS "OpenVDB: ${RINGLET_WITH_VDB}")

set(vdb_function ringletMakeVdb1)  # change the number whenever app::VdbContents changes
set(vdb_name ${CMAKE_SHARED_LIBRARY_PREFIX}ringlet_vdb${CMAKE_SHARED_LIBRARY_SUFFIX})
set(vdb_folder ${CMAKE_INSTALL_LIBDIR}/ringlet/modules)
set_source_files_properties(scene/saved/vdb_file.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON COMPILE_DEFINITIONS
  "RINGLET_VDB_MODULE=\"${vdb_name}\";RINGLET_VDB_FOLDER=\"../${vdb_folder}\";RINGLET_VDB_FUNCTION=\"${vdb_function}\"")
if(RINGLET_WITH_VDB)
  find_package(TBB REQUIRED)
  add_library(ringlet_vdb SHARED vdb/vdb_module.cpp)
  target_include_directories(ringlet_vdb PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/fmm/include
    ${PROJECT_BINARY_DIR}/fmm/include)
  target_include_directories(ringlet_vdb SYSTEM PRIVATE ${OPENVDB_INCLUDE} ${BOOST_INCLUDE})
  target_compile_features(ringlet_vdb PRIVATE cxx_std_17)
  target_compile_definitions(ringlet_vdb PRIVATE RINGLET_VDB_MAKE=${vdb_function})
  target_link_libraries(ringlet_vdb PRIVATE ${OPENVDB_LIBRARY} TBB::tbb ringlet_options)
  set_target_properties(ringlet_vdb PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  add_dependencies(ringlet ringlet_vdb)
  if(RINGLET_INSTALL)
    install(TARGETS ringlet_vdb LIBRARY DESTINATION ${vdb_folder} COMPONENT vdb)
  endif()
endif()
