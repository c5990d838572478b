#!/bin/sh
# Writes page.c anew: one array for each file of web-client/. To be run when a file there came, went or got
# another name; `make` does it, and a test compares. Changed content is noticed by the compiler itself.
#
# Where esbuild and brotli are installed it also writes .build/page/packed.h, the page as it goes over the
# wire: one script, one style sheet and what is loaded later, minified and compressed, and an index.html whose
# addresses carry a hash of the whole. The server uses it only while it was made of what is compiled in, so
# one may build without running this.
set -eu
cd "$(dirname "$0")"

type_of() {
    case "$1" in
    *.html) echo "text/html; charset=utf-8" ;;
    *.css) echo "text/css; charset=utf-8" ;;
    *.js) echo "text/javascript; charset=utf-8" ;;
    *.json) echo "application/json" ;;
    *.webmanifest) echo "application/manifest+json" ;;
    *.svg) echo "image/svg+xml" ;;
    *.png) echo "image/png" ;;
    *.txt) echo "text/plain; charset=utf-8" ;;
    *) echo "web-client/$1: update.sh knows no media type for it" >&2; exit 1 ;;
    esac
}

files_of() { (cd "$1" && find . -type f ! -name '.*' ! -name '*.md' | sed 's|^\./||' | LC_ALL=C sort); }

web=../../web-client
files=$(files_of $web)
{
    echo "// Written by update.sh: the files of web-client/."
    echo '#include "page.h"'
    number=0
    for file in $files; do
        printf '\nstatic const unsigned char file_%d[] = {\n' "$number"
        printf '#embed "%s/%s"\n};\n' "$web" "$file"
        number=$((number + 1))
    done
    printf '\nconst page_file page_files[] = {\n'
    number=0
    for file in $files; do
        type=$(type_of "$file")
        printf '    { "/%s", "%s", file_%d, sizeof file_%d },\n' "$file" "$type" "$number" "$number"
        number=$((number + 1))
    done
    printf '};\nconst size_t page_files_count = sizeof page_files / sizeof page_files[0];\n'
    cat <<'END'

#if __has_include("../../.build/page/packed.h")
#include "../../.build/page/packed.h"
#else
const page_source page_sources[1] = { { "", "" } };
const size_t page_sources_count = 0;
const page_packed page_packed_files[1] = { { { "", "", file_0, 0 }, file_0, 0 } };
const size_t page_packed_files_count = 0;
const char *const page_version = "";
#endif
END
} >page.c.new
# The same content keeps its date, so that nothing is built anew.
if cmp -s page.c.new page.c; then rm page.c.new; else mv page.c.new page.c; fi

packed=../../.build/page
if ! command -v brotli >/dev/null 2>&1 || ! command -v esbuild >/dev/null 2>&1; then
    echo "update.sh: without esbuild and brotli the page is served as it lies" >&2
    if [ -e "$packed" ]; then
        rm -rf "$packed"
        touch page.c
    fi
    exit 0
fi
hashes=$(cd $web && for file in $files; do sha256sum "$file"; done)
version=$({ printf '%s' "$hashes"; cat update.sh pack.sh; } | sha256sum | cut -c 1-16)
if [ "$version" = "$(cat "$packed/version" 2>/dev/null || true)" ]; then exit 0; fi
rm -rf "$packed"
./pack.sh "$version" $web "$packed"
{
    number=0
    served=$(files_of "$packed/served")
    for file in $served; do
        source=$packed/served/$file
        printf '\nstatic const unsigned char packed_%d[] = {\n#embed "served/%s"\n};\n' "$number" "$file"
        printf 'static const unsigned char packed_%d_br[] = {\n' "$number"
        case "$file" in
        *.png) echo 0 ;;
        *)
            brotli --best --force --output="$packed/$number.br" "$source"
            printf '#embed "%d.br"\n' "$number"
            ;;
        esac
        echo "};"
        number=$((number + 1))
    done
    printf '\nconst page_source page_sources[] = {\n'
    printf '%s\n' "$hashes" | sed -E 's|^(.{24})[^ ]* +(.*)$|    { "/\2", "\1" },|'
    printf '};\nconst size_t page_sources_count = sizeof page_sources / sizeof page_sources[0];\n'
    printf '\nconst page_packed page_packed_files[] = {\n'
    number=0
    for file in $served; do
        type=$(type_of "$file")
        count="sizeof packed_${number}_br"
        case "$file" in *.png) count=0 ;; esac
        printf '    { { "/%s", "%s", packed_%d, sizeof packed_%d }, packed_%d_br, %s },\n' \
            "$file" "$type" "$number" "$number" "$number" "$count"
        number=$((number + 1))
    done
    printf '};\nconst size_t page_packed_files_count ='
    printf ' sizeof page_packed_files / sizeof page_packed_files[0];\n'
    printf 'const char *const page_version = "%s";\n' "$version"
} >"$packed/packed.h"
echo "$version" >"$packed/version"
# The compiler can't see that a header is there now that was not.
touch page.c
