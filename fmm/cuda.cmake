# Decides whether the CUDA backend is built, prints the decision in one line, and enables the language. AUTO builds it
# where NVIDIA's driver is found: without a driver it cannot run, and it takes two thirds of the build time.
#
# In:   RINGLET_CUDA = AUTO, ON or OFF; CUDACXX, CMAKE_CUDA_COMPILER, CUDA_HOME and CUDA_PATH choose nvcc;
#       CMAKE_CUDA_ARCHITECTURES or CUDAARCHS choose the GPUs (`native`: those of this machine, which are also the
#       default; all GPUs if it has none that nvcc knows).
# Out:  RINGLET_WITH_CUDA, RINGLET_CUDA_SOURCES.
set(RINGLET_CUDA_MINIMUM 12.4)
set(RINGLET_WITH_CUDA OFF)
set(reason "")
if(NOT RINGLET_CUDA MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "RINGLET_CUDA is '${RINGLET_CUDA}'; allowed are AUTO, ON and OFF")
endif()

# Sets `out` to the reason why CUDA cannot be used. If it can, `out` is empty and CMAKE_CUDA_COMPILER is set.
function(ringlet_find_nvcc out)
  if(CMAKE_CUDA_COMPILER AND NOT EXISTS "${CMAKE_CUDA_COMPILER}")  # removed since it was cached
    unset(CMAKE_CUDA_COMPILER CACHE)
  endif()
  if(DEFINED ENV{CUDACXX})
    find_program(nvcc NAMES "$ENV{CUDACXX}" NO_CACHE)
  else()
    file(GLOB versions LIST_DIRECTORIES true /usr/local/cuda-*)
    list(SORT versions COMPARE NATURAL ORDER DESCENDING)
    find_program(nvcc nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda ${versions} PATH_SUFFIXES bin NO_CACHE)
  endif()
  if(CMAKE_CUDA_COMPILER)
    set(nvcc "${CMAKE_CUDA_COMPILER}")
  endif()
  if(NOT nvcc)
    set(${out} "no nvcc found" PARENT_SCOPE)
    return()
  endif()

  execute_process(COMMAND "${nvcc}" --version OUTPUT_VARIABLE text ERROR_VARIABLE text RESULT_VARIABLE status)
  if(NOT status EQUAL 0 OR NOT text MATCHES "release ([0-9]+\\.[0-9]+)")
    set(${out} "${nvcc} does not run" PARENT_SCOPE)
    return()
  endif()
  if(CMAKE_MATCH_1 VERSION_LESS RINGLET_CUDA_MINIMUM)
    set(${out} "${nvcc} is ${CMAKE_MATCH_1}, older than ${RINGLET_CUDA_MINIMUM}" PARENT_SCOPE)
    return()
  endif()

  # One trial compilation for each nvcc: it fails, for example, if nvcc does not support this version of g++. The
  # program prints the compute capability of each GPU, without the dot.
  if(NOT "$CACHE{RINGLET_NVCC_TRIED}" STREQUAL "${nvcc}")
    set(trial "${PROJECT_BINARY_DIR}/CMakeFiles/ringlet_cuda_trial")
    file(WRITE "${trial}/trial.cu" "#if !__has_include(<cub/cub.cuh>)\n#error no cub/cub.cuh\n#endif\n#include <cstdio>\n"
      "__global__ void f(int* i) { *i = 1; }\n"
      "int main() {\n  int count = 0;\n  if (cudaGetDeviceCount(&count) != cudaSuccess) return 1;\n"
      "  for (int i = 0; i < count; ++i) {\n    cudaDeviceProp gpu;\n"
      "    if (cudaGetDeviceProperties(&gpu, i) != cudaSuccess) return 1;\n"
      "    std::printf(\"%d%d;\", gpu.major, gpu.minor);\n  }\n  return f == nullptr;\n}\n")
    execute_process(COMMAND "${nvcc}" -std=c++17 -cudart static trial.cu -o trial WORKING_DIRECTORY "${trial}"
      OUTPUT_VARIABLE text ERROR_VARIABLE text RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
      string(REGEX MATCH "[^\n]*(error|fatal|ld:)[^\n]*" reason "${text}")
      set(${out} "${nvcc} cannot compile (${reason})" PARENT_SCOPE)
      return()
    endif()
    execute_process(COMMAND "${trial}/trial" OUTPUT_VARIABLE gpus ERROR_QUIET RESULT_VARIABLE status TIMEOUT 60)
    if(NOT status EQUAL 0)
      set(gpus "")
    endif()
    set(RINGLET_GPUS_FOUND "${gpus}" CACHE INTERNAL "compute capabilities of this machine's GPUs")
    set(RINGLET_NVCC_TRIED "${nvcc}" CACHE INTERNAL "this nvcc passed the trial compilation")
  endif()
  set(CMAKE_CUDA_COMPILER "${nvcc}" CACHE FILEPATH "CUDA compiler")
  set(${out} "" PARENT_SCOPE)
endfunction()

# Sets `out` to ON if this machine has NVIDIA's driver: its kernel module, that of WSL, or its library.
function(ringlet_find_driver out)
  file(GLOB driver /proc/driver/nvidia/version /dev/nvidiactl /dev/dxg)
  if(NOT driver)
    find_library(driver NAMES libcuda.so.1 HINTS ENV LD_LIBRARY_PATH PATHS /usr/local/nvidia/lib64 /usr/lib/wsl/lib
      NO_CACHE)
  endif()
  if(driver)
    set(${out} ON PARENT_SCOPE)
  else()
    set(${out} OFF PARENT_SCOPE)
  endif()
endfunction()

# Sets CMAKE_CUDA_ARCHITECTURES, in the cache, for the GPUs of this machine, unless the user has chosen or there is no
# GPU that nvcc knows.
function(ringlet_choose_architectures)
  if(DEFINED CMAKE_CUDA_ARCHITECTURES OR DEFINED ENV{CUDAARCHS})
    return()
  endif()
  execute_process(COMMAND "${CMAKE_CUDA_COMPILER}" --list-gpu-arch OUTPUT_VARIABLE known ERROR_QUIET)
  set(chosen ${RINGLET_GPUS_FOUND})
  list(REMOVE_DUPLICATES chosen)
  foreach(number IN LISTS chosen)
    if(NOT known MATCHES "compute_${number}\n")
      return()
    endif()
  endforeach()
  list(TRANSFORM chosen APPEND -real)
  if(chosen)
    set(CMAKE_CUDA_ARCHITECTURES "${chosen}" CACHE STRING "GPU architectures, or native")
  endif()
endfunction()

# Options for all GPUs, few since each costs build time: PTX of the oldest architecture, which all later GPUs can run,
# and machine code for 8.0, which 8.6 and 8.9 run too, and for 9.0. All come from one PTX: a second one for 8.0 would
# add half of nvcc's time, and no source has code for newer GPUs alone.
set(RINGLET_PORTABLE_CODE --generate-code=arch=compute_75,code=[compute_75,sm_80,sm_90])

file(GLOB_RECURSE RINGLET_CUDA_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fmm/src/*.cu)
if(RINGLET_CUDA STREQUAL "OFF")
  message(STATUS "CUDA: switched off, building for the CPU")
elseif(NOT RINGLET_CUDA_SOURCES)
  set(reason "this version has no CUDA sources")
else()
  set(driver ON)
  if(RINGLET_CUDA STREQUAL "AUTO")
    ringlet_find_driver(driver)
  endif()
  if(driver)
    ringlet_find_nvcc(reason)
  else()
    set(reason "no NVIDIA GPU or driver found (RINGLET_CUDA=ON builds for GPUs all the same)")
  endif()
  if(reason STREQUAL "")
    ringlet_choose_architectures()
    set(portable OFF)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
      set(portable ON)
      set(CMAKE_CUDA_ARCHITECTURES OFF)  # not in the cache: the next configuration decides anew
    endif()
    enable_language(CUDA)
    # nvcc's -O is for host code, which only launches kernels here; device code is always fully optimised.
    string(REPLACE "-O3" "-O1" CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.8)
      string(APPEND CMAKE_CUDA_FLAGS " --compress-mode=size")  # device code is compressed to a third of the program
    endif()
    find_package(CUDAToolkit REQUIRED)
    set(CMAKE_CUDA_STANDARD 17)  # all that CMake 3.25 knows
    set(CMAKE_CUDA_STANDARD_REQUIRED ON)
    set(CMAKE_CUDA_EXTENSIONS OFF)
    set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
    set(RINGLET_WITH_CUDA ON)
    if(portable)
      list(JOIN RINGLET_PORTABLE_CODE "\" \"" options)
      string(APPEND CMAKE_CUDA_FLAGS " \"${options}\"")
      message(STATUS "CUDA: nvcc ${CMAKE_CUDA_COMPILER_VERSION} for all GPUs: PTX of 7.5, code of 8.0 and 9.0")
    else()
      message(STATUS "CUDA: nvcc ${CMAKE_CUDA_COMPILER_VERSION} for ${CMAKE_CUDA_ARCHITECTURES}")
    endif()
  endif()
endif()
if(NOT reason STREQUAL "" AND RINGLET_CUDA STREQUAL "ON")
  message(FATAL_ERROR "RINGLET_CUDA=ON, but ${reason} (needed: nvcc ${RINGLET_CUDA_MINIMUM} or newer)")
elseif(NOT reason STREQUAL "")
  message(STATUS "CUDA: ${reason}, building for the CPU")
endif()
