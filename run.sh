#!/usr/bin/env bash
# Installs missing packages, builds Ringlet and runs it.
#
#   ./run.sh            leapfrog: in a window if a display answers, otherwise as a film, out/leapfrog.mp4
#   ./run.sh ARGS...    ringlet ARGS...
#
# RINGLET_CUDA=AUTO|ON|OFF builds the CUDA backend if an NVIDIA driver and a usable nvcc are found (the default), always
# (or fails), or never.
# test.sh sources this file for its functions. Messages of the script go to stderr: stdout is the program's.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
build=$root/build
preset=release
tests=OFF
cuda=${RINGLET_CUDA:-AUTO}

buildPackages=(g++ cmake ninja-build pkg-config
  libtbb-dev libhwy-dev
  libglfw3-dev libglew-dev libglm-dev libegl-dev libgl-dev libopengl-dev libimgui-dev libstb-dev
  libpng-dev libopenexr-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev libcli11-dev libzip-dev libhdf5-dev
  libopenmpi-dev libopenvdb-dev libboost-dev)
runPackages=(libgl1-mesa-dri libegl-mesa0 libglx-mesa0 ffmpeg openmpi-bin)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
fail() { say "$*"; exit 1; }

# Prints the given packages that are not installed.
missingPackages() {
  local name
  declare -A installed
  while read -r name; do installed[$name]=1; done < <(
    dpkg-query --show --showformat='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p')
  for name in "$@"; do [[ -v installed[$name] ]] || printf '%s\n' "$name"; done
}

# Runs apt-get as root. Silent unless it fails; then prints apt's errors.
aptGet() {
  local log status=0 become=()
  if ((EUID != 0)); then become=(sudo); fi
  log=$(mktemp)
  "${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 \
    -o Acquire::Retries=2 "$@" >"$log" 2>&1 </dev/null || status=$?
  if ((status != 0)); then grep -E '^(E|W): ' "$log" >&2 || tail -n 5 "$log" >&2; fi
  rm -f "$log"
  return $status
}

# installPackages NAME...: installs the missing packages and prints their names.
installPackages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    return 0  # not Debian: CMake reports what is missing
  fi
  local missing command
  mapfile -t missing < <(missingPackages "$@")
  if ((${#missing[@]} == 0)); then return 0; fi

  command="apt-get install --no-install-recommends ${missing[*]}"
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then fail "packages are missing; as root: $command"; fi
    # Asks for the password on a terminal.
    if ! sudo -n true 2>/dev/null && { [[ ! -t 0 ]] || ! sudo -v; }; then
      fail "packages are missing; as root: $command"
    fi
  fi
  say "installing ${missing[*]}"
  # A third party's package list may be unreachable: only a failed installation counts.
  aptGet update 2>/dev/null || true
  aptGet install --yes --no-install-recommends "${missing[@]}" ||
    fail "these packages could not be installed (is there a network?); as root: apt-get update; $command"
}

# Prints the errors in a log of CMake.
cmakeErrors() { grep -A 4 '^CMake Error' "$1" >&2 || tail -n 5 "$1" >&2; }

# Runs CMake if the build directory is new, or if RINGLET_CUDA, the nvcc, the driver or the presets have changed. ninja
# notices all other changes. A directory that test.sh configured keeps its tests.
configure() {
  local nvcc stamp=$build/.configured wanted log=$build/configure.log
  if grep -qs '^RINGLET_TESTS:BOOL=ON' "$build/CMakeCache.txt"; then tests=ON; fi
  nvcc=${CUDACXX:-$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")}
  wanted="$root $preset $tests $cuda $(command -v "$nvcc" || true) $(compgen -G /dev/nvidiactl || true)"
  if [[ -f $build/build.ninja && $stamp -nt $root/CMakePresets.json && $(<"$stamp") == "$wanted" ]]; then return 0; fi
  if ! cmake -S "$root" --preset "$preset" -DRINGLET_TESTS="$tests" -DRINGLET_CUDA="$cuda" >"$log" 2>&1; then
    cmakeErrors "$log"
    fail "the build could not be configured: $log"
  fi
  sed -n 's/^-- CUDA: /CUDA: /p' "$log" | while read -r line; do say "$line"; done
  printf '%s\n' "$wanted" >"$stamp"
}

# compile TARGET...: builds; silent if everything is up to date. On a terminal the progress is one line.
compile() {
  ninja -C "$build" "$@" 2>&1 | showProgress || fail "the build failed"
}

showProgress() {
  local line begun='' wipe=''
  if [[ -t 2 ]]; then wipe=$'\r\e[K'; fi
  while IFS= read -r line; do
    case $line in
      'ninja: Entering '* | 'ninja: no work '* | *'Re-checking globbed '* | *'Re-running CMake'* | '-- '*) ;;
      '['*/*'] '*)
        if [[ -z $begun ]]; then say "building" && begun=1; fi
        if [[ -n $wipe ]]; then printf '%s%.79s' "$wipe" "$line" >&2; fi
        ;;
      *) printf '%s%s\n' "$wipe" "$line" >&2 ;;
    esac
  done
  if [[ -n $begun ]]; then printf '%s' "$wipe" >&2; fi
}

# underLock DIRECTORY COMMAND...: runs the command under the lock of the directory, one caller at a time.
underLock() {
  local directory=$1
  { mkdir -p "$directory" && exec 9>"$directory/.lock"; } 2>/dev/null || fail "$directory cannot be written to"
  if ! flock -n 9; then
    say "another run.sh or test.sh is at work in $directory; waiting for it"
    flock 9
  fi
  "${@:2}" 9>&-  # processes that outlive the command do not hold the lock
  exec 9>&-
}

# True if the display accepts our connections and offers the OpenGL that the window needs. GLFW of Debian 12 reaches
# Wayland through XWayland, hence DISPLAY; glxinfo comes with mesa-utils.
displayAnswers() {
  local version
  [[ -n ${DISPLAY:-} ]] || return 1
  version=$(timeout 10 glxinfo -B 2>/dev/null | sed -n 's/.*Max core profile version: *//p') || return 1
  [[ ${version%%.*} -gt 4 || $version == 4.[5-9] ]]
}

prepare() {
  if [[ -n ${DISPLAY:-} ]]; then runPackages+=(mesa-utils); fi
  installPackages "${buildPackages[@]}" "${runPackages[@]}"
  configure
  compile ringlet
}

main() {
  local film=out/leapfrog.mp4
  underLock "$build" prepare
  if (($# > 0)) || displayAnswers; then exec "$build/bin/ringlet" "$@"; fi

  say "no display answers: making a film, $film"
  mkdir -p "$root/out"
  cd "$root"
  exec "$build/bin/ringlet" run leapfrog --record "$film" --force
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then main "$@"; fi
