#!/usr/bin/env bash
# Links: prints every relative link of README.md, the pages of docs/ and the other texts at the root that leads to no
# file, or to no heading of one, as file: target, and fails if there is one. Code is no link.
set -euo pipefail
cd -- "${1:-$(dirname -- "${BASH_SOURCE[0]}")/..}"
status=0

complain() {
  printf '%s: %s: %s\n' "$1" "$2" "$3"
  status=1
}

# The text of a page without blocks and spans of code, in one line: links may be broken between two.
# shellcheck disable=SC2016  # the backticks are those of the page
prose() {
  awk '/^```/ { code = !code; next } !code && !/^    [^ ]/' "$1" | tr '\n' ' ' | sed -E 's/`[^`]*`//g'
}

# The anchors of a page's headings, as they are made on the web: lower case, no punctuation, hyphens for blanks, and
# numbers where two are alike.
anchors() {
  awk '/^```/ { code = !code; next } !code && /^#+ /' "$1" |
    sed -E 's/^#+ +//; s/\[([^]]*)\]\([^)]*\)/\1/g; s/[^[:alnum:] _-]//g; s/ /-/g' | tr '[:upper:]' '[:lower:]' |
    awk '{ print seen[$0]++ ? $0 "-" seen[$0] - 1 : $0 }'
}

# checkLink PAGE TARGET
checkLink() {
  local path=${2%%#*} anchor=
  if [[ $2 == *#* ]]; then anchor=${2#*#}; fi
  local file=$1
  if [[ -n $path ]]; then file=$(dirname -- "$1")/$path; fi
  if [[ ! -e $file ]]; then
    complain "$1" "$2" "there is no such file"
  elif [[ -n $anchor ]] && ! anchors "$file" | grep -qxF -- "$anchor"; then
    complain "$1" "$2" "there is no such heading"
  fi
}

shopt -s nullglob
pages=(./*.md docs/*.md)
if [[ ! -f README.md ]]; then complain "$PWD" README.md "there is no such file"; fi
for page in "${pages[@]}"; do
  while IFS= read -r target; do
    if [[ -n $target && ! $target =~ ^[a-z]+: ]]; then checkLink "$page" "$target"; fi
  done < <(prose "$page" | grep -oE '\]\([^) ]*\)' | sed -E 's/^\]\(//; s/\)$//' | sort -u || true)
done
exit $status
