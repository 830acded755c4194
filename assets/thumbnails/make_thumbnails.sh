#!/bin/sh
# Makes the pictures of the gallery anew: each scene that comes with the program, filmed for a moment without a display.
#
#   assets/thumbnails/make_thumbnails.sh [RINGLET [SCENE...]]     the program, build/bin/ringlet unless given; those alone
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "${1:-$here/../../build/bin/ringlet}")
[ $# -eq 0 ] || shift
wanted=" $* "
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for scene in "$here"/../scenes/*.toml; do
  name=$(basename "$scene" .toml)
  case $wanted in "  " | *" $name "*) ;; *) continue ;; esac
  case $name in
    collide | jet | ringlets | ground* | street | posts | aerofoil | paddle | rebound | impact | ring-and-sphere | delta | disc | fin | \
      thermal | plume | mushroom | drop | fingers) frames=160 ;;  # there is more to see later
    plume-and-post) frames=220 ;;
    *) frames=40 ;;
  esac
  "$program" run "$name" --frames "$frames" --size 416x234 --record "$folder/$name-%04d.png" >/dev/null
  mv "$folder/$name-$(printf %04d $((frames - 1))).png" "$here/$name.png"
  echo "$name"
done
