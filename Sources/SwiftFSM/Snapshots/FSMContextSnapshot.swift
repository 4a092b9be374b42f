/// A machine with a context as a value, to be stored: its state, with associated values. What its context holds is the
/// program's to store; tasks and timers of the state begin anew with ``FSMContextTable/Machine/start(isolation:)``.
///
/// ```swift
/// let row = try JSONEncoder().encode(machine.snapshot)
/// ...
/// let machine = try table.machine(gate, restoring: JSONDecoder().decode(FSMContextSnapshot<State>.self, from: row))
/// ```
///
/// It is `Codable` if the state is. As JSON it is `{"format":1,"state":"locked"}`, where the state is what its own `Codable`
/// makes of it.
public struct FSMContextSnapshot<State: FSMHashable>: Hashable, Sendable {
    /// The state.
    public let state: State

    /// A snapshot of a machine in this state.
    public init(state: State) { self.state = state }

    /// The format that is written.
    private static var format: Int { 1 }

    private enum CodingKeys: String, CodingKey {
        case format, state
    }
}

extension FSMContextSnapshot: Decodable where State: Decodable {
    /// - Throws: `DecodingError`: something is no snapshot, one of a later format, or one with a state that `State` lacks.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let format = try members.decode(Int.self, forKey: .format)
        guard format == Self.format else {
            throw DecodingError.dataCorruptedError(
                forKey: .format, in: members,
                debugDescription: "the snapshot has format \(format), and this library reads format \(Self.format)")
        }
        state = try members.decode(State.self, forKey: .state)
    }
}

extension FSMContextSnapshot: Encodable where State: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(Self.format, forKey: .format)
        try members.encode(state, forKey: .state)
    }
}

extension FSMContextTable {
    /// Makes a machine that goes on from a snapshot. No actions run. O(1).
    ///
    /// - Throws: ``SwiftFSMError`` if no statement of the rules names the state. ``FSMSnapshotError`` if the state leaves a
    ///   value open, `{"any":true}`, which only tables do.
    public func machine(_ context: Context, restoring snapshot: FSMContextSnapshot<State>) throws -> Machine {
        try machine(context, in: checked(snapshot))
    }

    /// Makes a machine that goes on from a snapshot, with the clock by which its `after`s are due. No actions run. O(1).
    ///
    /// - Throws: See ``FSMContextTable/machine(_:restoring:)``.
    public func machine<C: Clock>(
        _ context: Context, restoring snapshot: FSMContextSnapshot<State>, clock: C
    ) throws -> Machine where C.Duration == Duration { try machine(context, in: checked(snapshot), clock: clock) }

    /// The state of a snapshot. One that is defined whatever its values has all of them.
    private func checked(_ snapshot: FSMContextSnapshot<State>) throws -> State {
        let number = stateIndex.number(of: snapshot.state)
        if number >= 0, effects.cases[Int(number)], !wildcardPositions(in: snapshot.state).isEmpty {
            throw FSMSnapshotError.damaged("the state \(snapshot.state) leaves a value open")
        }
        return snapshot.state
    }
}

extension FSMContextTable.Machine {
    /// The machine as a value, to be stored.
    public var snapshot: FSMContextSnapshot<State> { FSMContextSnapshot(state: state) }
}

extension FSMTable {
    /// Creates a machine with this table and the actions of these rules, which goes on from a snapshot. No actions run.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot of a machine with these rules, or with an earlier version of them.
    ///   - migrating: See ``FSM/restore(_:isolation:migrating:)``.
    ///   - isolation: The isolation of the caller.
    ///   - block: The rules, which must be those of the table.
    /// - Returns: The machine.
    /// - Throws: ``SwiftFSMError`` if the rules are not those of the table, ``FSMSnapshotError`` if the snapshot has no place
    ///   in it.
    public func machine(
        restoring snapshot: FSMSnapshot, migrating: ((FSMMissing) -> FSMReplacement<State, Event>?)? = nil,
        isolation: isolated (any Actor)? = #isolation,
        @TableBuilder<State, Event> _ block: () throws -> [Syntax.Define<State, Event>]
    ) throws -> FSM<State, Event> {
        let machine = try machine(initialState: nil, block)
        try machine.restore(snapshot, isolation: isolation, migrating: migrating)
        return machine
    }
}
