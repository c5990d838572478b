import Testing

@testable import LiveList

@Suite struct TokenBucketTests {
    private let rate = Rate(perSecond: 10, burst: 20)

    @Test func aBurstIsTakenAtOnceAndThenOneATick() {
        var bucket = TokenBucket()
        for number in 0..<20 { #expect(bucket.take(1, at: rate, now: 5_000) == 0, "\(number)") }
        #expect(bucket.take(1, at: rate, now: 5_000) == 100)
        #expect(bucket.take(1, at: rate, now: 5_099) == 1)
        #expect(bucket.take(1, at: rate, now: 5_100) == 0)
        #expect(bucket.take(1, at: rate, now: 5_100) == 100, "what is refused costs nothing")
    }

    @Test func itIsFullAgainAndNeverFuller() {
        var bucket = TokenBucket()
        #expect(bucket.isFull(now: 0))
        #expect(bucket.take(20, at: rate, now: 0) == 0)
        #expect(!bucket.isFull(now: 1_999))
        #expect(bucket.isFull(now: 2_000))
        #expect(bucket.take(20, at: rate, now: 1_000_000) == 0)
        #expect(bucket.take(1, at: rate, now: 1_000_000) == 100)
    }

    @Test func moreThanItHoldsIsTakenWhenItIsFullAndPaidForAfterwards() {
        var bucket = TokenBucket()
        #expect(bucket.take(50, at: rate, now: 0) == 0)
        #expect(bucket.take(1, at: rate, now: 0) == 3_100)
        #expect(bucket.take(50, at: rate, now: 0) == 5_000)
        #expect(bucket.take(50, at: rate, now: 5_000) == 0)
    }

    @Test func chargesAreTakenInAnyCase() {
        var bucket = TokenBucket()
        #expect(bucket.charge(20, at: rate, now: 0) == 0)
        #expect(bucket.charge(5, at: rate, now: 0) == 500)
        #expect(bucket.charge(5, at: rate, now: 500) == 500)
        #expect(bucket.charge(1, at: rate, now: 10_000) == 0)
    }

    @Test(arguments: [1, 3, 7, 1_000, 999_999, 1_000_000_000])
    func inTheLongRunItIsTheRate(perSecond: Int) {
        let rate = Rate(perSecond: perSecond, burst: perSecond)
        var bucket = TokenBucket()
        let parts = min(perSecond, 50)
        var taken = 0
        for step in 0..<10_000 {
            let now = Int64(step)
            if bucket.take(perSecond / parts, at: rate, now: now) == 0 { taken += perSecond / parts }
        }
        // Ten seconds and the burst, less what a rounded share and the last wait may cost.
        #expect(taken <= 11 * perSecond + 1)
        #expect(taken >= 10 * perSecond - 1)
    }
}

@Suite struct SessionRatesTests {
    private let limits = SessionLimits(
        messages: Rate(perSecond: 100, burst: 200), mutations: Rate(perSecond: 100, burst: 1_000))

    @Test func messagesAndMutationsAreCountedApart() {
        var rates = SessionRates()
        #expect(rates.take(mutationCount: 1_000, within: limits, now: 0) == 0)
        #expect(rates.take(mutationCount: 1, within: limits, now: 0) == 10)
        #expect(rates.take(mutationCount: 0, within: limits, now: 0) == 0)
        #expect(rates.receive(byteCount: 1 << 30, within: limits, now: 0) == 0, "no limit")
    }

    @Test func whoHeedsARefusalIsNeverCutOff() {
        var rates = SessionRates()
        for round in 0..<100 {
            let now = Int64(round) * 2_500
            for _ in 0..<1_000 { #expect(rates.refuse(now: now) == false) }
        }
    }

    @Test func whoDoesNotIsCutOff() {
        var rates = SessionRates()
        for step in 0..<2_000 { #expect(rates.refuse(now: Int64(step)) == false) }
        #expect(rates.refuse(now: 2_000) == true)
        var flood = SessionRates()
        for _ in 0..<20_000 { #expect(flood.refuse(now: 0) == false) }
        #expect(flood.refuse(now: 0) == true)
    }
}
