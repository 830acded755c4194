#!/usr/bin/env bash
# Tests the Debian packages: makes them of a build, installs them by apt in a bare Debian, records a film there, and
# builds an example against the library, by CMake and by pkg-config, without a CUDA toolkit even if the build has CUDA.
# Prints how long each part took.
#
#   tests/check_package.sh BUILD [SUITE]   SUITE: which Debian; default bookworm
#
# Needs root, debootstrap and a mirror of Debian (RINGLET_MIRROR, default http://deb.debian.org/debian); exit status 77
# without root or debootstrap. ./test.sh --package installs what is missing and calls this script.
set -euo pipefail
source=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$(cd -- "${1:?which build?}" && pwd -P)
suite=${2:-bookworm}
mirror=${RINGLET_MIRROR:-http://deb.debian.org/debian}
debs=$build/packages

fail() { printf 'package: %s\n' "$*" >&2; exit 1; }
# part NAME COMMAND...: runs COMMAND and prints its time; prints its output only if it fails.
part() {
  local start=$SECONDS status
  set +e
  (set -e; "${@:2}") >"$log" 2>&1
  status=$?
  set -e
  if ((status != 0)); then tail -n 40 "$log" >&2; fail "$1 failed"; fi
  printf '%-44s %4d s\n' "$1" $((SECONDS - start))
}

if ((EUID != 0)); then echo "not root: no system of its own can be made"; exit 77; fi
if ! command -v debootstrap >/dev/null; then echo "debootstrap is not installed"; exit 77; fi

root=$(mktemp -d "${TMPDIR:-/tmp}/ringlet-debian-XXXXXX")
log=$root.log
trap 'rm -rf --one-file-system "$root" "$log"' EXIT

# Runs a command in the new system, with a /proc of its own.
inside() {
  # shellcheck disable=SC2016  # the shell within expands its arguments
  unshare --mount --pid --fork bash -c 'root=$1; shift; mount -t proc proc "$root/proc"; exec chroot "$root" env -i \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' bash "$root" "$@" </dev/null
}

makePackages() {
  rm -rf "$debs"
  cpack --config "$build/CPackConfig.cmake" -B "$debs"
  rm -rf "$debs/_CPack_Packages"
}
# Debian's own checker finds no error.
checkByLintian() {
  lintian --allow-root --fail-on error "$debs"/*.deb
}
# The desktop's own validators accept the desktop entry and the metainfo.
checkDesktopFiles() {
  local desktop=$source/assets/desktop/org.ringlet.Ringlet
  if command -v desktop-file-validate >/dev/null; then desktop-file-validate "$desktop.desktop"; fi
  if command -v appstreamcli >/dev/null; then appstreamcli validate --no-net "$desktop.metainfo.xml"; fi
}
bareDebian() {
  debootstrap --variant=minbase "$suite" "$root" "$mirror"
  cp "$debs"/*.deb "$root/root"
}
# install NAME OTHER...: installs the package NAME that was made, and OTHER... from Debian.
install() {
  local deb
  deb=$(basename "$debs/$1"_*.deb)
  inside apt-get -q -y install --no-install-recommends "/root/$deb" "${@:2}"
}

# A film of three frames, by the installed program as any user runs it.
film() {
  inside ringlet --version
  inside ringlet info --json
  inside ringlet run leapfrog --headless --record /tmp/film.mp4 --frames 3 --size 320x240 --elements 512 --tracers 4096
  [[ $(inside ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 /tmp/film.mp4) == 3 ]]
}
# The installed tree also works when it is moved.
filmFromAMovedTree() {
  inside mkdir -p /opt/moved/bin /opt/moved/share
  inside mv /usr/bin/ringlet /opt/moved/bin
  inside mv /usr/share/ringlet /opt/moved/share
  inside /opt/moved/bin/ringlet run ring --headless --record /tmp/moved%d.png --frames 1 --size 64x64 --elements 256 \
    --tracers 256
  [[ -s $root/tmp/moved0.png ]]
}
filesAreThere() {
  local file
  for file in share/man/man1/ringlet.1.gz share/bash-completion/completions/ringlet share/mime/packages/org.ringlet.Ringlet.xml \
    share/applications/org.ringlet.Ringlet.desktop share/icons/hicolor/256x256/apps/ringlet.png share/doc/ringlet/copyright share/doc/ringlet/docs/manual.md; do
    [[ -s $root/usr/$file ]] || { echo "$file is missing"; return 1; }
  done
}
buildExample() {
  cp -r "$source/examples/ring_velocity" "$root/root"
  inside cmake -S /root/ring_velocity -B /tmp/example -G Ninja
  inside cmake --build /tmp/example
  inside /tmp/example/ring_velocity
  # shellcheck disable=SC2016  # the shell within expands it
  inside sh -c 'g++ -std=c++17 /root/ring_velocity/main.cpp -o /tmp/plain $(pkg-config --cflags --libs ringlet_fmm)'
  inside /tmp/plain
}

part "packages made" makePackages
part "lintian" checkByLintian
part "desktop entry and metainfo" checkDesktopFiles
part "a bare Debian, $suite" bareDebian
part "apt install ringlet" install ringlet ffmpeg
part "what desktop, shell and man look for" filesAreThere
part "a film" film
part "a film from a moved tree" filmFromAMovedTree
part "apt install libringlet-fmm-dev" install libringlet-fmm-dev g++ cmake ninja-build
part "an example built against the library" buildExample
part "apt remove" inside apt-get -q -y remove ringlet libringlet-fmm-dev
ls -sh1 "$debs"
