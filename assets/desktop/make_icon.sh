#!/usr/bin/env bash
# Draws the program's icon with the program itself, the scene `hopf` on a dark tile, in all sizes, beside this script.
# Needs ImageMagick.
#   assets/desktop/make_icon.sh [PROGRAM]
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
program=${1:-$here/../../build/bin/ringlet}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" run hopf --frames 11 --record "$work/%d.png" --size 1024x1024 --background dark \
  --elements 4096 --tracers 600000 --supersample 2 --quiet
# The rings fill the tile, whose corners are round.
convert "$work/10.png" -crop 900x900+14+106 +repage \
  \( -size 900x900 xc:black -fill white -draw 'roundrectangle 8,8 891,891 190,190' \) \
  -alpha off -compose CopyOpacity -composite "$work/tile.png"
for size in 32 48 64 128 256; do
  convert "$work/tile.png" -filter Lanczos -resize "${size}x$size" -strip -define png:compression-level=9 \
    "$here/ringlet-$size.png"
done
