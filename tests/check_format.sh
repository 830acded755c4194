#!/usr/bin/env bash
# Fails for a tracked or new source that clang-format would change. Exit status 77 where it is not installed.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
if ! command -v clang-format >/dev/null; then
  echo "clang-format is not installed"
  exit 77
fi
if ! git rev-parse --git-dir >/dev/null 2>&1; then
  echo "not a clone"
  exit 77
fi
git ls-files --cached --others --exclude-standard -z -- '*.cpp' '*.h' '*.cu' '*.cuh' |
  while IFS= read -r -d '' file; do if [[ -e $file ]]; then printf '%s\0' "$file"; fi; done |
  xargs --null --max-args=50 --max-procs="$(nproc)" clang-format --dry-run -Werror
