#!/usr/bin/env bash
# Citations: prints each that leads to nothing, as file: citation, and fails if there is any.
#
#   a paper, by names and year, in a comment or text         docs/references.md lists it
#   docs/PAGE.md                                             there is such a page,
#   docs/PAGE.md, section N or sections N to M               ... with headings "## N. ...",
#   docs/PAGE.md, (N.M)                                      ... with an equation of that number
#   (N.M) in docs/math.md itself                             the same
set -euo pipefail
cd -- "${1:-$(dirname -- "${BASH_SOURCE[0]}")/..}"

name="\b[[:upper:]][[:lower:]][[:alpha:]-]*"
paper="$name( and $name| et al\.)?('s)?,? \(?(18|19|20)[0-9]{2}\b"
page='docs/[a-z_]+\.md(, \([0-9]+\.[0-9]+\)|, sections? [0-9]+( to [0-9]+| and [0-9]+)?)?'
status=0

complain() {
  printf '%s: %s\n' "$1" "$2"
  status=1
}

# The text of a file in one line, without the markers at the beginning of comments and strings.
joined() {
  sed -E 's@^[[:space:]]*(///?<?|#|"|\*|>)?[[:space:]]*@@; s@"[[:space:]]*$@@' "$1" | tr '\n' ' '
}

# True if the paper is in the list, or is the end of an entry ("Kilin and Mamaev 2013").
isListed() {
  local key
  key=$(sed -E "s/'s / /; s/[(,]//g" <<<"$1")
  grep -qE "^- \*\*(.*[ -])?$key\.\*\*" docs/references.md
}

# checkPage FILE CITATION: checks docs/PAGE.md, and the sections or the equation that CITATION names.
checkPage() {
  local target=${2%%.md*}.md number
  if [[ ! -f $target ]]; then
    complain "$1" "$2: there is no such page"
    return
  fi
  if [[ $2 == *\(* ]]; then
    if ! hasEquation "$target" "${2#*, }"; then complain "$1" "$2: no equation has this number"; fi
    return
  fi
  while read -r number; do
    if ! grep -q "^## $number\. " "$target"; then complain "$1" "$2: there is no section $number"; fi
  done < <(grep -oE '[0-9]+' <<<"${2#*.md}" || true)
}

# The number of an equation is the end of one of its lines.
hasEquation() {
  grep -qE "^    .*[[:space:]]\(${2//[()]/}\)\$" "$1"
}

mapfile -t files < <(grep -rlE --include='*.'{h,cpp,cu,cuh,comp,glsl,vert,frag,toml,md,txt,sh} \
  '(18|19|20)[0-9]{2}|docs/[a-z_]+\.md' app assets docs examples fmm shaders tests ./*.md 2>/dev/null |
  grep -vE '(^|/)(references\.md|check_references\.sh|CHANGELOG\.md)$' || true)
if ((${#files[@]} == 0)); then complain "$PWD" "no file names a source: is this the project?"; fi
for file in "${files[@]}"; do
  text=$(joined "$file")
  while IFS= read -r citation; do
    if [[ -n $citation ]] && ! isListed "$citation"; then complain "$file" "$citation: not in docs/references.md"; fi
  done < <(grep -oE "$paper" <<<"$text" | sort -u || true)
  while IFS= read -r citation; do
    if [[ -n $citation ]]; then checkPage "$file" "$citation"; fi
  done < <(grep -oE "$page" <<<"$text" | sort -u || true)
done

while read -r number; do
  if ! hasEquation docs/math.md "$number"; then complain docs/math.md "$number: no equation has this number"; fi
done < <(grep -oE '\([0-9]+\.[0-9]+\)' docs/math.md | sort -u)
exit $status
