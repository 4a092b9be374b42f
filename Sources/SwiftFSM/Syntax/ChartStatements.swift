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
    }

    let role: Role
    let activeStates: [ActiveStateStatement]
    /// Targets after the first one, in other regions.
    let otherTargets: [any FSMHashable]
    /// The event waits.
    let isDeferral: Bool
    let isLocal: Bool

    init(
        role: Role = .row, activeStates: [ActiveStateStatement] = [], otherTargets: [any FSMHashable] = [],
        isDeferral: Bool = false, isLocal: Bool = false
    ) {
        self.role = role
        self.activeStates = activeStates
        self.otherTargets = otherTargets
        self.isDeferral = isDeferral
        self.isLocal = isLocal
    }

    /// Combines what is said of a row; the contents of this one come first.
    func joined(_ inner: ChartClause?) -> ChartClause {
        guard let inner else { return self }
        return ChartClause(
            role: inner.role == .row ? role : inner.role, activeStates: activeStates + inner.activeStates,
            otherTargets: otherTargets + inner.otherTargets, isDeferral: isDeferral || inner.isDeferral,
            isLocal: isLocal || inner.isLocal)
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
    mutating func takeOutMisplaced(in block: String) {
        if !children.isEmpty { misplaced.append(MisplacedStatement(text: "define", block: block)) }
        children = []
        guard clauses.contains(where: { $0.role != .row }) else { return }
        for clause in clauses {
            switch clause.role {
            case .row: break
            case .initial:
                misplaced.append(MisplacedStatement(text: "initial", block: block, place: clause.target?.place))
            case .history(let history):
                misplaced.append(MisplacedStatement(text: "history", block: block, place: history.place))
            }
        }
        clauses.removeAll { $0.role != .row }
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
