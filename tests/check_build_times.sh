#!/usr/bin/env bash
# Judges what a build took, by ninja's log: prints the five slowest units, and a line beginning with "slow:" for each
# unit above a minute and for the sums above their budgets. It never fails: a machine may be busy, and what came out of
# a compiler cache took no time at all.
#
#   check_build_times.sh BUILD    the build directory
#
# Budgets, in seconds of one idle core: 75 s of wall clock on two cores for the library and the program without CUDA,
# 4 minutes with it.
set -euo pipefail
unit=60
plain=150
cuda=480

# ninja's log: start and end in milliseconds, time stamp, output, hash of the command; the last line of an output counts.
cd -- "$1"
awk -F '\t' -v unit="$unit" -v plain="$plain" -v cuda="$cuda" '
  $4 ~ /\.(o|gch)$/ && $4 ~ /^(fmm|app)\// && $4 !~ /_verify_interface_header_sets/ { took[$4] = ($2 - $1) / 1000 }
  END {
    for (output in took) {
      if ((getline line <output) < 0) { delete took[output]; continue }  # of a source that is gone
      close(output)
      sum += took[output]
      if (output ~ /\.cu\.o$/) gpu += took[output]
      if (took[output] > unit) printf "slow: %s took %.0f s, more than %d\n", output, took[output], unit
    }
    if (sum - gpu > plain) printf "slow: the units without CUDA took %.0f s, more than %d\n", sum - gpu, plain
    if (sum > cuda) printf "slow: all units took %.0f s, more than %d\n", sum, cuda
    printf "library and program: %.0f s, of these CUDA %.0f s; the slowest units:\n", sum, gpu
    for (shown = 0; shown < 5; ++shown) {
      slowest = ""
      for (output in took) if (slowest == "" || took[output] > took[slowest]) slowest = output
      if (slowest == "") break
      printf "%7.1f s  %s\n", took[slowest], slowest
      delete took[slowest]
    }
  }' .ninja_log
