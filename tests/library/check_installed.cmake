# Installs the library and builds and runs the examples against what was installed, as another project does.
#   cmake -DBUILD=... -DSOURCE=... -DWORK=... -DCXX=... -DFLAGS=... -P check_installed.cmake
# The examples' exit status says whether their figures are right.
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
      -DCMAKE_PREFIX_PATH=${WORK}/prefix
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/${example} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${WORK}/${example}/${example} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(REMOVE_RECURSE ${WORK})
