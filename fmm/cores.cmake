# One translation unit for each core of core_list.h for the CPU's pair sums, and one for each core and precision for the
# GPU's. So none takes long to compile, and a new core needs no change here.
#
# In:   RINGLET_WITH_CUDA
# Out:  FMM_CORE_UNITS, the generated sources; FMM_CORE_UNITS_DIR, their folder
set(list "${CMAKE_CURRENT_SOURCE_DIR}/src/expansion/cores/core_list.h")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
set(FMM_CORE_UNITS_DIR "${CMAKE_CURRENT_BINARY_DIR}/core_units")
set(FMM_CORE_UNITS "")
file(READ "${list}" text)
string(REGEX MATCHALL "CORE\\([A-Za-z0-9]+Core\\)" entries "${text}")
foreach(entry IN LISTS entries)
  string(REGEX REPLACE "^CORE\\((.*)\\)$" "\\1" CORE "${entry}")
  string(REGEX REPLACE "Core$" "" NAME "${CORE}")
  string(TOLOWER "${NAME}" NAME)
  configure_file(src/pairs/cpu/pair_sums_of_core.cpp.in "${FMM_CORE_UNITS_DIR}/pair_sums_${NAME}.cpp" @ONLY)
  list(APPEND FMM_CORE_UNITS "${FMM_CORE_UNITS_DIR}/pair_sums_${NAME}.cpp")
  if(RINGLET_WITH_CUDA)
    foreach(REAL float double)
      configure_file(src/pairs/cuda/pair_units_of_core.cu.in "${FMM_CORE_UNITS_DIR}/pair_units_${NAME}_${REAL}.cu" @ONLY)
      list(APPEND FMM_CORE_UNITS "${FMM_CORE_UNITS_DIR}/pair_units_${NAME}_${REAL}.cu")
    endforeach()
  endif()
endforeach()
