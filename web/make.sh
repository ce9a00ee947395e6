#!/usr/bin/env bash
# Makes the site: PYTHON web/make.sh STAGING SITE. What it needs is installed before, by `make site`.
#
# 1. The package writes what the site is made of: sources for Sphinx, other pages, files that go along as they are.
# 2. esbuild makes one script of those of the page Play, and one of its worker; Python is packed for the worker.
# 3. Sphinx makes pages of the documents.
# 4. The last step puts all pages together, into their frame and under the policy.
# 5. Pagefind makes the index of the search, over all pages.
# 6. The service worker learns what there is.
set -euo pipefail
python=$1 staging=$2 site=$3
here=$(dirname "$0")
"$python" -m fsm.site "$staging"
"$here/node_modules/.bin/esbuild" "$here/play/main.js" --bundle --minify --format=esm --target=es2022 \
  --outfile="$staging/files/play/main.js" --log-level=warning
"$here/node_modules/.bin/esbuild" "$here/play/worker.js" --bundle --minify --format=esm --target=es2022 \
  --outfile="$staging/files/play/worker.js" --log-level=warning
"$here/wheels.sh" "$python" "$(dirname "$staging")/wheels"
node "$here/pack.mjs" "$(dirname "$staging")/wheels" "$staging/files/play/runtime"
"$python" -m sphinx -b dirhtml -q -W --keep-going -j auto -c "$here" -d "$staging/doctrees" "$staging/source" "$staging/html"
"$python" -m fsm.site.finish "$staging" "$site"
"$here/node_modules/.bin/pagefind" --site "$site" --quiet
"$python" -m fsm.site.offline "$here/sw.js" "$site"
