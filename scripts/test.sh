#!/bin/bash
# Runs every test, one runner after the other, and ends with the last line of each. LIVELIST_SOAK=1 makes
# them long; then LIVELIST_SHARE is how many seconds each runner gets, and being stopped is no failure.
set -u
cd "$(dirname "$0")/.."

logs=.build/test-logs
mkdir -p "$logs"
failed=0
summary=()
# As a rule ten minutes on two cores; what takes longer than this hangs.
limit=1500
# Tests that wait more than they compute share the machine; the long ones want it for themselves.
workers=(-n 2 --dist loadfile)
if [ "${LIVELIST_SOAK:-}" = 1 ]; then
    limit=14400
    workers=()
fi
end=$(($(date +%s) + limit))

# run NAME COMMAND...: what is left of the time, or its share, is its limit.
run() {
    local name=$1 log=$logs/$1.log code last
    shift
    echo "== $name: $*"
    local left=$((end - $(date +%s)))
    [ "$left" -gt 0 ] || left=1
    # Interrupted, so that a runner ends its servers and says how far it came.
    timeout --signal=INT --kill-after=30 "${LIVELIST_SHARE:-$left}" "$@" 2>&1 | tee "$log"
    code=${PIPESTATUS[0]}
    last=$(grep -E "$closing" "$log" | tail -n "$lines" | paste -sd " ")
    if [ "$code" = 124 ] && [ -n "${LIVELIST_SHARE:-}" ] &&
        ! grep -qE '✘|^not ok|[0-9]+ failed' "$log"; then
        code=0
        last="its share of the time is over, without a failure: $last"
    fi
    if [ "$code" = 124 ]; then last="stopped: the time for all tests is over: $last"; fi
    if [ "$code" != 0 ]; then
        failed=1
        last="failed ($code): $last"
    fi
    summary+=("$name: $last")
    return "$code"
}

python_packages() {
    [ -x .venv/bin/python ] || python3 -m venv .venv || return 1
    cmp -s Tests/requirements.txt .venv/requirements.txt && return 0
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -r Tests/requirements.txt &&
        cp Tests/requirements.txt .venv/requirements.txt
}

finish() {
    printf '\n'
    printf '%s\n' "${summary[@]}"
    exit "$failed"
}

# The tests speak for themselves: nothing of the caller's options may reach their servers.
unset LIVELIST_LISTEN LIVELIST_DATA LIVELIST_OPEN LIVELIST_NAME LIVELIST_CERT LIVELIST_KEY LIVELIST_WEB \
    LIVELIST_JOURNAL LIVELIST_LOG LIVELIST_LIMIT LIVELIST_TRUSTED_PROXY LIVELIST_PLAIN \
    LIVELIST_ORIGIN

lines=1
closing='Test run with|error:'
# Without a build there is nothing more to test.
run swift swift test || [ -x .build/debug/livelistd ] || finish
closing='^# (pass|fail) |^ℹ (pass|fail) '
lines=2
run page node --test Tests/WebClient/*.test.mjs
lines=1

if ! python_packages; then
    failed=1
    summary+=("python: the packages of Tests/requirements.txt could not be installed")
    finish
fi
# The program as it is used; the debug build checks invariants after every mutation and is many times slower.
closing='error:|Build .*complete'
run release swift build -c release --product livelistd || finish
export LIVELISTD=$PWD/.build/release/livelistd
closing='(passed|failed|error|no tests ran).* in '
run end-to-end .venv/bin/python -m pytest -q "${workers[@]}" Tests/EndToEnd
run browser .venv/bin/python -m pytest -q "${workers[@]}" Tests/Browser
if [ "${LIVELIST_SOAK:-}" = 1 ]; then
    closing='^Done|^ERROR'
    run every-bit scripts/every-bit.sh
    closing='^Done [0-9]+ runs|ERROR|SUMMARY'
    for target in decoder session journal tokens answers; do run "fuzz-$target" scripts/fuzz.sh "$target" 180; done
    closing='Test run with|error:|ERROR|WARNING: ThreadSanitizer'
    # Engines of the tests are left as they stand: rooms and seats that know each other are no leak of a server.
    ASAN_OPTIONS=detect_leaks=0 run address swift test --sanitize=address --scratch-path .build/address
    # The sanitizer needs its addresses where it expects them.
    run threads setarch -R swift test --sanitize=thread --scratch-path .build/threads
fi
finish
