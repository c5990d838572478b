#!/bin/sh
# pack.sh VERSION WEB OUT: puts the page of the folder WEB together for the wire, into OUT/served.
#
# A visit costs a connection a file, so there are few: a small script that opens the socket, all modules that
# the start needs as one, the style sheets as one. What index.html names as `later` becomes a file each, and
# one style sheet. Files keep their folders: a module finds the sprite by its own address.
set -eu
version=$1
web=$(cd "$2" && pwd)
mkdir -p "$3"
out=$(cd "$3" && pwd)
served=$out/served
base=/v/$version
mkdir -p "$served/css"
cp -R "$web/js" "$out"
index=$web/index.html

named() { sed -nE "s|^<$1=\"/($2/[^\"]+)\">\$|\1|p" "$index"; }

# esbuild makes a file of each set of modules that is needed by the same ones. What is loaded later therefore
# says that it needs the whole start, which is there by then: else it would fall into many small pieces.
for module in $(named 'meta name="later" content' js); do
    { echo "import '$out/js/main.js';"; cat "$web/$module"; } >"$out/$module"
done
esbuild "$out/js/main.js" --bundle --splitting --format=esm --minify --target=esnext --charset=utf8 \
    --outdir="$served/js" --chunk-names='[name]-[hash]' --log-level=warning
entry=$(sed -nE 's|^import"\./(chunk-[A-Z0-9]+\.js)";$|\1|p' "$served/js/main.js")
if [ -z "$entry" ] || [ "$(wc -l <"$served/js/main.js")" != 1 ]; then
    echo "pack.sh: the modules that the start needs did not become one file" >&2
    exit 1
fi
esbuild "$web/js/early.js" --minify --target=esnext >"$served/js/early.js"
esbuild "$web/sw.js" --minify --target=esnext >"$served/sw.js"

sheet() { for file in $1; do cat "$web/$file"; done | esbuild --loader=css --minify --target=esnext; }
sheet "$(named 'link rel="stylesheet" href' css)" >"$served/css/page.css"
sheet "$(named 'meta name="later" content' css)" >"$served/css/later.css"

# Words of other languages are loaded by those who read them, and known to the start alone.
later=$(cd "$served/js" && for file in *.js; do
    case "$file" in main.js | early.js | "$entry") continue ;; esac
    [ -e "$web/js/strings/${file%-*}.js" ] || echo "js/$file"
done)
{
    echo "<link rel=\"stylesheet\" href=\"$base/css/page.css\">"
    echo "<script async src=\"$base/js/early.js\"></script>"
    echo "<link rel=\"modulepreload\" href=\"$base/js/$entry\">"
    for file in $later css/later.css; do echo "<meta name=\"later\" content=\"$base/$file\">"; done
    echo "<script type=\"module\" src=\"$base/js/$entry\"></script>"
} >"$out/parts.html"
# These take the place of what the index of the folder names.
sed -E -e '/<link rel="(stylesheet|modulepreload)"|<meta name="later"|<script /d' \
    -e "/<title>/r $out/parts.html" "$index" >"$served/index.html"
for file in "$web"/*; do
    case "${file##*/}" in *.html | *.js | *.md) continue ;; esac
    [ -d "$file" ] || cp "$file" "$served"
done
