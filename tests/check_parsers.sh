#!/usr/bin/env bash
# The tests of the parsers and the file formats under the address and undefined-behaviour sanitizers, built in BUILD.
#
#   check_parsers.sh BUILD
set -euo pipefail
build=$1
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
cmake -S . -B "$build" --preset asan-ubsan -DRINGLET_TESTS=ON >/dev/null
ninja -C "$build" parser_tests | tail -n 20
UBSAN_OPTIONS=print_stacktrace=1 "$build/bin/parser_tests" --gtest_brief=1
