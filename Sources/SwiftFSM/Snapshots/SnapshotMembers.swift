/// What a snapshot says. Encoded it has the members of the library's JSON, of which those that are empty are not there.
///
/// Events that wait with arguments, and those that were sent or raised and not handled yet, are no part of it: machines of
/// this front end have none.
struct SnapshotMembers: Codable, Hashable, Sendable {
    /// Something with an id: its name, or the id if it has none.
    enum Name: Hashable, Sendable {
        case name(String)
        case number(Int32)
    }

    struct History: Codable, Hashable, Sendable {
        var state: Name
        var states: [Name]
    }

    struct Timer: Codable, Hashable, Sendable {
        var event: Name
        /// What is left of it, or when it is due: one of them, in nanoseconds.
        var left: Int64?
        var due: Int64?
        var number: UInt64
    }

    struct Timeout: Codable, Hashable, Sendable {
        var state: Name
        var event: Name
        var index: UInt32
        var number: UInt64
    }

    struct Waiting: Codable, Hashable, Sendable {
        var event: Name
        /// Of each a predicate type and its case.
        var cases: [[Name]]?
        var arguments: [Other]?
    }

    var format: UInt32 = 1
    var definition: String?
    var version: String?
    var fingerprint: String?
    var states: [Name] = []
    var flags: [Flag]?
    var time: Int64?
    /// Three counts of what is under way, and how often a number of a timer was used at most.
    var progress: [UInt64]?
    var histories: [History]?
    var timers: [Timer]?
    var timeouts: [Timeout]?
    var deferred: [Waiting]?
    /// What waits otherwise, of which only is known whether there is any.
    var sent: [Other]?
    var raised: [Other]?

    /// What a machine is doing, in the order of its bits.
    enum Flag: String, Codable, CaseIterable, Sendable {
        case stopped, done, unsettled, restless, moved, resuming
    }

    /// What no machine of this front end has.
    struct Other: Codable, Hashable, Sendable {}

    static var latestFormat: UInt32 { 1 }
    static var fingerprintSize: Int { 32 }

    /// Throws if the members are not those of a snapshot that this front end can write as bytes.
    func check() throws(FSMSnapshotError) {
        guard format == Self.latestFormat else {
            throw format > Self.latestFormat ? .laterFormat : .damaged("format \(format)")
        }
        guard sent?.isEmpty != false, raised?.isEmpty != false else { throw .eventsUnderWay }
        guard fingerprint == nil || fingerprintBytes != nil else { throw .damaged("fingerprint") }
        if let progress, progress.count != 4 || progress.prefix(3).contains(where: { $0 > UInt64(UInt32.max) }) {
            throw .damaged("progress")
        }
        for timer in timers ?? [] where (time == nil ? timer.left : timer.due) == nil { throw .damaged("timers") }
        let withArguments = (deferred ?? []).filter { $0.arguments?.isEmpty == false }
        guard withArguments.isEmpty else { throw .waitsWithValues(withArguments.map(\.event.description)) }
        for waiting in deferred ?? [] where waiting.cases?.contains(where: { $0.count != 2 }) == true {
            throw .damaged("deferred")
        }
    }

    /// The fingerprint as bytes; `nil` if there is none, or if it is none.
    var fingerprintBytes: [UInt8]? {
        let digits = Array((fingerprint ?? "").utf8)
        guard digits.count == 2 * Self.fingerprintSize else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.digit(digits[index]), let low = Self.digit(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x61...0x66: character - 0x61 + 10
        case 0x41...0x46: character - 0x41 + 10
        default: nil
        }
    }
}

extension SnapshotMembers {
    /// A member of what is to be decoded.
    struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }

        var isKnown: Bool { CodingKeys(stringValue: stringValue) != nil }
    }
}

extension SnapshotMembers.Name: Codable, CustomStringConvertible {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int32.self) {
            self = .number(number)
            return
        }
        let name = try container.decode(String.self)
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a name, or a number")
        }
        self = .name(name)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .name(let name): try container.encode(name)
        case .number(let number): try container.encode(number)
        }
    }

    var description: String {
        switch self {
        case .name(let name): name
        case .number(let number): "\(number)"
        }
    }
}
