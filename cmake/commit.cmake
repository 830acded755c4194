# The commit that is built. As a script, it writes a C++ source with the commit:
#   cmake -DSOURCE=<this project> -DOUTPUT=<file> -P commit.cmake
# Included, it defines ringlet_commit_source(<out>), the path of that source, which is written anew when HEAD moves.
# Builds outside of a clone set the commit by -DRINGLET_COMMIT=...
if(CMAKE_SCRIPT_MODE_FILE)
  set(commit "${RINGLET_COMMIT}")
  if(NOT commit)
    execute_process(COMMAND git -C ${SOURCE} rev-parse --short=10 HEAD OUTPUT_VARIABLE commit
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(failed)
      set(commit "")
    endif()
  endif()
  file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "commands/commands.h"

namespace app {

std::string_view builtCommit() {
  return "@commit@";
}

}  // namespace app
]])
  return()
endif()

set(RINGLET_COMMIT "" CACHE STRING "Commit that the program says it is built from; empty: that of the clone")

function(ringlet_commit_source out)
  set(source ${PROJECT_BINARY_DIR}/commit.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/commit.cmake)
  # Git appends to this file whenever HEAD moves. Only this project's own clone counts, not one around it.
  set(moves "")
  if(EXISTS ${PROJECT_SOURCE_DIR}/.git AND NOT RINGLET_COMMIT)
    execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} rev-parse --git-path logs/HEAD OUTPUT_VARIABLE moves
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    get_filename_component(moves "${moves}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
    if(NOT EXISTS "${moves}")
      set(moves "")
    endif()
  endif()
  add_custom_command(OUTPUT ${source} DEPENDS ${script} ${moves} VERBATIM
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${source} -DRINGLET_COMMIT=${RINGLET_COMMIT}
      -P ${script})
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  set(${out} ${source} PARENT_SCOPE)
endfunction()
