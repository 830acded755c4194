#!/bin/sh
# Makes the small pictures anew, without a display: of the gallery, each scene that comes with the program after a
# moment, and of the list of looks, each look on one flow, beside its file.
#
#   assets/thumbnails/make_thumbnails.sh [RINGLET [NAME...]]
#
# The program is build/bin/ringlet unless given; with names, those scenes and looks alone.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "${1:-$here/../../build/bin/ringlet}")
[ $# -eq 0 ] || shift
wanted=" $* "
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
picture() {  # NAME TARGET FRAMES WIDTHxHEIGHT SCENE OPTION...: the last frame
  name=$1 target=$2 frames=$3 size=$4
  shift 4
  "$program" run "$@" --frames "$frames" --size "$size" --record "$folder/$name-%04d.png" >/dev/null
  mv "$folder/$name-$(printf %04d $((frames - 1))).png" "$target"
  echo "$name"
}

for scene in "$here"/../scenes/*.toml; do
  name=$(basename "$scene" .toml)
  case $wanted in "  " | *" $name "*) ;; *) continue ;; esac
  case $name in
    collide | jet | ringlets | ground* | posts | aerofoil | paddle | rebound | impact | ring-and-sphere | delta | disc | fin | \
      thermal | plume | mushroom | drop | fingers) frames=160 ;;  # there is more to see later
    plume-and-post) frames=220 ;;
    street) frames=340 ;;
    *) frames=40 ;;
  esac
  picture "$name" "$here/$name.png" "$frames" 416x234 "$name"
done
for look in "$here"/../looks/*.toml; do
  name=$(basename "$look" .toml)
  case $wanted in "  " | *" $name "*) ;; *) continue ;; esac
  flow=cpu/leapfrog.toml
  [ "$name" != plane ] || flow=pairs.toml  # the same in the plane, for which that look is made
  {
    sed '/^colour = /d; /^\[view\]/q' "$here/../scenes/$flow"
    grep -E '^(eye|target|up) = ' "$here/../scenes/$flow"
    printf 'look = "%s"\nlegend = false\nfield_of_view = 29\n' "$name"
  } >"$folder/$name.toml"
  picture "$name" "${look%.toml}.png" 60 160x90 "$folder/$name.toml" --supersample 2
done
