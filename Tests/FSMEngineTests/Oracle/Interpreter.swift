@testable import FSMEngine

/// The oracle: performs a model by looking through all of its rows at every event. Slow and obvious; it shares nothing
/// with the engine but the names of its values.
final class Interpreter {
    let model: Model
    private(set) var trace: [String] = []
    private var state: ID?
    private var queue: [ID?] = []
    private var calls = 0
    private var budget = 0

    private enum Failure: Error {
        case callback
        case unknownState
    }

    init(_ model: Model) {
        self.model = model
        state = model.start
    }

    /// Sends all events of the model; `nil` for an event means that the machine is stopped.
    func run() {
        for event in model.events {
            budget = 4
            if state == nil { trace.append("start \(start().name)") }
            trace.append("\(send(event).name) \(state ?? ReservedID.none) \(queue.count)")
        }
    }

    private func start() -> Outcome {
        state = model.start
        queue = []
        let result = attempt {
            for callback in blocks(model.start).flatMap({ $0.entry }) {
                try call(callback, "entry", ReservedID.none, ReservedID.none, model.start)
            }
            return .transitioned
        }
        let outcome = drain(after: result)
        return outcome == .transitioned ? .ok : outcome
    }

    private func send(_ event: ID) -> Outcome {
        guard state != nil else { return .notRunning }
        if !mayTake(event) { return .unknownEvent }
        if queue.isEmpty { return drain(after: step(event)) }
        // A failure left events waiting: they come first.
        let position = queue.count
        queue.append(event)
        return drain(after: .queued, own: position)
    }

    private func mayTake(_ event: ID) -> Bool {
        model.knownEvents.contains(event) || takesAnyEvent
    }

    /// Whether any state has a row for any event.
    private lazy var takesAnyEvent = (model.states + [ReservedID.any]).contains {
        !model.rows(of: $0, for: ReservedID.any, where: { _ in true }).isEmpty
    }

    private func drain(after first: Outcome, own: Int = -1) -> Outcome {
        var outcome = first
        var position = 0
        while outcome != .callbackFailed && outcome != .unknownState && !queue.isEmpty {
            let event = queue.removeFirst()
            let next = event.map { step($0) } ?? stop()
            if next == .callbackFailed || next == .unknownState || position == own { outcome = next }
            position += 1
        }
        return outcome
    }

    private func stop() -> Outcome {
        guard let source = state else { return .notRunning }
        return attempt {
            for callback in blocks(source).flatMap({ $0.exit }) {
                try call(callback, "exit", ReservedID.none, source, ReservedID.none)
            }
            state = nil
            queue = []
            return .transitioned
        }
    }

    private func attempt(_ body: () throws -> Outcome) -> Outcome {
        do { return try body() } catch Failure.unknownState { return .unknownState } catch { return .callbackFailed }
    }

    private func step(_ event: ID) -> Outcome {
        guard let source = state else { return .notRunning }
        return attempt {
            let levels = candidates(source, event)
            if levels.isEmpty { return model.knownEvents.contains(event) ? .unhandled : .unknownEvent }
            for row in model.guardPolicy == .exclusive ? [levels[0][0]] : levels.flatMap({ $0 }) {
                var target: ID? = fixedTarget(row, source)
                guard try permits(row, event, source, target) else { continue }
                if row.target == ReservedID.dynamic && model.phases[0] == .resolve {
                    target = try resolve(row, event, source)
                    if target == nil { continue }
                }
                return try perform(row, event, source, target)
            }
            return .refused
        }
    }

    /// The rows for this state and event, by level, without the levels that have none.
    private func candidates(_ state: ID, _ event: ID) -> [[Model.Row]] {
        let any = ReservedID.any
        return [(state, event), (state, any), (any, event), (any, any)].map { level in
            model.rows(of: level.0, for: level.1, where: { _ in true }).map { $0.row }
        }.filter { !$0.isEmpty }
    }

    private func fixedTarget(_ row: Model.Row, _ source: ID) -> ID? {
        switch row.target {
        case ReservedID.same, ReservedID.internal: return source
        case ReservedID.dynamic: return nil
        default: return row.target
        }
    }

    private func permits(_ row: Model.Row, _ event: ID, _ source: ID, _ target: ID?) throws -> Bool {
        for callback in row.guards {
            let answer = write(callback, "guard", event, source, target ?? ReservedID.none)
            if answer.fails { throw Failure.callback }
            if !answer.permits { return false }
        }
        return true
    }

    private func resolve(_ row: Model.Row, _ event: ID, _ source: ID) throws -> ID? {
        let target = write(row.resolver!, "resolver", event, source, ReservedID.none).target(of: model)
        if target == ReservedID.failed { throw Failure.callback }
        if target == ReservedID.none { return nil }
        if !model.states.contains(target) { throw Failure.unknownState }
        return target
    }

    private func perform(_ row: Model.Row, _ event: ID, _ source: ID, _ known: ID?) throws -> Outcome {
        var target = known
        let isInternal = row.target == ReservedID.internal
        // Once exit has run because the target was not known yet, entry follows, whatever the target is.
        var hasLeft = false
        for phase in model.phases {
            switch phase {
            case .resolve:
                if target == nil {
                    target = try resolve(row, event, source)
                    if target == nil { return .refused }
                }
            case .exit:
                hasLeft = target == nil
                let passes = !isInternal && (target != source || model.entryExit == .always)
                for callback in passes ? blocks(source).flatMap({ $0.exit }) : [] {
                    try call(callback, "exit", event, source, target ?? ReservedID.none)
                }
            case .actions:
                for callback in row.actions { try call(callback, "action", event, source, target ?? ReservedID.none) }
            case .commit:
                state = target
            case .entry:
                let passes = !isInternal && (target != source || hasLeft || model.entryExit == .always)
                for callback in passes ? blocks(target!).flatMap({ $0.entry }) : [] {
                    try call(callback, "entry", event, source, target!)
                }
                for callback in target == source && !isInternal ? blocks(source).flatMap({ $0.cycle }) : [] {
                    try call(callback, "cycle", event, source, target!)
                }
            }
        }
        return .transitioned
    }

    private func blocks(_ state: ID) -> [Model.Block] { model.lines(of: state).map { model.blocks[$0] } }

    private func write(_ callback: Int, _ kind: String, _ event: ID, _ source: ID, _ target: ID) -> Answer {
        trace.append(Trace.call(kind, callback, event, source, target, state: state ?? ReservedID.none))
        calls += 1
        return Answer(model, callback: callback, call: calls)
    }

    private func call(_ callback: Int, _ kind: String, _ event: ID, _ source: ID, _ target: ID) throws {
        let answer = write(callback, kind, event, source, target)
        if answer.sends && budget > 0 {
            budget -= 1
            let sent = answer.event(of: model)
            if mayTake(sent) { queue.append(sent) }
        }
        if answer.stops { queue.append(nil) }
        if answer.fails { throw Failure.callback }
    }
}

/// How a call stands in a trace.
enum Trace {
    static func call(_ kind: String, _ callback: Int, _ event: ID, _ source: ID, _ target: ID, state: ID) -> String {
        "\(kind) \(callback) (\(short(source)) --\(short(event))-> \(short(target))) in \(short(state))"
    }

    static func short(_ id: ID) -> String { id == ReservedID.none ? "none" : "\(id)" }
}
