#!/usr/bin/env bash
# Dependencies: prints every #include that breaks these rules, as file:line:text, and fails if there is one.
#
#   fmm names no graphics, window or picture library, and nothing of app
#   app names no CUDA, except in state/cuda, which maps a GL buffer for the solver, and nothing of fmm/src
#   fmm/include names the standard library and itself
#   within fmm/src:  vortex -> solver -> tuning -> { pairs, mesh }; pairs -> { tree, expansion } -> core; measures -> expansion;
#                    seeding -> core; exec -> core, for all but seeding; verification and workloads -> fmm/include alone
#   within app:  commands -> window -> panel -> document, film -> { render, simulation } -> state -> gl -> files;
#                camera, colour -> scene -> files know no OpenGL
set -euo pipefail
cd -- "${1:-$(dirname -- "${BASH_SOURCE[0]}")/..}"

graphics='(GL|GLES[23]?|EGL|KHR|GLFW|X11|glm|stb|backends)/|imgui|png\.h|jpeglib|fmt/|nlohmann/|toml|CLI|hdf5|zip\.h'
cuda='(cuda|cub|thrust|nv|cooperative_groups|cccl)[/_.]|cudaGL|device_launch_parameters|nvtx|curand|cufft|cublas'
opengl='(GL|GLES[23]?|EGL|KHR)/|gl/'
fmmRooms=(core exec tree expansion mesh pairs tuning solver lattice bodies ranks vortex seeding measures verification workloads)
appRooms=(files scene colour camera gl state render simulation film document panel window commands)
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

# among HOUSE ROOM ALLOWED...: complains if HOUSE/ROOM includes a room of `rooms` that is not among ALLOWED...
among() {
  local house=$1 name=$2 other forbidden=()
  shift 2
  if [[ ! -d $house/$name ]]; then return 0; fi
  for other in "${rooms[@]}"; do
    if [[ " $name $* " != *" $other "* ]]; then forbidden+=("$other"); fi
  done
  against "$house/$name may include $name $*" "(\.\./)*($(IFS='|' && echo "${forbidden[*]}"))/" "$house/$name"
}

against "fmm includes graphics or files" "$graphics" fmm
against "fmm includes the program" '(\.\./)*app/' fmm
against "fmm/include is not plain C++" "$cuda|hwy/|tbb/|oneapi/|(\.\./)*($(IFS='|' && echo "${fmmRooms[*]}"))/" fmm/include
mapfile -t app < <(find app \( -name '*.h' -o -name '*.cpp' \) ! -path "app/state/cuda/*")
against "app includes CUDA" "$cuda" "${app[@]}"
against "app includes the inside of fmm" "(\.\./)*fmm/src/|(\.\./)*($(IFS='|' && echo "${fmmRooms[*]}"))/" "${app[@]}"

for header in fmm/include/fmm/*.h; do
  case $header in */fmm.h | */faults.h) continue ;; esac  # faults are for tests
  if ! grep -q "\"fmm/${header##*/}\"" fmm/include/fmm/fmm.h; then
    echo "fmm/include/fmm/fmm.h lacks ${header##*/}"
    status=1
  fi
done

rooms=("${fmmRooms[@]}")
among fmm/src core
among fmm/src exec core
among fmm/src tree core exec
among fmm/src expansion core exec
among fmm/src mesh core exec
among fmm/src pairs core exec tree expansion
among fmm/src tuning core exec tree expansion mesh pairs
among fmm/src solver core exec tree expansion mesh pairs tuning
among fmm/src measures core exec expansion
among fmm/src lattice core exec
among fmm/src bodies core exec tree expansion mesh pairs tuning solver lattice
among fmm/src ranks core exec tree
among fmm/src vortex core exec tree expansion mesh pairs tuning solver measures lattice bodies ranks
among fmm/src seeding core
among fmm/src verification
among fmm/src workloads

rooms=("${appRooms[@]}")
among app files
among app scene files
among app colour files scene
among app camera files scene colour
among app gl files
among app state files scene gl
among app render files scene colour camera gl state
among app simulation files scene camera gl state
among app film files scene colour camera gl state render simulation
among app document files scene colour camera state simulation
among app panel files scene colour camera state render simulation film document
among app window files scene colour camera gl state render simulation film document panel
among app commands files scene colour camera gl state render simulation film document panel window

mapfile -t plain < <(find app/camera app/colour app/document -name '*.h' -o -name '*.cpp')
against "app/camera, app/colour and app/document know no OpenGL" "$opengl" "${plain[@]}"
against "app/document knows no ImGui" 'imgui' app/document
exit $status
