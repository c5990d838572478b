#!/bin/sh
# Writes page.c anew: one array for each file of web-client/. To be run when a file there came, went or got
# another name; `make` does it, and a test compares. Changed content is noticed by the compiler itself.
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
} >page.c.new
# The same content keeps its date, so that nothing is built anew.
if cmp -s page.c.new page.c; then rm page.c.new; else mv page.c.new page.c; fi
