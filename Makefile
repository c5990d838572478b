# What there is to do with LiveList. Each target installs what it needs and is missing, and says so.

.PHONY: run test soak simulate sanitize fuzz format lint page

# ARGS: options of livelistd, for example make run ARGS='--listen 0.0.0.0:9443 --open'
run:
	@scripts/need.sh build
	@Sources/CPage/update.sh
	swift build -c release --product livelistd
	exec .build/release/livelistd serve $(ARGS)

test:
	@scripts/need.sh build test
	@Sources/CPage/update.sh
	@scripts/test.sh

# Longer: all seeds, every bit, whole browsers, fuzzing, sanitizers.
soak:
	@scripts/need.sh build test soak
	@Sources/CPage/update.sh
	@LIVELIST_SOAK=1 scripts/test.sh

# The simulation over as many seeds as you like: make simulate SEEDS=1000
simulate:
	@scripts/need.sh build
	@Sources/CPage/update.sh
	LIVELIST_SEEDS=$(or $(SEEDS),100) swift test --filter SimulationTests

# What reads bytes that anyone may send, and what keeps its memory itself, under the address sanitizer.
READERS = FuzzReplay|Decoder|JSON|Codec|Deflate|CloseFrame|Token|Address|Forwarded|HTTPRoutes|Upgrade|ListClient
KEEPERS = OrderTree|PagedTable|HashTree|Places|ListState|Vector|RoomTests
sanitize:
	@scripts/need.sh build
	@Sources/CPage/update.sh
	ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address --scratch-path .build/address \
	    --filter '$(READERS)|$(KEEPERS)'

# Any bytes for decoder, session, journal, tokens or answers: make fuzz TARGET=session SECONDS=3600
fuzz:
	@scripts/need.sh build
	scripts/fuzz.sh $(or $(TARGET),session) $(or $(SECONDS),60)

# The table of the files that are compiled in, and their compressed copies.
page:
	@Sources/CPage/update.sh

format:
	swift format --in-place --recursive Package.swift Sources Tests

lint:
	swift format lint --strict --recursive Package.swift Sources Tests
