import Testing

@testable import LiveList

/// The order of entries and ghosts against plain arrays.
@Suite struct PlacesTests {
    typealias Row = [(id: Int, isLive: Bool)]

    final class Number: ChunkContent {
        let byteCount: Int
        init(_ byteCount: Int) { self.byteCount = byteCount }
    }

    struct Pair {
        var places = Places<Int, Number, Int>()
        var rows: [Row]
        var departures = 0

        init(rowCount: Int) {
            rows = Array(repeating: [], count: rowCount)
            for row in 0..<rowCount { #expect(places.addRow(row) == row) }
        }

        mutating func insert(_ ids: [Int], before id: Int?, in row: Int) {
            let place = id.map { places.place(before: $0, in: row)! } ?? .end
            places.insert(ids, ids.map { Number($0) }, at: place, in: row)
            let index = id.map { id in rows[row].firstIndex { $0.id == id }! } ?? rows[row].count
            rows[row].insert(contentsOf: ids.map { ($0, true) }, at: index)
            rows[row].removeAll { ids.contains($0.id) && !$0.isLive }
        }

        mutating func takeOut(_ id: Int, leavingGhost: Bool) {
            let row = places.row(of: id)!
            let departure = Departure(revision: Revision(departures), order: departures)
            departures += 1
            #expect(places.takeOut(id, leaving: leavingGhost ? departure : nil)?.content.byteCount == id)
            let index = rows[row].firstIndex { $0.id == id }!
            if leavingGhost { rows[row][index].isLive = false } else { rows[row].remove(at: index) }
        }

        func check(_ context: Comment) {
            places.checkInvariants()
            for row in rows.indices {
                var found: Row = []
                places.forEachChunk(in: row) { chunk in
                    for offset in 0..<chunk.count {
                        found.append((chunk.ids[offset], chunk.contents[offset] != nil))
                    }
                }
                #expect(found.map { $0.id } == rows[row].map { $0.id }, context)
                #expect(found.map { $0.isLive } == rows[row].map { $0.isLive }, context)
                for (index, entry) in rows[row].enumerated() {
                    let next = rows[row][index...].first { $0.isLive }?.id
                    #expect(
                        places.nextLive(at: places.place(before: entry.id, in: row)!, in: row) == next,
                        context)
                }
            }
        }
    }

    @Test func everySmallOrder() {
        // Every way to insert four entries one by one, then to take two of them out with or without a ghost.
        for ways in 0..<24 {
            var pair = Pair(rowCount: 1)
            var rest = ways
            for id in 0..<4 {
                let place = rest % (id + 1)
                rest /= id + 1
                pair.insert([id], before: place < pair.rows[0].count ? pair.rows[0][place].id : nil, in: 0)
            }
            for first in 0..<4 {
                for second in 0..<4 where second != first {
                    for ghosts in 0..<4 {
                        var after = pair
                        after.takeOut(first, leavingGhost: ghosts & 1 == 1)
                        after.takeOut(second, leavingGhost: ghosts & 2 == 2)
                        if ghosts & 1 == 1 { after.insert([9], before: first, in: 0) }
                        after.insert([second], before: after.rows[0].first?.id, in: 0)
                        after.check("way \(ways), out \(first) and \(second), ghosts \(ghosts)")
                    }
                }
            }
            pair.check("way \(ways)")
        }
    }

    @Test(arguments: 0..<12)
    func randomOrders(_ seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        var pair = Pair(rowCount: 3)
        let pool = 900
        for step in 0..<400 {
            let row = generator.below(3)
            let shrinks = step > 250
            if generator.below(10) < (shrinks ? 3 : 7) {
                let count = generator.oneIn(6) ? 1 + generator.below(100) : 1 + generator.below(3)
                let ids = Set((0..<count).map { _ in generator.below(pool) }).filter {
                    !pair.places.isLive($0)
                }
                let anchors = pair.rows[row]
                let anchor =
                    anchors.isEmpty || generator.oneIn(4) ? nil : anchors[generator.below(anchors.count)].id
                if !ids.isEmpty { pair.insert(ids.sorted(), before: anchor, in: row) }
            } else {
                let isLeavingGhost = generator.oneIn(2)
                for _ in 0..<(1 + generator.below(shrinks ? 30 : 5)) {
                    let live = pair.rows[row].filter { $0.isLive }
                    if live.isEmpty { break }
                    pair.takeOut(live[generator.below(live.count)].id, leavingGhost: isLeavingGhost)
                }
            }
            if generator.oneIn(20) {
                // What left first is forgotten first.
                let kept = pair.places.ghostCount / 2
                let copy = pair
                pair.places.forget(before: Revision(0), keeping: kept)
                #expect(pair.places.ghostCount == kept)
                for row in 0..<3 {
                    pair.rows[row].removeAll { !$0.isLive && !pair.places.hasGhost($0.id, in: row) }
                }
                copy.check("the copy, seed \(seed), step \(step)")
            }
            if step % 8 == 0 { pair.check("seed \(seed), step \(step)") }
        }
    }

    @Test func aBlockInsideFillsItsChunks() {
        var pair = Pair(rowCount: 1)
        pair.insert(Array(0..<20), before: nil, in: 0)
        pair.insert(Array(100..<2_100), before: 10, in: 0)
        pair.check("a long block")
        #expect(pair.places.chunks.count <= 2_020 / 26 + 3)
    }

    @Test func anEmptiedRowGivesItsChunksBack() {
        var pair = Pair(rowCount: 1)
        for round in 0..<20 {
            pair.insert(Array(0..<1_000), before: nil, in: 0)
            for id in 0..<1_000 { pair.takeOut(id, leavingGhost: false) }
            pair.check("round \(round)")
        }
        #expect(pair.places.chunks.count <= 1_000 / 26 + 2)
    }
}
