# Configures a project that has Ringlet as a subproject, and compiles that project's own source. The library, which
# other tests build, is not built again.
#   cmake -DSOURCE=... -DWORK=... -DCXX=... -P check_subproject.cmake
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/subproject -B ${WORK} -G Ninja
    -DCMAKE_CXX_COMPILER=${CXX} -DRINGLET_SOURCE=${SOURCE} -DRINGLET_CUDA=OFF
  OUTPUT_QUIET ERROR_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
if(NOT said MATCHES "CMAKE_BUILD_TYPE is empty")
  message(FATAL_ERROR "no hint that the library is compiled without optimisation: ${said}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK} --target CMakeFiles/subproject.dir/main.cpp.o
  COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${WORK})
