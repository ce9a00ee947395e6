#!/usr/bin/env bash
# Makes the site: web/make.sh PYTHON STAGING SITE TOP; TOP is its path at its host. What it needs is installed before, by `make site`.
#
# 1. Python is packed for the browser; meanwhile
# 2. the package writes what the site is made of: sources for Sphinx, other pages, files that go along as they are;
# 3. esbuild makes one script of those of the page Play, and one of its worker; Sphinx makes pages of the documents.
# 4. The last step puts all pages together, into their frame and under the policy.
# 5. Pagefind makes the index of the search, over all pages; the service worker learns what there is.
set -euo pipefail
python=$1 staging=$2 site=$3 top=$4
here=$(dirname "$0") build=$(dirname "$staging")
bin=$here/node_modules/.bin

"$here/wheels.sh" "$python" "$build/wheels" && node "$here/pack.mjs" "$build/wheels" "$build/runtime" &
packing=$!

"$python" -m fsm.site "$staging"
for script in main worker; do
  "$bin/esbuild" "$here/play/$script.js" --bundle --minify --format=esm --target=es2022 \
    --outfile="$staging/files/play/$script.js" --log-level=warning
done
"$python" -m sphinx -b dirhtml -q -W --keep-going -j auto -c "$here" -d "$staging/doctrees" \
  "$staging/source" "$staging/html"
wait "$packing"
cp -R "$build/runtime" "$staging/files/play/"
"$python" -m fsm.site.finish "$staging" "$site" "$top"
"$bin/pagefind" --site "$site" --exclude-selectors .headerlink --quiet
"$python" -m fsm.site.offline "$here/sw.js" "$site"
