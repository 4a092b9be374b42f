/// A machine as a value, to be stored: from it another machine goes on as this one would have, in another process, on another
/// platform, or with a later version of its table. See <doc:Snapshots>.
///
/// It says which states are active, what histories remember, which timers run and which events are deferred, all by name.
/// The actions, and what they capture, are the program's.
///
/// ```swift
/// let row = try JSONEncoder().encode(order.snapshot())
/// ...
/// try other.restore(JSONDecoder().decode(FSMSnapshot.self, from: row))
/// ```
///
/// Encoded, it is an object with members that people can read. As JSON it is what the C library and the Python package write:
///
/// ```
/// {"format":1,"definition":"order","version":"3","fingerprint":"1f…","states":["paid"]}
/// ```
///
/// ``bytes`` are compact, and the same on all platforms.
public struct FSMSnapshot: Sendable, Hashable {
    let members: SnapshotMembers

    init(_ members: SnapshotMembers) { self.members = members }

    /// Reads the bytes of a snapshot: those of ``bytes``, or what `sfsm_machine_snapshot` has written.
    ///
    /// - Throws: ``FSMSnapshotError`` if these are not such bytes: they are damaged, or of a later format. Whether a machine
    ///   can be like that is checked when it is restored.
    /// - Complexity: O(bytes).
    public init(bytes: [UInt8]) throws { members = try SnapshotMembers(bytes) }

    /// The compact form. O(bytes).
    public var bytes: [UInt8] { members.bytes }

    /// The active states without active children, by name; of a chart that is done, the last ones. States of documents have
    /// the names of the document, others those of `"\(state)"`.
    public var states: [String] { members.states.map(\.description) }

    /// The name of the document; `nil` if the table was not read from one that has a name.
    public var definition: String? { members.definition }

    /// The version of the document; `nil` if it has none.
    public var version: String? { members.version }

    /// Tells definitions apart, in hexadecimal digits: of a document it is ``FSMTable/fingerprint``.
    public var fingerprint: String { members.fingerprint ?? "" }
}

extension FSMSnapshot: Codable {
    /// - Throws: `DecodingError`: something is no snapshot, or one of a later format.
    public init(from decoder: any Decoder) throws {
        let path = decoder.codingPath
        func refusal(_ text: String, _ error: FSMSnapshotError? = nil) -> DecodingError {
            .dataCorrupted(.init(codingPath: path, debugDescription: text, underlyingError: error))
        }
        for key in try decoder.container(keyedBy: SnapshotMembers.AnyKey.self).allKeys where !key.isKnown {
            throw refusal("a snapshot has no member \"\(key.stringValue)\"")
        }
        let decoded = try SnapshotMembers(from: decoder)
        do {
            try decoded.check()
            // Without what is empty.
            members = try SnapshotMembers(decoded.bytes)
        } catch {
            throw refusal("\(error)", error)
        }
    }

    public func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

/// When timers go on that run in a snapshot.
public enum FSMSnapshotTimers: Sendable {
    /// When what is left of them has passed: no time passes while the machine is stored.
    case left
    /// When they are due, by the time of the machine: choose it if the program tells machines a time that goes on, such as
    /// that since 1970. The snapshot says ``FSM/now`` as well.
    case due
}
