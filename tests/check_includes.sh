#!/usr/bin/env bash
# The arrows of dependency: prints every #include that goes against them, as file:line:text, and fails if there is one.
#
#   fmm names no graphics, window or picture library, and nothing of app
#   app names no CUDA, except in the one file that maps a GL buffer for the solver, and nothing of fmm/src
#   fmm/include names the standard library and itself
#   within fmm/src:  vortex -> solver -> { tree, expansion } -> core; exec stands beside them; verification knows
#                    fmm/include alone
#   within app:  { window, commands } -> panel -> film -> simulation -> render -> scene -> files
set -euo pipefail
cd -- "${1:-$(dirname -- "${BASH_SOURCE[0]}")/..}"

graphics='(GL|GLES[23]?|EGL|KHR|GLFW|X11|glm|stb|backends)/|imgui|png\.h|jpeglib|fmt/|nlohmann/|toml|CLI|hdf5'
cuda='(cuda|cub|thrust|nv|cooperative_groups|cccl)[/_.]|cudaGL|device_launch_parameters|nvtx|curand|cufft|cublas'
rooms=(core exec tree expansion solver vortex verification)
status=0

# against WHAT PATTERN PATH...: complains about includes in PATH... whose name begins with PATTERN.
against() {
  local what=$1 pattern=$2 found
  shift 2
  found=$(grep -HrnE --include='*.h' --include='*.cpp' --include='*.cu' --include='*.cuh' \
    "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($pattern)" "$@" || true)
  if [[ -n $found ]]; then
    printf '%s:\n%s\n' "$what" "$found"
    status=1
  fi
}

# The app's rooms stand in a row: each may include itself and those before it.
appRooms=(files scene render simulation film panel)
appRow() {
  local i
  for i in "${!appRooms[@]}"; do
    if [[ ! -d app/${appRooms[i]} ]]; then continue; fi
    against "app/${appRooms[i]} includes a later room" \
      "(\.\./)*($(IFS='|' && echo "${appRooms[*]:i+1}|window|commands" | sed 's/^|//'))/" "app/${appRooms[i]}"
  done
}

# Complains about includes in fmm/src/ROOM of other rooms than ALLOWED...
room() {
  local name=$1 other forbidden=()
  shift
  if [[ ! -d fmm/src/$name ]]; then return 0; fi
  for other in "${rooms[@]}"; do
    if [[ " $name $* " != *" $other "* ]]; then forbidden+=("$other"); fi
  done
  against "fmm/src/$name may include $name $*" "(\.\./)*($(IFS='|' && echo "${forbidden[*]}"))/" "fmm/src/$name"
}

against "fmm includes graphics or files" "$graphics" fmm
against "fmm includes the program" '(\.\./)*app/' fmm
against "fmm/include is not plain C++" "$cuda|hwy/|tbb/|oneapi/|(\.\./)*($(IFS='|' && echo "${rooms[*]}"))/" fmm/include
mapfile -t app < <(find app \( -name '*.h' -o -name '*.cpp' \) ! -name particle_stream_cuda.cpp)
against "app includes CUDA" "$cuda" "${app[@]}"
against "app includes the inside of fmm" "(\.\./)*fmm/src/|(\.\./)*($(IFS='|' && echo "${rooms[*]}"))/" "${app[@]}"
appRow
room core
room exec core
room tree core exec
room expansion core exec
room solver core exec tree expansion
room vortex core exec tree expansion solver
room verification
exit $status
