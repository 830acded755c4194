#!/usr/bin/env bash
# run.sh, test.sh and .ci/run against stand-ins for apt, CMake, ninja, ctest and the program, so that nothing is
# installed or built. Each case is a function; prints what is wrong and fails if anything is.
# shellcheck disable=SC2016  # the stand-ins expand their own arguments
set -uo pipefail
house=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
unset DISPLAY WAYLAND_DISPLAY RINGLET_CUDA CUDACXX CI
problems=0

# A clone of the scripts, and a PATH with only the stand-ins and plain tools.
setUp() {
  rm -rf "${tmp:?}"/*
  mkdir -p "$tmp/clone/.ci" "$tmp/bin" "$tmp/elsewhere"
  cp "$house/run.sh" "$house/test.sh" "$tmp/clone"
  touch -d '-1 minute' "$tmp/clone/CMakePresets.json"
  cp "$house/.ci/run" "$tmp/clone/.ci"
  local tool
  for tool in bash cat chmod cp dirname env flock grep mkdir mktemp nproc rm sed sleep tail timeout; do
    ln -s "$(command -v "$tool")" "$tmp/bin/$tool"
  done
  standIn dpkg-query 'shift 2; for p; do case " $(cat '"$tmp"'/absent 2>/dev/null) " in
    *" $p "*) ;; *) echo "installed $p";; esac; done'
  standIn apt-get 'case "$*" in *install*) [ ! -e '"$tmp"'/offline ] || { echo "E: Unable to fetch"; exit 100; };; esac'
  standIn sudo 'case $1 in -*) ;; *) exec "$@";; esac'
  # The preset names the directory, as in CMakePresets.json.
  standIn cmake 'b=$2/build; case "$*" in *asan*) b=$2/build-asan;; esac
    : >$b/build.ninja; echo "$*" | sed -n "s/.*-D\(RINGLET_TESTS\)=\([A-Z]*\).*/\1:BOOL=\2/p" >$b/CMakeCache.txt
    echo "-- CUDA: no nvcc found"'
  standIn ninja 'mkdir -p $2/bin; cp '"$tmp"'/ringlet $2/bin/ringlet 2>/dev/null
    [ ! -e '"$tmp"'/broken ] || { echo "error: expected ;"; exit 1; }; echo "ninja: no work to do."'
  standIn ctest '[ ! -t 0 ] && echo "CI=${CI:-}" && exit 3'
  printf '#!/bin/bash\nprintf "<%%s>" "$@"\nexit 7\n' >"$tmp/ringlet"
  chmod +x "$tmp/ringlet"
}

# standIn NAME BODY: a command that writes its arguments to the log and then runs BODY.
standIn() {
  printf '#!/bin/bash\necho "%s $*" >>"%s/log"\n%s\n' "$1" "$tmp" "$2" >"$tmp/bin/$1"
  chmod +x "$tmp/bin/$1"
}

# call SCRIPT ARG...: runs it from another directory; leaves status, out, err and log.
call() {
  : >"$tmp/log"
  chmod a+w "$tmp/log"
  out=$(cd "$tmp/elsewhere" && PATH=$tmp/bin "${as[@]}" "$tmp/clone/$1" "${@:2}" 2>"$tmp/err" </dev/null)
  status=$?
  err=$(<"$tmp/err")
  log=$(<"$tmp/log")
}
as=()

# expect WHAT ACTUAL PATTERN: complains unless ACTUAL matches the glob PATTERN.
expect() {
  # shellcheck disable=SC2053
  if [[ $2 != $3 ]]; then
    printf '%s: %s is\n%s\nnot %s\n' "${FUNCNAME[1]}" "$1" "$2" "$3"
    problems=$((problems + 1))
  fi
}

argumentsReachTheProgramAndItsStatusComesBack() {
  call run.sh eval 'a file' '*'
  expect status "$status" 7
  expect stdout "$out" '<eval><a file><\*>'
  expect calls "$log" '*cmake*release*RINGLET_TESTS=OFF*RINGLET_CUDA=AUTO*ninja*ringlet*'
}

secondCallNeitherConfiguresNorInstalls() {
  call run.sh info
  call run.sh info
  expect calls "$log" $'dpkg-query *\nninja *'
  expect stderr "$err" ''
}

aChangedWishForCudaConfiguresAgain() {
  call run.sh info
  RINGLET_CUDA=OFF call run.sh info
  expect calls "$log" '*cmake*RINGLET_CUDA=OFF*'
}

changedPresetsConfigureAgain() {
  call run.sh info
  touch -d '1 minute' "$tmp/clone/CMakePresets.json"
  call run.sh info
  expect calls "$log" '*cmake*'
}

withoutADisplayAFilmIsMade() {
  call run.sh
  expect stdout "$out" '<run><leapfrog><--record><out/leapfrog.mp4><--force>'
  expect folder "$(find "$tmp/clone/out" -type d)" '*/clone/out'
}

onlyADisplayWithModernOpenGlGetsAWindow() {
  standIn glxinfo 'echo "    Max core profile version: 4.5"'
  DISPLAY=:5 call run.sh
  expect stdout "$out" '<>'
  standIn glxinfo 'echo "    Max core profile version: 3.3"'
  DISPLAY=:5 call run.sh
  expect stdout "$out" '<run>*'
  standIn glxinfo 'echo "Error: unable to open display" >&2; exit 1'
  DISPLAY=:5 call run.sh
  expect stdout "$out" '<run>*'
}

