// What the words of charts say.

/// What a state is in a chart.
enum ChartStateKind: Equatable, Sendable {
    case plain, parallel, final, shallowHistory, deepHistory

    /// The word that defines such a state.
    var word: String {
        switch self {
        case .plain: "define"
        case .parallel: "parallel"
        case .final: "final"
        case .shallowHistory, .deepHistory: "history"
        }
    }
}

/// The trigger of a row that has no event of its own.
enum EventlessTrigger: FSMHashable, CustomStringConvertible {
    /// The row is tried as soon as its state is active.
    case always
    /// The row is tried when its state is done.
    case done

    var description: String { self == .always ? "always" : "done" }
}

/// What a row or a part of one says that only charts know. An object, so that rows of flat tables are small.
final class ChartClause {
    /// What a statement in the block of a `define` is.
    enum Role: Equatable {
        case row
        /// The child that is entered with the state.
        case initial
        /// A history. The target is its default.
        case history(HistoryStatement)
        /// An event that is sent after a while.
        case timeout
    }

    let role: Role
    let activeStates: [ActiveStateStatement]
    /// Targets after the first one, in other regions.
    let otherTargets: [any FSMHashable]
    /// The event waits.
    let isDeferral: Bool
    let isLocal: Bool
    /// An event that is sent when the state was active for so long.
    let timeout: TimeoutStatement?

    init(
        role: Role = .row, activeStates: [ActiveStateStatement] = [], otherTargets: [any FSMHashable] = [],
        isDeferral: Bool = false, isLocal: Bool = false, timeout: TimeoutStatement? = nil
    ) {
        self.role = role
        self.activeStates = activeStates
        self.otherTargets = otherTargets
        self.isDeferral = isDeferral
        self.isLocal = isLocal
        self.timeout = timeout
    }

    /// Whether it makes the table a chart.
    var isOfChart: Bool {
        if isDeferral || isLocal || !activeStates.isEmpty || !otherTargets.isEmpty { return true }
        return timeout.map(\.isOfChart) ?? (role != .timeout)
    }

    /// Combines what is said of a row; the contents of this one come first.
    func joined(_ inner: ChartClause?) -> ChartClause {
        guard let inner else { return self }
        return ChartClause(
            role: inner.role == .row ? role : inner.role, activeStates: activeStates + inner.activeStates,
            otherTargets: otherTargets + inner.otherTargets, isDeferral: isDeferral || inner.isDeferral,
            isLocal: isLocal || inner.isLocal, timeout: timeout ?? inner.timeout)
    }
}

extension Clause {
    var role: ChartClause.Role { chart?.role ?? .row }
    var activeStates: [ActiveStateStatement] { chart?.activeStates ?? [] }
    var isLocal: Bool { chart?.isLocal ?? false }
}

/// A condition on the states that are active.
struct ActiveStateStatement {
    var state: any FSMHashable
    /// Whether it must be active, or must not be.
    var isIn: Bool
    var place: SourcePlace
}

struct HistoryStatement: Equatable {
    var state: any FSMHashable
    var isDeep: Bool
    var place: SourcePlace

    static func == (left: Self, right: Self) -> Bool {
        AnyHashable(left.state) == AnyHashable(right.state) && left.isDeep == right.isDeep && left.place == right.place
    }
}

struct TimeoutStatement {
    /// Whether it makes the table a chart. Otherwise it is one of any table.
    var isOfChart: Bool
    var delay: Duration
    var event: any FSMHashable
    var place: SourcePlace

    /// As in source code.
    var text: String { "after(\(delay), \("\(event)".escaped))" }
}

/// A statement that stands in the wrong block.
struct MisplacedStatement {
    var text: String
    /// The word before the block.
    var block: String
    var place: SourcePlace?
}

/// A `Syntax.Define` of any states and events.
protocol NestedDefine {}

extension Syntax.Define: NestedDefine {}

extension Content {
    /// Takes out what belongs into the block of a `define` and stands in another one.
    mutating func takeOutMisplaced(in block: String, keepsActivities: Bool = false) {
        if !activities.isEmpty && !keepsActivities {
            misplaced.append(MisplacedStatement(text: "activity", block: block))
            activities = []
        }
        if !children.isEmpty { misplaced.append(MisplacedStatement(text: "define", block: block)) }
        children = []
        // A row that overrides others does not end their delays.
        let isOverriding = block == "overriding"
        let isMisplaced = { (clause: Clause) in
            clause.role != .row || (isOverriding && clause.chart?.timeout != nil)
        }
        guard clauses.contains(where: isMisplaced) else { return }
        for clause in clauses {
            switch clause.role {
            case .row, .timeout:
                guard isMisplaced(clause), let timeout = clause.chart?.timeout else { break }
                misplaced.append(MisplacedStatement(text: "after", block: block, place: timeout.place))
            case .initial:
                misplaced.append(MisplacedStatement(text: "initial", block: block, place: clause.target?.place))
            case .history(let history):
                misplaced.append(MisplacedStatement(text: "history", block: block, place: history.place))
            }
        }
        clauses.removeAll(where: isMisplaced)
    }
}

extension Syntax {
    /// The depth of a history.
    public enum HistoryDepth: Sendable {
        /// The child of the parent that was active last.
        case shallow
        /// The states without children that were active last below the parent.
        case deep
    }

    /// The result of `history`, which can be piped into `then`.
    public struct History<State: FSMHashable, Event: FSMHashable> {
        let clause: Clause
    }
}

extension Syntax.History: Syntax.Leading {
    /// The result of `|`.
    public func acting(_ actions: [AnyAction]) -> Syntax.MatchingWhenActions { .init(clause, Clause(actions: actions)) }

    /// The result of `|`.
    public func leading(to target: Syntax.Then<State, Event>) -> Syntax.MatchingWhenThen<Event> {
        .init(clause, target.clause)
    }
}
