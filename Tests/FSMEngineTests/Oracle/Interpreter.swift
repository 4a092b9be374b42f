@testable import FSMEngine

/// The oracle: performs a model by looking through all of its rows at every event. Slow and obvious; it shares nothing
/// with the engine but the names of its values.
final class Interpreter {
    let model: Model
    let cells: Cells
    var trace: [String] = []
    /// The same as the run of a conformance case, if that is wanted.
    var script: Script?
    var state: ID?
    var queue: [Sent?] = []
    /// What callbacks are told of the step under way.
    var shown = Shown()
    /// Nothing may change, since an inquiry is under way.
    var isInquiring = false
    /// The state has changed in the step under way.
    var isCommitted = false
    /// What was last wrong, as the machine remembers it.
    var mistakes = Mistakes()
    var callbackCalls = 0
    var budget = 0

    /// What is sent; `nil` in the queue stops the machine.
    struct Sent {
        var want: Want
        var cases: Cases = [:]
        var arguments: [Datum] = []

        var event: ID {
            switch want {
            case .event(let id): return id
            case .request: return ReservedID.request
            }
        }

        var requested: ID {
            switch want {
            case .event: return ReservedID.none
            case .request(let state): return state
            }
        }
    }

    struct Shown {
        var event = ReservedID.none
        var source = ReservedID.none
        var target = ReservedID.none
        var cases: Cases = [:]
        var arguments: [Datum] = []
        var time = 0
    }

    enum Failure: Error {
        case callback
        case unknownState
        case unknownCase
    }

    init(_ model: Model, writesScript: Bool = false) {
        self.model = model
        cells = Cells(model)
        state = model.start
        if writesScript { script = Script(words: ModelWords(model)) }
    }

    /// Whether any state has a row for any event.
    private(set) lazy var takesAnyEvent = (model.states + [ReservedID.any]).contains { [cells] in
        !cells.rows(Cells.Level(state: $0, want: .event(ReservedID.any))).isEmpty
    }

    /// Makes all calls of the model.
    func run() {
        for call in model.calls {
            budget = 4
            if state == nil {
                record("start", { "start \($0.state(model.start))" }) { Told(start()) }
            }
            record("", { $0.text(of: call) }) { perform(call) }
        }
    }

    /// What a call has come to.
    struct Told {
        var outcome: Outcome
        /// What else it gives, in the trace.
        var result: String
        /// In a conformance case: the reasons of an explanation, what stands behind the result, and last in its line.
        var reasons: [String] = []
        var detail = ""
        var list = ""

        init(_ outcome: Outcome, _ result: String = "") {
            self.outcome = outcome
            self.result = result
        }
    }

    /// Writes a call, with what happens meanwhile below it.
    func record(_ prefix: String, _ text: (ModelWords) -> String, _ body: () -> Told) {
        let first = script.map { $0.lines.count } ?? 0
        script?.begin(text)
        let told = body()
        let state = state ?? ReservedID.none
        trace.append(Trace.result(prefix, told.outcome, told.result, mistakes, state, queue.count))
        script?.end(first, told, mistakes, state, queue.count)
    }

    private func perform(_ call: Model.Call) -> Told {
        switch call {
        case .send(let event, let with): return Told(send(.event(event), with))
        case .request(let state, let with): return Told(send(.request(state), with))
        case .update(let sends): return update(sends: sends)
        case .probe(let event, let with): return probe(.event(event), with)
        case .explain(ReservedID.request, let state, let with): return explain(.request(state), with)
        case .explain(let event, _, let with): return explain(.event(event), with)
        case .permitted(let permission, let with): return permitted(permission, with.cases)
        }
    }

    /// The same from inside a callback.
    func performInside(_ call: Model.Call) -> Told {
        switch call {
        case .send(let event, let with): return Told(enqueue(.event(event), with))
        case .request(let state, let with): return Told(enqueue(.request(state), with))
        case .update: return Told(.busy)
        case .probe, .explain, .permitted: return perform(call)
        }
    }

    // MARK: - Life

    private func start() -> Outcome {
        state = model.start
        queue = []
        shown = Shown(target: model.start)
        isCommitted = true
        let result = attempt {
            for block in blocks(model.start) { try call(.entry, block.entry, model.start) }
            return .transitioned
        }
        let outcome = drain(after: end(result))
        return outcome == .transitioned ? .ok : outcome
    }

    func stop() -> Outcome {
        guard let source = state else { return .notRunning }
        shown = Shown(source: source)
        isCommitted = false
        let outcome = attempt {
            for block in blocks(source) { try call(.exit, block.exit, ReservedID.none) }
            state = nil
            return .transitioned
        }
        let ended = end(outcome)
        if state == nil { queue = [] }
        return ended
    }

    private func update(sends: Bool) -> Told {
        guard let source = state else { return Told(.notRunning) }
        shown = Shown(source: source, target: source, time: 1)
        isCommitted = false
        var event = ReservedID.none
        let failure = attempt {
            for callback in blocks(source).flatMap({ $0.update }) where event == ReservedID.none {
                event = try ask(.update, callback, source).event
            }
            if event == ReservedID.failed { throw failed(event) }
            return .ok
        }
        shown = Shown()
        if failure != .ok { return Told(failure) }
        guard sends && event != ReservedID.none else {
            var told = Told(drain(after: .ok))
            if sends || told.outcome != .ok { return told }
            told.result = " names \(event)"
            told.detail = script.map { ", event \($0.words.event(event))" } ?? ""
            return told
        }
        let position = queue.count
        let (sent, fault) = checked(.event(event), Model.With())
        guard let sent else {
            let outcome = drain(after: .ok)
            return Told(outcome == .ok ? fault : outcome)
        }
        queue.append(sent)
        return Told(drain(after: .queued, own: position))
    }

    func blocks(_ state: ID) -> [Model.Block] { cells.lines(of: state).map { model.blocks[$0] } }
}
