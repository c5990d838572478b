#!/bin/bash
# Feeds a target with inputs of libFuzzer's: fuzz.sh TARGET SECONDS [OPTIONS OF LIBFUZZER]. Starts from what is
# kept in Tests/Fuzz/corpus; what it adds lies in .build/fuzz/corpus, an input that fails in .build/fuzz/found.
set -eu
cd "$(dirname "$0")/.."
target=${1:?decoder, session, journal, tokens or answers}
seconds=${2:?for how long}
shift 2

out=.build/fuzz
mkdir -p "$out/corpus/$target" "$out/found"
sources=$(ls Sources/LiveList/{Model,Wire,Client,Journal,Access,Guard,Engine}/*.swift \
    Tests/LiveListTests/Fuzz/Fuzz{Target,Session,Tokens,Answers}.swift Tests/Fuzz/Entry.swift \
    Tests/LiveListTests/Simulation/{SimulatedStore,SimulatedLine,Flaws}.swift)
newest=$(ls -t $sources | head -n 1)
if [ ! -x "$out/fuzz" ] || [ "$newest" -nt "$out/fuzz" ]; then
    # Optimised, but with the checks that a debug build makes. The tests import the module by its own name.
    swiftc -O -assert-config Debug -g -parse-as-library -swift-version 6 -module-name LiveList \
        -enable-testing -sanitize=fuzzer,address -suppress-warnings -I Sources/CSQLite -I Sources/CCrypto \
        $sources -o "$out/fuzz"
fi
export LIVELIST_FUZZ=$target
exec "$out/fuzz" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 \
    -dict=Tests/Fuzz/words.dict -artifact_prefix="$out/found/$target-" "$@" \
    "$out/corpus/$target" "Tests/Fuzz/corpus/$target"
