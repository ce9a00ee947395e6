#!/usr/bin/env bash
# Downloads what Python needs in a browser: web/wheels.sh PYTHON FOLDER. Wheels that are there already are kept.
set -euo pipefail
python=$1 folder=$2 pins=$(dirname "$0")/requirements-wasm.txt
download() {
  "$python" -m pip --disable-pip-version-check download --quiet --no-deps --dest "$folder" --find-links "$folder" \
    --only-binary=:all: --implementation cp --python-version 3.14 --abi cp314 --platform "$1" "${@:2}"
}
mkdir -p "$folder"
download pyemscripten_2026_0_wasm32 $(grep -vE '^#|^PyYAML' "$pins")
download manylinux_2_28_x86_64 $(grep '^PyYAML' "$pins")
