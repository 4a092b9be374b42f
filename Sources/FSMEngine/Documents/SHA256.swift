/// SHA-256, as FIPS 180-4 defines it.
public struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var schedule = [UInt32](repeating: 0, count: 64)
    private let constants: [UInt32]

    private init() {
        // The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
        var constants: [UInt32] = []
        var candidate: UInt64 = 2
        while constants.count < 64 {
            if Self.isPrime(candidate) { constants.append(Self.cubeRootFraction(candidate)) }
            candidate += 1
        }
        self.constants = constants
    }

    /// The digest of these bytes: 32 of them. O(bytes).
    public static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var hash = SHA256()
        var next = 0
        while next + 64 <= bytes.count {
            hash.add(UnsafeRawBufferPointer(rebasing: bytes[next..<next + 64]))
            next += 64
        }
        // What is left, a bit, zeros, and the number of bits.
        var tail = [UInt8](repeating: 0, count: bytes.count - next + 9 > 64 ? 128 : 64)
        for index in next..<bytes.count { tail[index - next] = bytes[index] }
        tail[bytes.count - next] = 0x80
        let bits = UInt64(bytes.count) * 8
        for index in 0..<8 { tail[tail.count - 1 - index] = UInt8(truncatingIfNeeded: bits >> UInt64(8 * index)) }
        tail.withUnsafeBytes { tail in
            for start in stride(from: 0, to: tail.count, by: 64) {
                hash.add(UnsafeRawBufferPointer(rebasing: tail[start..<start + 64]))
            }
        }
        var digest: [UInt8] = []
        for word in hash.state {
            for shift in [24, 16, 8, 0] as [UInt32] { digest.append(UInt8(word >> shift & 0xff)) }
        }
        return digest
    }

    private mutating func add(_ block: UnsafeRawBufferPointer) {
        for index in 0..<16 {
            schedule[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
        }
        for index in 16..<64 {
            let (early, late) = (schedule[index &- 15], schedule[index &- 2])
            let first = Self.turn(early, 7) ^ Self.turn(early, 18) ^ (early >> 3)
            let second = Self.turn(late, 17) ^ Self.turn(late, 19) ^ (late >> 10)
            schedule[index] = schedule[index &- 16] &+ first &+ schedule[index &- 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let first = Self.turn(e, 6) ^ Self.turn(e, 11) ^ Self.turn(e, 25)
            let one = h &+ first &+ ((e & f) ^ (~e & g)) &+ constants[index] &+ schedule[index]
            let second = Self.turn(a, 2) ^ Self.turn(a, 13) ^ Self.turn(a, 22)
            let two = second &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    @inline(__always)
    private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func isPrime(_ number: UInt64) -> Bool {
        var divisor: UInt64 = 2
        while divisor * divisor <= number {
            if number % divisor == 0 { return false }
            divisor += 1
        }
        return true
    }

    /// By halving: the largest number of 3 + 32 bits whose cube is not above the prime's.
    private static func cubeRootFraction(_ prime: UInt64) -> UInt32 {
        var (low, high) = (UInt64(0), UInt64(8) << 32)
        while high - low > 1 {
            let middle = (low + high) / 2
            let square = middle.multipliedFullWidth(by: middle)
            // middle³ < prime · 2⁹⁶ is middle² · middle / 2⁹⁶ < prime.
            let squareTop = square.high << 32 | square.low >> 32
            let rest = square.low & 0xffff_ffff
            let upper = squareTop.multipliedFullWidth(by: middle)
            let carry = rest.multipliedFullWidth(by: middle)
            let (sum, overflow) = upper.low.addingReportingOverflow(carry.high << 32 | carry.low >> 32)
            let whole = (upper.high + (overflow ? 1 : 0), sum)
            if whole.0 < prime { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }
}
