#!/usr/bin/env bash
# The documents as HTML: makes them in FOLDER, and fails where a link or a picture leads nowhere. Exit status 77 where
# python3-markdown is not installed.
#
#   tests/check_pages.sh FOLDER
set -euo pipefail
source=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
python=/usr/bin/python3  # the system's, for which test.sh installs the package
if ! "$python" -c 'import markdown' 2>/dev/null; then
  echo "python3-markdown is not installed"
  exit 77
fi
rm -rf "${1:?which folder?}"
exec "$python" "$source/docs/make_html.py" "$1"
