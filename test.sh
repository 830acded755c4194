#!/usr/bin/env bash
# Installs missing packages, builds everything and runs the tests. Ends with ctest's summary and exit status.
#
#   ./test.sh                    all tests but the long ones
#   ./test.sh ARGS...            ctest ARGS..., for example -R Octree, or -N to list them
#   ./test.sh --long ARGS...     also the long ones: every single fault and damaged byte, soaks, fuzzers, clang-tidy
#   ./test.sh --sanitize ARGS... the same with the address and undefined-behaviour sanitizers, in its own directory
#   ./test.sh --sanitize=thread  parts with own threads (simulation, recorder, film, window) with the thread sanitizer
#   ./test.sh --fuzz [SECONDS]   every fuzzer of tests/fuzz for SECONDS (default 600), in its own directory
#   ./test.sh --package [SUITE]  the Debian packages, installed and used in a bare Debian (default bookworm)
#   ./test.sh --tidy-all         clang-tidy on every source, not only on those that changed since the last merge
#
# RINGLET_CUDA=AUTO|ON|OFF as in run.sh. Tests that need a GPU are skipped where there is none; RINGLET_REQUIRE_CUDA=1
# makes them fail instead.
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/run.sh"

testPackages=(libgtest-dev libgmock-dev libbenchmark-dev xvfb xauth xdotool imagemagick x11-utils python3-vtk9
  git clang-format clang-tidy clang libclang-rt-dev
  python3-dev pybind11-dev python3-numpy python3-pytest mypy python3-markdown)
packagePackages=(debootstrap dpkg-dev lintian file desktop-file-utils appstream)
tests=ON
targets=(all)
chosen=(--label-exclude '^long$')

prepareTests() {
  installPackages "${buildPackages[@]}" "${runPackages[@]}" "${testPackages[@]}"
  configure
  compile "${targets[@]}"
}

tidyAll() {
  installPackages "${buildPackages[@]}" "${testPackages[@]}"
  configure
  "$root/tests/check_tidy.sh" --all "$build"
}

fuzz() {
  installPackages "${buildPackages[@]}" "${testPackages[@]}"
  "$root/tests/check_fuzz.sh" all "$1"
}

package() {
  tests=OFF
  installPackages "${buildPackages[@]}" "${packagePackages[@]}"
  configure
  compile ringlet
  "$root/tests/check_package.sh" "$build" "$1"
}

case ${1:-} in
  --long)
    shift
    chosen=()
    export RINGLET_LONG_TESTS=1
    ;;
  --sanitize)
    shift
    preset=asan-ubsan
    build=$root/build-asan
    cuda=OFF
    ;;
  --sanitize=thread)
    shift
    preset=tsan
    build=$root/build-tsan
    cuda=OFF
    targets=(app_tests)  # the library's tests are not run
    threaded='(On/)?(Simulation|SavedStates|Film|FrameQueue|Recorder|TripleBuffer|WorkerThread|Window(Test|Film|Faults))'
    set -- -R "^$threaded" "$@"
    ;;
  --fuzz)
    underLock "$root/build-fuzz" fuzz "${2:-600}"
    exit
    ;;
  --package)
    underLock "$build" package "${2:-bookworm}"
    exit
    ;;
  --tidy-all)
    underLock "$build" tidyAll
    exit
    ;;
esac

underLock "$build" prepareTests
underLock "$build/Testing" ctest --test-dir "$build" --output-on-failure --no-tests=error \
  --parallel "$(nproc)" "${chosen[@]}" "$@" </dev/null
