#!/bin/bash
# Flips every bit of a small store, ends its files at every byte and tears them at every place, and says what
# each start came to: every-bit.sh [WORKERS]. LIVELIST_STRIDE=N takes one place in N. A place that failed is
# tried again with every-bit.sh PAGEBYTES DAMAGE NUMBER...
set -eu
cd "$(dirname "$0")/.."

out=.build/every-bit
mkdir -p "$out"
tests=Tests/LiveListTests
sources=$(ls Sources/LiveList/{Model,Wire,Journal}/*.swift \
    $tests/Journal/{RottenStore,RottenStore+Damage,JournalHarness,TemporaryFolder,TestLog}.swift \
    $tests/Support/SplitMix64.swift Tests/EveryBit/Entry.swift)
newest=$(ls -t $sources | head -n 1)
if [ ! -x "$out/every-bit" ] || [ "$newest" -nt "$out/every-bit" ]; then
    # Optimised, but with the checks that a debug build makes. The tests import the module by its own name.
    swiftc -O -wmo -assert-config Debug -parse-as-library -swift-version 6 -module-name LiveList \
        -enable-testing -suppress-warnings -I Sources/CSQLite -I Sources/CCrypto \
        $sources -o "$out/every-bit"
fi
[ $# -gt 0 ] || set -- "$(nproc)"
exec "$out/every-bit" "$@"
