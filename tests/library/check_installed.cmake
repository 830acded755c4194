# Installs the library, and builds and runs the examples against the installed files, as other projects do: by CMake
# without a CUDA toolkit, and by pkg-config.
#   cmake -DBUILD=... -DSOURCE=... -DWORK=... -DCXX=... -DFLAGS=... -P check_installed.cmake
# The examples check their own results and fail by their exit status.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component library
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
if(EXISTS ${WORK}/prefix/bin)
  message(FATAL_ERROR "the component `library` has installed the program")
endif()
foreach(example ring_velocity vortex_system)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/examples/${example} -B ${WORK}/${example} -G Ninja
      -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${FLAGS}
      -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON --no-warn-unused-cli
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/${example} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${WORK}/${example}/${example} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(GLOB pc ${WORK}/prefix/lib*/pkgconfig/ringlet_fmm.pc ${WORK}/prefix/lib/*/pkgconfig/ringlet_fmm.pc)
get_filename_component(folder "${pc}" DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${folder})
execute_process(COMMAND sh -c "\"$1\" -std=c++17 $2 \"$3\" -o by_pkg_config $(pkg-config --cflags --libs ringlet_fmm)"
    sh ${CXX} "${FLAGS}" ${SOURCE}/examples/ring_velocity/main.cpp
  WORKING_DIRECTORY ${WORK} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/by_pkg_config COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${WORK})
