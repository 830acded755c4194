#!/usr/bin/env bash
# Holds the last build to the budgets of docs/building.md: prints its times with the five slowest units, and fails if a
# unit, all units of library and program, or the program's size exceed their budgets.
#
#   check_build_times.sh BUILD    the build directory
#
# Seconds are those of a core, by ninja's log: while more units ran than there are cores, each counts for its share.
# Other work on the machine counts, too, so that only times above twice the budget fail. Builds from a compiler cache or
# with a sanitizer are no measure.
set -euo pipefail
cd -- "$1"
unit=90
case $(sed -n 's/^CMAKE_CUDA_ARCHITECTURES:[A-Z]*=//p' CMakeCache.txt) in
  '' | OFF | *\;*) cuda=1500 megabytes=60 ;;  # for all GPUs
  *) cuda=1100 megabytes=30 ;;
esac
if ! grep -q '\.cu\.o' .ninja_log; then cuda=650 megabytes=30; fi

# ninja's log: start and end [ms], time stamp of the output [ns], output, hash. The last line of an output counts.
awk -F '\t' -v cores="$(nproc)" -v unit="$unit" -v budget="$cuda" '
  function judge(label, seconds, most) {
    if (seconds <= 2 * most) return
    printf "slow: %s took %.0f s of a core; the budget is %d\n", label, seconds, most
    failed = 1
  }
  # Each unit'"'"'s share of the cores, from when all began and ended.
  function share(    i, n, edges, now, later, running, name, part) {
    for (name in began) { edges[++n] = began[name]; edges[++n] = ended[name] }
    for (i = 2; i <= n; ++i) {  # sorts the edges
      now = edges[i]
      for (running = i - 1; running >= 1 && edges[running] > now; --running) edges[running + 1] = edges[running]
      edges[running + 1] = now
    }
    for (i = 1; i < n; ++i) {
      now = edges[i]
      later = edges[i + 1]
      running = 0
      for (name in began) running += began[name] <= now && ended[name] >= later
      part = running > cores ? cores / running : 1
      for (name in began) if (began[name] <= now && ended[name] >= later) took[name] += part * (later - now)
    }
  }
  $4 ~ /\.(o|gch)$/ {
    if (!first) first = $3 / 1e9
    ended[$4] = $3 / 1e9 - first
    began[$4] = ended[$4] - ($2 - $1) / 1000
  }
  END {
    share()
    for (output in took) {
      if (output !~ /^(fmm|app)\// || output ~ /_verify_interface_header_sets/ || (getline line <output) < 0) {
        delete took[output]  # not part of the program, or not there
        continue
      }
      close(output)
      sum += took[output]
      if (output ~ /\.cu\.o$/) gpu += took[output]
      judge(output, took[output], unit)
    }
    judge("all units", sum, budget)
    printf "library and program: %.0f s of a core, of these CUDA %.0f s; the slowest units:\n", sum, gpu
    for (shown = 0; shown < 5; ++shown) {
      slowest = ""
      for (output in took) if (slowest == "" || took[output] > took[slowest]) slowest = output
      if (slowest == "") break
      printf "%7.1f s  %s\n", took[slowest], slowest
      delete took[slowest]
    }
    exit failed
  }' .ninja_log

strip -o program.stripped bin/ringlet
bytes=$(wc -c <program.stripped)
rm program.stripped
printf 'the program: %d.%d MB stripped\n' $((bytes / 1000000)) $((bytes / 100000 % 10))
if ((bytes > megabytes * 1000000)); then
  echo "large: the budget is $megabytes MB"
  exit 1
fi
