import Foundation
import SwiftFSM

/// The ways in which a snapshot is stored: each gives an equal one back.
enum SnapshotCoding: CaseIterable {
    case value, bytes, json, propertyList

    func copy(_ snapshot: FSMSnapshot) throws -> FSMSnapshot {
        switch self {
        case .value: return snapshot
        case .bytes: return try FSMSnapshot(bytes: snapshot.bytes)
        case .json: return try JSONDecoder().decode(FSMSnapshot.self, from: JSONEncoder().encode(snapshot))
        case .propertyList:
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .binary
            return try PropertyListDecoder().decode(FSMSnapshot.self, from: encoder.encode(snapshot))
        }
    }
}

extension FSMSnapshot {
    /// As JSON, with its members in alphabetical order.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    init(json: String) throws { self = try JSONDecoder().decode(FSMSnapshot.self, from: Data(json.utf8)) }
}

/// The generator SplitMix64.
struct SnapshotRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
    mutating func chance(_ percent: Int) -> Bool { number(100) < percent }
}
