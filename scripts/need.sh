#!/bin/sh
# Installs the Debian or Ubuntu packages that are missing for what is named: build, test, soak. Asks the
# network only where something is missing; without root or sudo it prints the line to run, and ends.
set -eu

build="libwebsockets-dev libssl-dev libsqlite3-dev libuv1-dev pkg-config brotli esbuild"
test="nodejs chromium-headless-shell python3-venv openssl fonts-dejavu-core"
soak="nginx firefox-esr webkit2gtk-driver xvfb"

if ! command -v swift >/dev/null 2>&1; then
    echo "Swift 6.2 or newer is needed: https://www.swift.org/install/linux tells how to get it." >&2
    exit 1
fi

missing=
for group in "$@"; do
    case "$group" in
    build) packages=$build ;;
    test) packages=$test ;;
    soak) packages=$soak ;;
    *) echo "need.sh knows build, test and soak, not $group" >&2; exit 64 ;;
    esac
    for package in $packages; do
        # Node from elsewhere will do as well.
        if [ "$package" = nodejs ] && command -v node >/dev/null 2>&1; then continue; fi
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$state" = installed ] || missing="$missing $package"
    done
done
[ -n "$missing" ] || exit 0

echo "Missing:$missing"
line="apt-get install --yes --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    sudo=
elif command -v sudo >/dev/null 2>&1; then
    sudo=sudo
else
    echo "Run this as root, then try again:" >&2
    echo "    apt-get update && $line" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update --quiet
$sudo $line
