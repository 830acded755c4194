#!/usr/bin/env bash
# The solver's kernels under compute-sanitizer, on a machine with a GPU: memory, races in shared memory, reads of
# uninitialised memory, and barriers.
#
#   check_gpu.sh BUILD [TOOL...]   the small tests of BUILD/bin/fmm_tests under each tool (memcheck racecheck initcheck
#                                  synccheck if none is named), ten minutes each at the most
#
# Exit status 77 where there is no compute-sanitizer, or where the driver does not let it work.
set -euo pipefail
build=${1:?which build?}
shift
(($# > 0)) || set -- memcheck racecheck initcheck synccheck
small='CudaSmall.*:CudaLists.*:CudaGraphs.*:In/Faults.WithoutAny*Gpu:-CudaGraphs.AreGivenUp*:CudaGraphs.Change*'  # left out: intended errors; many steps

if ! command -v compute-sanitizer >/dev/null; then
  echo "compute-sanitizer is not installed (it comes with the CUDA toolkit)"
  exit 77
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0
for tool in "$@"; do
  options=(--tool "$tool" --error-exitcode 99 --print-limit 1000)
  [[ $tool != memcheck ]] || options+=(--leak-check full)
  start=$SECONDS status=0
  RINGLET_REQUIRE_CUDA=1 timeout 600 compute-sanitizer "${options[@]}" "$build/bin/fmm_tests" \
    --gtest_filter="$small" --gtest_brief=1 >"$log" 2>&1 || status=$?
  if grep -qiE 'not supported|unable to|insufficient permissions|ERR_NVGPUCTRPERM' "$log" && ((status != 99)); then
    grep -iE -m 1 'not supported|unable to|insufficient permissions|ERR_NVGPUCTRPERM' "$log"
    echo "$tool: the driver of this machine does not let it work"
    exit 77
  fi
  echo "$tool: exit status $status after $((SECONDS - start)) s; $(grep -oE '(ERROR|RACECHECK) SUMMARY: .*' "$log" | tail -n 1)"
  ((status == 0)) && continue
  failed=1
  # Each kind of report once with its count, then the end of the log.
  sed -nE '/^=========     (Uninit|Invalid|Barrier|Leaked|Race)|^========= [A-Z].*(error|Error|race)/{
    s/0x[0-9a-f]+/ADDRESS/g; s/\([0-9]+,[0-9]+,[0-9]+\)/(...)/g; p; }' "$log" | sort | uniq -c | sort -rn | sed -n 1,40p
  tail -n 60 "$log"
done
exit $failed
