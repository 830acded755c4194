# Faster full builds, with the same results.
#
#   RINGLET_PCH     compiles the headers that most files include once a target
#   RINGLET_UNITY   compiles small files together
#
# Each file must compile without either: house.tidy compiles it alone, and house.headers_compile_alone every header.
option(RINGLET_PCH "Precompile the headers that most files read" ON)
option(RINGLET_UNITY "Compile small files together" ON)

# GCC rejects a precompiled header that ccache did not make; ccache accepts one only with this sloppiness.
function(ringlet_use_ccache)
  find_program(CCACHE ccache)
  if(NOT CCACHE OR CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  set(sloppiness pch_defines,time_macros,include_file_mtime,include_file_ctime)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=${sloppiness} ${CCACHE} PARENT_SCOPE)
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE} PARENT_SCOPE)
endfunction()

set(RINGLET_STD_HEADERS <algorithm> <array> <cmath> <cstddef> <cstdint> <limits> <memory> <optional> <stdexcept> <string>
  <string_view> <utility> <vector>)

# ringlet_precompile(<target> <header>...), or ringlet_precompile(<target> FROM <other>) for the headers of another
# target. Both targets need the same optimisation, or GCC 12 crashes.
function(ringlet_precompile target)
  if(NOT RINGLET_PCH)
    return()
  endif()
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
  if(ARGV1 STREQUAL FROM)
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    foreach(header IN LISTS ARGN)
      target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${header}>")
    endforeach()
  endif()
endfunction()

# Sets `out` to the names that the anonymous namespaces of a file declare, found by matching single lines.
function(ringlet_private_names file out)
  file(STRINGS ${file} lines REGEX "^(namespace {|}  // namespace|[A-Za-z].*[({=;])")
  set(names "")
  set(inside OFF)
  foreach(line IN LISTS lines)
    if(line STREQUAL "namespace {")
      set(inside ON)
    elseif(line STREQUAL "}  // namespace")
      set(inside OFF)
    elseif(inside AND line MATCHES "^(struct|class|enum class|enum) ([A-Za-z_0-9]+)")
      list(APPEND names ${CMAKE_MATCH_2})
    elseif(inside AND line MATCHES "^[A-Za-z][^(={]*[ *&]([A-Za-z_0-9]+)(\\(| =|{|\\[)")
      list(APPEND names ${CMAKE_MATCH_1})
      if(line MATCHES "^constexpr .*, ([A-Za-z_0-9]+) = ")
        list(APPEND names ${CMAKE_MATCH_1})
      endif()
    endif()
  endforeach()
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

# Sets `out` to ON if the text has one of the names as a word.
function(ringlet_name_one_of names text out)
  set(found OFF)
  if(names)
    string(REPLACE ";" "|" pattern "${names}")
    if(text MATCHES "[^A-Za-z_0-9](${pattern})[^A-Za-z_0-9]")
      set(found ON)
    endif()
  endif()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# ringlet_unite(<target> <most> [ACROSS] <file>...): joins up to `most` files of a folder, or with ACROSS of any folder.
# A file joins the first group that has room and where no file uses a name from another one's anonymous namespace. So no
# two names clash, and each call finds the same function as in a file of its own.
function(ringlet_unite target most)
  if(NOT RINGLET_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # Anonymous namespaces of a .cpp stay private, although the united file includes it like a header.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
  set(files ${ARGN})
  list(REMOVE_ITEM files ACROSS)
  foreach(file IN LISTS files)
    set(folder ${target})
    if(NOT ARGV2 STREQUAL ACROSS)
      get_filename_component(folder ${file} DIRECTORY)
      file(RELATIVE_PATH folder ${CMAKE_CURRENT_SOURCE_DIR} ${folder})
      string(REPLACE / _ folder "${folder}")
    endif()
    ringlet_private_names(${file} names)
    file(READ ${file} text)
    string(REPLACE ";" " " text "${text}")
    foreach(group RANGE 1 100)
      set(unit ${folder}_${group})
      list(LENGTH ${unit}_files count)
      ringlet_name_one_of("${names}" "${${unit}_text}" theirs)
      ringlet_name_one_of("${${unit}_names}" "${text}" ours)
      if(count LESS most AND NOT theirs AND NOT ours)
        break()
      endif()
    endforeach()
    list(APPEND ${unit}_files ${file})
    list(APPEND ${unit}_names ${names})
    string(APPEND ${unit}_text "${text}")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${unit})
  endforeach()
endfunction()
