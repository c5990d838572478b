#!/bin/sh
# Writes page.c anew: one array for each file of web-client/. To be run when a file there came, went or got
# another name; `make` does it, and a test compares. Changed content is noticed by the compiler itself.
#
# Where brotli is installed it also writes .build/page/packed.h: every file compressed, and an index.html whose
# addresses carry a hash of the whole page. The server uses these only while they are copies of what is
# compiled in, so one may build without running this.
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

files=$(cd ../../web-client && find . -type f ! -name '.*' ! -name '*.md' | sed 's|^\./||' | LC_ALL=C sort)
{
    echo "// Written by update.sh: the files of web-client/."
    echo '#include "page.h"'
    number=0
    for file in $files; do
        printf '\nstatic const unsigned char file_%d[] = {\n' "$number"
        printf '#embed "../../web-client/%s"\n};\n' "$file"
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
const page_copy page_copies[1] = { { "", "", file_0, 0 } };
const size_t page_copies_count = 0;
const char *const page_version = "";
const unsigned char *const page_index = file_0;
const size_t page_index_count = 0;
#endif
END
} >page.c.new
# The same content keeps its date, so that nothing is built anew.
if cmp -s page.c.new page.c; then rm page.c.new; else mv page.c.new page.c; fi

packed=../../.build/page
if ! command -v brotli >/dev/null 2>&1; then
    echo "update.sh: without brotli the page is served as it lies" >&2
    if [ -e "$packed" ]; then
        rm -rf "$packed"
        touch page.c
    fi
    exit 0
fi
hashes=$(cd ../../web-client && for file in $files; do sha256sum "$file"; done)
version=$({ printf '%s' "$hashes"; cat update.sh; } | sha256sum | cut -c 1-16)
if [ "$version" = "$(cat "$packed/version" 2>/dev/null || true)" ]; then exit 0; fi
rm -rf "$packed"
mkdir -p "$packed"
sed -E 's#"/(js|css)/#"/v/'"$version"'/\1/#g' ../../web-client/index.html >"$packed/index.html"
{
    number=0
    for file in $files; do
        source=../../web-client/$file
        if [ "$file" = index.html ]; then source=$packed/index.html; fi
        printf '\nstatic const unsigned char packed_%d[] = {\n' "$number"
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
    printf '\nstatic const unsigned char packed_index[] = {\n#embed "index.html"\n};\n'
    printf '\nconst page_copy page_copies[] = {\n'
    number=0
    for file in $files; do
        hash=$(printf '%s\n' "$hashes" | sed -n "$((number + 1))s/^\(.\{24\}\).*/\1/p")
        count="sizeof packed_$number"
        case "$file" in *.png) count=0 ;; esac
        printf '    { "/%s", "%s", packed_%d, %s },\n' "$file" "$hash" "$number" "$count"
        number=$((number + 1))
    done
    printf '};\nconst size_t page_copies_count = sizeof page_copies / sizeof page_copies[0];\n'
    printf 'const char *const page_version = "%s";\n' "$version"
    printf 'const unsigned char *const page_index = packed_index;\n'
    printf 'const size_t page_index_count = sizeof packed_index;\n'
} >"$packed/packed.h"
echo "$version" >"$packed/version"
# The compiler can't see that a header is there now that was not.
touch page.c