onlyMissingPackagesAreInstalled() {
  echo libhwy-dev ffmpeg >"$tmp/absent"
  call run.sh info
  expect stderr "$err" '*installing libhwy-dev ffmpeg*'
  expect calls "$log" '*apt-get *update*apt-get *install --yes --no-install-recommends libhwy-dev ffmpeg*cmake*'
}

withoutRootAndSudoTheCommandIsNamed() {
  echo ffmpeg >"$tmp/absent"
  rm "$tmp/bin/sudo"
  if ((EUID == 0)); then
    chmod -R a+rwX "$tmp"
    as=("$(command -v setpriv)" --reuid 65534 --regid 65534 --clear-groups)
  fi
  call run.sh info
  as=()
  expect status "$status" 1
  expect stderr "$err" 'run.sh: packages are missing; as root: apt-get install --no-install-recommends ffmpeg'
  expect calls "$log" 'dpkg-query *'
}

withoutNetworkOneLineSaysSo() {
  echo ffmpeg >"$tmp/absent"
  : >"$tmp/offline"
  call run.sh info
  expect status "$status" 1
  expect stderr "$err" $'*E: Unable to fetch\nrun.sh: these packages could not be installed (is there a network?)*ffmpeg'
  expect calls "$log" 'dpkg-query *apt-get *'
}

aFailedBuildRunsNothing() {
  : >"$tmp/broken"
  call run.sh info
  expect status "$status" 1
  expect stdout "$out" ''
  expect stderr "$err" $'*error: expected ;\nrun.sh: the build failed'
}

whoComesSecondWaits() {
  mkdir -p "$tmp/clone/build"
  flock "$tmp/clone/build/.lock" sleep 1 &
  sleep 0.3
  call run.sh info
  wait
  expect status "$status" 7
  expect stderr "$err" '*another run.sh or test.sh is at work*'
}

testsAddTheirPackagesAndArguments() {
  echo libgtest-dev >"$tmp/absent"
  call test.sh -R 'a b'
  expect status "$status" 3
  expect calls "$log" '*install*libgtest-dev*cmake*release*RINGLET_TESTS=ON*ninja*all*ctest*--output-on-failure*-R a b'
}

testsThatWereConfiguredStay() {
  call test.sh
  call run.sh info
  expect calls "$log" $'dpkg-query *\nninja *ringlet'
}

sanitizersHaveTheirOwnDirectory() {
  call test.sh --sanitize -N
  expect calls "$log" '*cmake*asan-ubsan*RINGLET_CUDA=OFF*ninja*build-asan*ctest*build-asan*-N'

  call test.sh --sanitize=thread -N
  expect calls "$log" '*cmake*tsan*RINGLET_CUDA=OFF*ninja*build-tsan app_tests*ctest*build-tsan*Simulation*-N'
}

longChecksRunOnDemand() {
  mkdir -p "$tmp/clone/tests"
  local check
  for check in tidy fuzz package; do
    printf '#!/bin/bash\necho "%s $*" >>"%s/log"\n' "$check" "$tmp" >"$tmp/clone/tests/check_$check.sh"
    chmod +x "$tmp/clone/tests/check_$check.sh"
  done
  call test.sh --package
  expect calls "$log" $'dpkg-query *debootstrap*\ncmake *RINGLET_TESTS=OFF*\nninja *ringlet\npackage */clone/build bookworm'
  call test.sh --package trixie
  expect calls "$log" $'dpkg-query *\nninja *\npackage */clone/build trixie'
  call test.sh --tidy-all
  expect status "$status" 0
  expect calls "$log" $'dpkg-query *clang-tidy*\ncmake *RINGLET_TESTS=ON*\ntidy --all */clone/build'
  call test.sh --fuzz
  expect calls "$log" $'dpkg-query *libclang-rt-dev*\nfuzz all 600'
  call test.sh --fuzz 5
  expect calls "$log" $'dpkg-query *\nfuzz all 5'
}

integrationRunsAllTests() {
  call .ci/run
  expect status "$status" 3
  expect stdout "$out" 'CI=true'
  expect calls "$log" '*cmake*RINGLET_CUDA=ON*ctest --test-dir * --output-on-failure --no-tests=error --parallel [0-9]*'
}

integrationCapsTheInstructionSet() {
  printf '#!/bin/bash\nset=${RINGLET_SIMD:-AVX2}\n[ $set != AVX-512 ] || set=AVX2\nprintf "{\\n  \\"simd\\": \\"$set\\",\\n}\\n"\n' \
    >"$tmp/ringlet"
  standIn ctest 'echo "ctest under ${RINGLET_SIMD:-none}: $*"'
  call .ci/run
  expect status "$status" 0
  expect stdout "$out" '*ctest under none: *ctest under SSE4: *-L ^simd$*=AVX2: done,*=AVX-512: skipped, this machine has AVX2*'
}

longTestsRunOnDemand() {
  call test.sh -R a
  expect calls "$log" '*ctest * --label-exclude ^long$ -R a'
  standIn ctest 'echo "long=${RINGLET_LONG_TESTS:-}"'
  call test.sh --long -R a
  expect calls "$log" '*ctest * --parallel [0-9]* -R a'
  expect stdout "$out" 'long=1'
}

for script in run.sh test.sh .ci/run $(cd "$house" && echo tests/check_*.sh); do
  bash -n "$house/$script" || problems=$((problems + 1))
  if command -v shellcheck >/dev/null; then
    (cd "$house" && shellcheck -x "$script") || problems=$((problems + 1))
  fi
done
for case in $(compgen -A function | grep -vxE 'setUp|standIn|call|expect'); do
  setUp
  "$case"
done
echo "$problems problems"
((problems == 0))
