/// A 64-bit checksum over a sequence of numbers and byte runs: each is hashed by XXH64 with the sum so far as
/// its seed. It guards against rot and mix-ups, not against people.
struct Checksum {
    private(set) var value: UInt64

    init(seed: UInt64 = 0) { value = seed }

    mutating func add(_ number: Int64) {
        var little = number.littleEndian
        withUnsafeBytes(of: &little) { value = xxHash64($0, seed: value) }
    }

    mutating func add(_ number: Int) { add(Int64(number)) }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        value = xxHash64(bytes, seed: value)
    }

    mutating func add(_ string: String) {
        var copy = string
        copy.withUTF8 { value = xxHash64(UnsafeRawBufferPointer($0), seed: value) }
    }

    /// The sum as SQLite and files store it.
    var stored: Int64 { Int64(bitPattern: value) }
}

/// XXH64 as its specification (github.com/Cyan4973/xxHash, `doc/xxhash_spec.md`) defines it. About 10 GB/s,
/// and every step of a lane is a bijection, so a change within one lane always reaches the final mixing.
func xxHash64(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var offset = 0
    var hash: UInt64
    if bytes.count >= 32 {
        var first = seed &+ prime1 &+ prime2
        var second = seed &+ prime2
        var third = seed
        var fourth = seed &- prime1
        while offset + 32 <= bytes.count {
            first = round(first, bytes.word64(at: offset))
            second = round(second, bytes.word64(at: offset + 8))
            third = round(third, bytes.word64(at: offset + 16))
            fourth = round(fourth, bytes.word64(at: offset + 24))
            offset += 32
        }
        hash = rotate(first, 1) &+ rotate(second, 7) &+ rotate(third, 12) &+ rotate(fourth, 18)
        for lane in [first, second, third, fourth] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
    } else {
        hash = seed &+ prime5
    }
    hash = absorbTail(bytes, from: offset, into: hash &+ UInt64(bytes.count))
    hash = (hash ^ hash >> 33) &* prime2
    hash = (hash ^ hash >> 29) &* prime3
    return hash ^ hash >> 32
}

/// The last up to 31 bytes, in steps of 8, 4 and 1.
private func absorbTail(_ bytes: UnsafeRawBufferPointer, from start: Int, into sum: UInt64) -> UInt64 {
    var hash = sum
    var offset = start
    while offset + 8 <= bytes.count {
        hash = rotate(hash ^ round(0, bytes.word64(at: offset)), 27) &* prime1 &+ prime4
        offset += 8
    }
    if offset + 4 <= bytes.count {
        let word = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        hash = rotate(hash ^ word &* prime1, 23) &* prime2 &+ prime3
        offset += 4
    }
    while offset < bytes.count {
        hash = rotate(hash ^ UInt64(bytes[offset]) &* prime5, 11) &* prime1
        offset += 1
    }
    return hash
}

private let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
private let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
private let prime3: UInt64 = 0x1656_67B1_9E37_79F9
private let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
private let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

@inline(__always)
private func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
}

@inline(__always)
private func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate func word64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
