/// A chart as plain values, and what is done with a machine over it.
///
/// States are numbered in document order (R1). Events are plain numbers from 1.
struct ChartModel {
    enum Kind: Equatable {
        /// Atomic, or compound if it has children.
        case plain
        case final, parallel, shallowHistory, deepHistory

        var isHistory: Bool { self == .shallowHistory || self == .deepHistory }
    }

    /// What a callback does at one of its calls.
    enum Act: Equatable {
        /// Nothing; of a guard: yes.
        case nothing
        /// Of a guard: no.
        case refuse
        case fail
        case send(Int)
        case raise(Int)
        case stop
    }

    /// A callback does these in turn, and begins anew behind the last one.
    struct Callback: Equatable {
        var acts: [Act] = []
    }

    struct State {
        var name: String
        var id: Int32
        var kind = Kind.plain
        /// `nil`: the chart.
        var parent: Int?
        /// Of a compound state or of a history.
        var defaultTarget: Int?
        var defaultActions: [Callback] = []
        var doneEvent: Int?
        var entry: [Callback] = []
        var exit: [Callback] = []
        var cycle: [Callback] = []
    }

    enum Trigger: Equatable {
        case event(Int)
        case anyEvent
        case eventless
        /// For the row's target.
        case request
    }

    enum Target: Equatable {
        case states([Int])
        case same
        case `internal`
        case deferred
        /// Of a request: whatever is requested.
        case requested
    }

    struct Condition: Equatable {
        var state: Int
        var isIn: Bool
    }

    struct Row {
        /// `nil`: any state.
        var source: Int?
        var trigger: Trigger
        var target: Target
        var isLocal = false
        var conditions: [Condition] = []
        var guards: [Callback] = []
        var actions: [Callback] = []
        var raised: [Int] = []
    }

    /// What a host does.
    enum Call: Equatable {
        case send(Int)
        /// A state or a history.
        case request(Int)
        case stop
        case start
    }

    enum Phase: String, CaseIterable {
        case exit, actions, commit, entry
    }

    var states: [State] = []
    var rows: [Row] = []
    var calls: [Call] = []
    /// The state or history in which machines start.
    var initial = 0
    /// First match, or exclusive.
    var isFirstMatch = true
    /// Entry and exit always, or on change.
    var isAlways = true
    var phases = Phase.allCases
    /// Blocks are opened by depth, and not parents before their children: document order is the same.
    var opensByDepth = false
    /// A machine that is stopped is started before something is sent.
    var restarts = false
}

// MARK: - How states are nested

extension ChartModel {
    func children(of state: Int?) -> [Int] { states.indices.filter { states[$0].parent == state } }

    /// The children that are no histories.
    func trueChildren(of state: Int?) -> [Int] { children(of: state).filter { !states[$0].kind.isHistory } }

    func isCompound(_ state: Int) -> Bool { states[state].kind == .plain && !trueChildren(of: state).isEmpty }

    func isParallel(_ state: Int?) -> Bool { state.map { states[$0].kind == .parallel } ?? false }

    /// Its parent, the parent of that, and so on, without the chart.
    func ancestors(of state: Int) -> [Int] {
        var ancestors: [Int] = []
        var next = states[state].parent
        while let ancestor = next {
            ancestors.append(ancestor)
            next = states[ancestor].parent
        }
        return ancestors
    }

    /// Whether a state lies below another one, and is not it. Every state lies below the chart.
    func isBelow(_ state: Int, _ other: Int?) -> Bool { other.map { ancestors(of: state).contains($0) } ?? true }

    func isWithin(_ state: Int, _ other: Int) -> Bool { state == other || isBelow(state, other) }

    /// The nearest state in which both lie, or which is one of them; `nil`: the chart.
    func nearestCommon(_ state: Int, _ other: Int) -> Int? {
        ([state] + ancestors(of: state)).first { isWithin(other, $0) }
    }

    /// Every event that is named somewhere, in ascending order.
    var events: [Int] {
        var events: Set<Int> = []
        func add(_ acts: [Callback]) {
            for act in acts.flatMap({ $0.acts }) {
                switch act {
                case .send(let event), .raise(let event): events.insert(event)
                default: break
                }
            }
        }
        for state in states {
            if let event = state.doneEvent { events.insert(event) }
            add(state.entry + state.exit + state.cycle + state.defaultActions)
        }
        for row in rows {
            if case .event(let event) = row.trigger { events.insert(event) }
            events.formUnion(row.raised)
            add(row.actions)
        }
        for case .send(let event) in calls { events.insert(event) }
        return events.sorted()
    }
}
