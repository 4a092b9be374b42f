import Testing

@testable import FSMEngine

/// Makes callbacks that write into one trace when they are called.
///
/// Behaviour is tested by comparing the trace: `exit 1, action a, entry 2`.
final class Recorder {
    private(set) var trace: [String] = []
    private var callbacks: [Recorded] = []

    /// What a callback does: it writes its name, and may act on the machine.
    fileprivate final class Recorded {
        unowned let recorder: Recorder
        let name: String
        let body: (Machine, Step) -> Int32

        init(_ recorder: Recorder, _ name: String, _ body: @escaping (Machine, Step) -> Int32) {
            self.recorder = recorder
            self.name = name
            self.body = body
        }
    }

    /// A callback that writes its name and returns what `body` says, by default 0; with an empty name it writes
    /// nothing.
    func callback(_ name: String, _ body: @escaping (Machine, Step) -> Int32 = { _, _ in 0 }) -> Callback {
        let recorded = Recorded(self, name, body)
        callbacks.append(recorded)
        return Callback(recordedFunction, context: Unmanaged.passUnretained(recorded).toOpaque())
    }

    func answering(_ name: String, _ result: Int32) -> Callback { callback(name) { _, _ in result } }

    func write(_ entry: String) { trace.append(entry) }

    /// What was written since the last call, in one line.
    func take() -> String {
        defer { trace = [] }
        return trace.joined(separator: ", ")
    }
}

private let recordedFunction: Callback.Function = { step, context in
    let recorded = Unmanaged<Recorder.Recorded>.fromOpaque(context!).takeUnretainedValue()
    let step = step.load(as: Step.self)
    if !recorded.name.isEmpty { recorded.recorder.write(recorded.name) }
    return recorded.body(Machine(handle: step.machine), step)
}

extension Definition {
    /// A row with guards and actions, at a line of its own: its number, from 1.
    mutating func row(
        _ source: ID, _ event: ID, _ target: ID, guards: [Callback] = [], actions: [Callback] = [],
        resolver: Callback? = nil, matches: [ID: [Int32]] = [:], block: Int = -1, isOverriding: Bool = false
    ) {
        let number = add(
            Row(
                source: source, event: event, target: target, place: Place(file: -1, line: Int32(rows.count + 1)),
                block: Int32(block), isOverriding: isOverriding))
        for callback in guards { addGuard(callback, toRow: number) }
        for callback in actions { addAction(callback, toRow: number) }
        if let resolver { #expect(setResolver(resolver, ofRow: number)) }
        for (predicate, cases) in matches.sorted(by: { $0.key < $1.key }) {
            addMatch(predicate, cases: cases, toRow: number)
        }
    }

    /// A predicate type, at a line from 301.
    mutating func predicate(_ id: ID, caseCount: Int32) throws {
        let place = Place(file: -1, line: Int32(predicates.count + 301))
        declare(try #require(PredicateType(id, caseCount: caseCount, place: place)))
    }

    /// A block with entry, exit and cycle callbacks, at the line that is its number, from 101.
    @discardableResult
    mutating func block(
        _ state: ID, isFinal: Bool = false, adopts: [Int] = [], entry: [Callback] = [], exit: [Callback] = [],
        cycle: [Callback] = [], update: [Callback] = []
    ) -> Int {
        let place = Place(file: -1, line: Int32(blocks.count + 101))
        let number = add(Block(state: state, isFinal: isFinal, place: place))
        fill(number, adopts, entry, exit, cycle, update)
        return number
    }

    /// A superstate, likewise.
    mutating func superstate(
        adopts: [Int] = [], entry: [Callback] = [], exit: [Callback] = [], cycle: [Callback] = [],
        update: [Callback] = []
    ) -> Int {
        let number = add(Block(superstateAt: Place(file: -1, line: Int32(blocks.count + 101))))
        fill(number, adopts, entry, exit, cycle, update)
        return number
    }

    private mutating func fill(
        _ number: Int, _ adopts: [Int], _ entry: [Callback], _ exit: [Callback], _ cycle: [Callback],
        _ update: [Callback]
    ) {
        for superstate in adopts { #expect(adopt(superstate: superstate, intoBlock: number)) }
        for callback in entry { add(callback, on: .entry, toBlock: number) }
        for callback in exit { add(callback, on: .exit, toBlock: number) }
        for callback in cycle { add(callback, on: .cycle, toBlock: number) }
        for callback in update { add(callback, on: .update, toBlock: number) }
    }

    /// The table, in every layout that there is.
    func tables(sourceLocation: SourceLocation = #_sourceLocation) throws -> [Table] {
        let (valid, diagnostics) = validate()
        for diagnostic in diagnostics where diagnostic.kind.severity == .error {
            Issue.record("\(diagnostic.text)", sourceLocation: sourceLocation)
        }
        let definition = try #require(valid, sourceLocation: sourceLocation)
        return try [TableStorage.Layout.narrow, .wide, .sparse].map {
            try #require(definition.compile(owner: nil, layout: $0), sourceLocation: sourceLocation)
        }
    }

    /// What `body` traces with a machine in state `initial`, which must be the same in every layout.
    func trace(
        _ recorder: Recorder, from initial: ID = 1, isLenient: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (Machine) throws -> Void
    ) throws -> String {
        var traces: [String] = []
        for table in try tables(sourceLocation: sourceLocation) {
            let machine = try Machine.create(table, initial: initial, isLenient: isLenient)
            try body(machine)
            machine.release()
            traces.append(recorder.take())
        }
        #expect(
            traces.allSatisfy { $0 == traces[0] }, "the layouts disagree: \(traces)", sourceLocation: sourceLocation)
        return traces[0]
    }
}

extension Recorder {
    /// Sends events and writes what came of each, with the state that follows: `transitioned 2`.
    func send(_ events: ID..., to machine: Machine) {
        for event in events { write("\(machine.send(event).name) \(machine.state)") }
    }
}

extension Machine {
    /// Sends with these cases.
    func send(_ trigger: Trigger, _ cases: [ID: Int32]) -> Outcome {
        let cases = cases.map { PredicateCase($0.key, $0.value) }
        return cases.withUnsafeBufferPointer { send(Message(trigger, cases: $0)) }
    }
}

extension Outcome {
    var name: String {
        switch self {
        case .transitioned: return "transitioned"
        case .refused: return "refused"
        case .unhandled: return "unhandled"
        case .queued: return "queued"
        case .ok: return "ok"
        case .reservedID: return "reserved id"
        case .unknownState: return "unknown state"
        case .unknownEvent: return "unknown event"
        case .notRunning: return "not running"
        case .alreadyRunning: return "already running"
        case .busy: return "busy"
        case .queueFull: return "queue full"
        case .callbackFailed: return "callback failed"
        case .missingPredicate: return "missing predicate"
        case .unknownPredicate: return "unknown predicate"
        case .repeatedPredicate: return "repeated predicate"
        case .unknownCase: return "unknown case"
        default: return "\(rawValue)"
        }
    }
}
