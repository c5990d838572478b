import Glibc
import Testing

@testable import LiveList

/// Damage anywhere in a small store: it is harmless, or it is found; nothing that it touched is served as
/// truth, and no list is gone without a word.
///
/// A share of what `scripts/every-bit.sh` does in full.
@Suite struct SQLiteRotTests {
    /// One place in so many.
    private static let stride = getenv("LIVELIST_SOAK") == nil ? 6_007 : 307

    @Test(arguments: RottenStore.Damage.allCases, [512, 4_096])
    func isHarmlessOrFound(_ damage: RottenStore.Damage, pageBytes: Int) throws {
        let store = try RottenStore(pageBytes: pageBytes)
        let place = try TemporaryFolder()
        let (name, files) = store.damaged(by: damage)
        #expect(try store.outcome(of: files, in: place) == .harmless)
        let places = damage.places(in: try #require(files[name]).count)
        var tried = 0
        // Few places are all tried, of many the same share in every run.
        for number in Swift.stride(from: 1, to: places, by: max(1, min(Self.stride, places / 20))) {
            tried += 1
            do {
                _ = try store.outcome(of: damage.make(number, of: name, in: files), in: place)
            } catch let untruth as RottenStore.Untruth {
                Issue.record("\(damage) \(number) of \(name): \(untruth)")
            }
        }
        #expect(tried >= 20)
    }
}
