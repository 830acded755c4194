#!/usr/bin/env bash
# Draws the pictures of first-steps.md, cookbook.md, fmm.md and of the manual's looks with the program itself into
# docs/pictures: those of the cookbook from the scenes that stand in it. Those of the README and of the manual's page
# about them go to assets/pictures. On two cores without a GPU it takes some minutes, for the README's many. Needs
# ImageMagick and ffmpeg, and Xvfb and xdotool for the window.
#   docs/make_pictures.sh [PROGRAM] [NAME...]     only those pictures, if some are named; readme: all of the README
set -euo pipefail
docs=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
program=$(realpath -- "${1:-$docs/../build/bin/ringlet}")
shift || true
wanted=" $* "
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$docs/pictures"

asked() { [[ $wanted == "  " || $wanted == *" $1 "* || ($1 == readme-* && $wanted == *" readme "*) ]]; }

# keep NAME FILE: the picture as a small PNG of 256 colours.
keep() {
  convert "$2" -strip -colors 256 -define png:compression-level=9 "PNG8:$docs/pictures/$1.png"
  printf '%s: %s bytes\n' "$1" "$(stat -c %s "$docs/pictures/$1.png")"
}

# picture NAME SCENE FRAME OPTION...: that frame of a scene's film alone, $work/NAME-FRAME.png.
picture() {
  local state=$work/$1.ringlet
  if [[ $3 == 0 ]]; then
    "$program" run "$2" --frames 1 --record "$work/$1-%d.png" --quiet "${@:4}"
    return
  fi
  local from=$(($3 > 24 ? $3 - 24 : $3))  # a state without a film has no streaks: they grow in the last pictures
  "$program" run "$2" --frames "$from" --checkpoint "$state" --quiet "${@:4}"
  "$program" run --resume "$state" --frames "$(($3 + 1))" --record "$work/$1-%d.png" --quiet
}

# film NAME SCENE FRAME OPTION...: that frame of a scene's film.
film() {
  asked "$1" || return 0
  picture "$1" "$2" "$3" --size 640x360 --supersample 2 "${@:4}"
  keep "$1" "$work/$1-$3.png"
}

# recipe NAME FRAME: that frame of the scene of the cookbook with that title.
recipe() {
  awk -v title="    title = \"$1\"" '$0 == title { on = 1 } /^[^ ]/ { on = 0 } on { print substr($0, 5) }' \
    "$docs/cookbook.md" >"$work/$1.toml"
  film "$1" "$work/$1.toml" "$2"
}

# shoot NAME SCENE SECONDS KEYS OPTION...: the window as it looks after that time and these keys.
shoot() {
  # shellcheck disable=SC2016  # the shell within expands its arguments
  xvfb-run -a -s "-screen 0 1280x720x24" bash -c '
    XDG_CONFIG_HOME=$1 "$2" "$3" --size 1280x720 --reset-layout "${@:7}" & program=$!
    sleep "$5"
    for key in $6; do xdotool key "$key"; sleep 2; done
    import -window root "$4"
    kill $program; wait $program || true' \
    bash "$work" "$program" "$2" "$work/$1.png" "$3" "$4" "${@:5}"
}

# window NAME SCENE KEYS OPTION...
window() {
  asked "$1" || return 0
  shoot "$1" "$2" 12 "$3" "${@:4}"
  convert "$work/$1.png" -resize 960x540 "$work/$1-small.png"
  keep "$1" "$work/$1-small.png"
}

# large NAME SCENE FRAME OPTION...: that frame as the README shows it, by the commands that the manual gives.
large() {
  asked "readme-$1" || return 0
  picture "$1" "$2" "$3" --tracers 1000000 --supersample 2 "${@:4}"
  convert "$work/$1-$3.png" -strip -quality 90 "$docs/../assets/pictures/$1.jpg"
}

recipe disc 60
recipe leap 45
recipe train 130
recipe seam 50
recipe knot 40
recipe wall 130

# What the solver works with: elements, the boxes that hold them, and which boxes meet one by one.
# solverScene NAME ELEMENTS PROFILE OVERLAY LOOK
solverScene() {
  cat >"$work/$1.toml" <<TOML
title = "$1"
[physics]
dt = 0.003
stretching = "classical"
tolerance = 1e-3
sigma = 0.03
[particles]
elements = $2
tracers = 0
[[knot]]
p = 2
q = 3
radius = 0.36
minor_radius = 0.15
core_radius = 0.04
profile = "$3"
[view]
eye = [-0.75, 0.85, 1.9]
look = "$5"
elements = true
$4 = true
grid = false
axes = false
legend = false
follow = false
TOML
}
solverScene elements 260 filament arrows analysis
film elements "$work/elements.toml" 0
solverScene boxes 8000 gaussian cells analysis
film boxes "$work/boxes.toml" 1

# The near list of a box is shown by a key: the window's own picture.
nearList() {
  asked near || return 0
  solverScene near 8000 gaussian cells glow
  # shellcheck disable=SC2016  # the shell within expands its arguments
  xvfb-run -a -s "-screen 0 1280x720x24" bash -c '
    cd "$1"
    XDG_CONFIG_HOME=$1 "$2" near.toml --size 1280x720 --reset-layout & program=$!
    sleep 10
    for key in space Tab j j j j j s; do xdotool key "$key"; sleep 2; done
    sleep 3
    kill $program; wait $program || true' bash "$work" "$program"
  convert "$work"/*-0001.png -resize 640x360 "$work/near-small.png"
  keep near "$work/near-small.png"
}
nearList

film vorticity leapfrog 110
film street street 340
film ring-and-sphere ring-and-sphere 120  # these three on a GPU
film sphere sphere 380
film delta delta 120
film mushroom mushroom 150  # and these, too
film plume plume 220
film slice leapfrog 110 --look slice --slice x --slice-at 0

# The six flows of the plane side by side.
planeFlows() {
  asked plane || return 0
  local scene
  for scene in pairs:180 dipoles:160 merger:100 ellipse:100 billows:200 soup:200; do
    picture "plane-${scene%:*}" "${scene%:*}" "${scene#*:}" --size 426x240 --supersample 2
  done
  montage "$work"/plane-{pairs,dipoles,merger,ellipse,billows,soup}-*.png -tile 2x3 -geometry +3+3 -background black \
    "$work/plane.png"
  keep plane "$work/plane.png"
}
planeFlows

window window leapfrog ""
window diagnostics leapfrog "i"

large leapfrog leapfrog 110
large oblique oblique 170
large trefoil trefoil 60
large hopf hopf 0
if asked readme-ringlets; then
  "$program" run ringlets --frames 120 --fps 10 --time-per-second 0.12 --size 640x360 \
    --tracers 400000 --supersample 2 --quiet --record "$work/ringlets-%03d.png"
  # One palette for all of it, which a .gif of the program, written as it is drawn, cannot have: a seventh of the bytes
  ffmpeg -loglevel error -y -framerate 10 -i "$work/ringlets-%03d.png" -vf "scale=480:270:flags=area,split[a][b];\
[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle" \
    "$docs/../assets/pictures/ringlets.gif"
fi
if asked readme-window; then
  shoot readme-window leapfrog 12 "space"
  convert "$work/readme-window.png" -strip -quality 90 "$docs/../assets/pictures/window.jpg"
fi
