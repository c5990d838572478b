# What there is to do with LiveList. Each target installs what it needs and is missing, and says so.

.PHONY: run test soak simulate format lint page

# ARGS: options of livelistd, for example make run ARGS='--listen 0.0.0.0:9443 --open'
run: page
	@scripts/need.sh build
	swift build -c release --product livelistd
	exec .build/release/livelistd serve $(ARGS)

test: page
	@scripts/need.sh build test
	@scripts/test.sh

# Longer: all seeds, every bit, whole browsers.
soak: page
	@scripts/need.sh build test
	@LIVELIST_SOAK=1 scripts/test.sh

# The simulation over as many seeds as you like: make simulate SEEDS=1000
simulate: page
	@scripts/need.sh build
	LIVELIST_SEEDS=$(or $(SEEDS),100) swift test --filter SimulationTests

# The table of the files that are compiled in.
page:
	@Sources/CPage/update.sh

format:
	swift format --in-place --recursive Package.swift Sources Tests

lint:
	swift format lint --strict --recursive Package.swift Sources Tests
