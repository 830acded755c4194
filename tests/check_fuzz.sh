#!/usr/bin/env bash
# Fuzzes the readers of files: harnesses of tests/fuzz, built by the preset fuzz in build-fuzz/.
#
#   check_fuzz.sh build           builds them; exit status 77 where there is no clang with libFuzzer
#   check_fuzz.sh NAME SECONDS    runs fuzz_NAME on its corpus and mutations of it; 77 where it was not built
#   check_fuzz.sh all SECONDS     builds them and runs each for so long, as many at a time as there are cores
#
# An input that fails stays in build-fuzz/failed/; add it to tests/fuzz/corpus/NAME when its bug is fixed. Inputs that
# "all" finds stay in build-fuzz/found/, and the next "all" starts from them. Nothing outside build-fuzz/ is written.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$root/build-fuzz
# A quarantine of 4 MB of freed memory in place of 256 MB: files are read five times as fast, into mapped pages.
export ASAN_OPTIONS=quarantine_size_mb=4

names() { (cd "$root/tests/fuzz/corpus" && printf '%s\n' *); }

# True if clang can build a fuzzer. Not every system's clang package has libFuzzer.
hasLibFuzzer() {
  command -v clang++ >/dev/null &&
    echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
    clang++ -x c++ -fsanitize=fuzzer,address,undefined -o "$1" - 2>/dev/null
}

buildAll() {
  local log
  mkdir -p "$build"
  log=$build/build.log
  if ! hasLibFuzzer "$build/libfuzzer"; then
    echo "clang++ with libFuzzer is not installed (packages clang and libclang-rt-dev)"
    rm -rf "${build:?}/bin"
    exit 77
  fi
  if ! { cmake -S "$root" --preset fuzz && ninja -C "$build" fuzzers; } >"$log" 2>&1; then
    tail -n 40 "$log"
    exit 1
  fi
}

# Folders with the corpus of NAME, among them the program's own scenes.
corpus() {
  printf '%s\n' "$root/tests/fuzz/corpus/$1"
  [[ $1 != scene ]] || printf '%s\n' "$root/assets/scenes"
}

run() {
  local name=$1 seconds=$2 log=$build/$1.log options=() folders
  if [[ ! -x $build/bin/fuzz_$name ]]; then
    echo "fuzz_$name was not built"
    exit 77
  fi
  [[ $name != scene ]] || options+=("-dict=$root/tests/fuzz/toml.dict")
  local found=$build/found/$name # libFuzzer writes to the first folder
  if [[ -z ${keep:-} ]]; then    # tests ignore inputs of earlier runs
    options+=(-seed=1)
    found=$build/tested/$name
    rm -rf "$found"
  fi
  mkdir -p "$found" "$build/failed"
  mapfile -t folders < <(corpus "$name")
  if ! "$build/bin/fuzz_$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$build/failed/$name-" "${options[@]}" "$found" "${folders[@]}" >"$log" 2>&1; then
    tail -n 60 "$log"
    exit 1
  fi
  echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs without a report"
}

case ${1:-} in
  build) buildAll ;;
  all)
    buildAll
    names | keep=1 xargs -P "$(nproc)" -I '{}' "$0" '{}' "$2"
    ;;
  *) run "$1" "$2" ;;
esac
