#!/usr/bin/env bash
# clang-tidy with the checks of .clang-tidy. Exit status 77 where it is not installed or nothing was changed.
#
#   check_tidy.sh BUILD         the C++ files that changed since the last merge, committed or not
#   check_tidy.sh --all BUILD   all of them
#
# The last merge is the merge base with the upstream, unless that is HEAD; else the latest merge among the last 20
# commits, or that merge's first parent if the merge is HEAD; else the commit 20 back, or a shallow clone's oldest one.
# BUILD is the build directory. The files are checked without unity builds and precompiled headers, in BUILD/tidy.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
all=
if [[ ${1:-} == --all ]]; then
  all=1
  shift
fi
build=$1
if ! command -v clang-tidy >/dev/null; then
  echo "clang-tidy is not installed"
  exit 77
fi

lastMerge() {
  local base merge
  if base=$(git merge-base HEAD '@{upstream}' 2>/dev/null) && [[ $base != "$(git rev-parse HEAD)" ]]; then
    echo "$base"
    return
  fi
  base=$(git rev-list --first-parent --max-count=21 HEAD | tail -n 1)
  merge=$(git rev-list --merges --max-count=1 "$base..HEAD")
  if [[ $merge == "$(git rev-parse HEAD)" ]]; then merge=$merge^1; fi
  git rev-parse "${merge:-$base}"
}

sources() {
  if [[ -n $all ]] || ! git rev-parse --verify --quiet HEAD >/dev/null; then
    find app fmm tests -name '*.cpp'
  else
    { git diff --name-only --diff-filter=d "$(lastMerge)"; git ls-files --others --exclude-standard; } |
      grep -E '^(app|fmm|tests)/.*\.cpp$' || true
  fi
}

cmake -S . -B "$build/tidy" -G Ninja -DRINGLET_CUDA=OFF -DRINGLET_TESTS=ON -DRINGLET_PCH=OFF -DRINGLET_UNITY=OFF \
  -DCMAKE_BUILD_TYPE=Release >/dev/null
mapfile -t chosen < <(sources | sort -u | while read -r file; do
  if grep -qF "\"file\": \"$PWD/$file\"" "$build/tidy/compile_commands.json"; then echo "$file"; fi
done)
if ((${#chosen[@]} == 0)); then
  echo "no C++ source changed since $(git rev-parse --short "$(lastMerge)")"
  exit 77
fi
echo "${#chosen[@]} files"
printf '%s\0' "${chosen[@]}" |
  xargs --null --max-args=1 --max-procs="$(nproc)" clang-tidy -p "$build/tidy" --quiet 2>/dev/null
