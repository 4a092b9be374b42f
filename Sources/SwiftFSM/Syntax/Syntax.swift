/// The types of the statements in a table. ``SyntaxBuilder`` creates them; programs rarely need to name them.
public enum Syntax {
    /// The keywords that can be followed by a block.
    public enum Word: String, Sendable {
        /// Defines a state.
        case define
        /// Begins rows that require predicates.
        case matching
        /// Begins rows with a condition.
        case condition
        /// Begins rows for an event.
        case when
        /// Begins rows that lead to a state.
        case then
        /// Begins rows with common actions.
        case actions
        /// Defines a state of a chart whose children are active together.
        case parallel
        /// Begins rows for an event that is sent after a while.
        case after
        /// Defines what states adopt.
        case superState = "SuperState"
        /// The same in rules with a context.
        case contextSuperState = "superState"
    }

    /// A statement, or a block of them.
    public class CompoundSyntax {
        let content: Content

        required init(content: Content) { self.content = content }
    }

    // The type of a statement determines the blocks in which it is valid.
    /// Actions with conditions, without `when` and `then`.
    public class MatchingActions: CompoundSyntax {}
    /// A row without `then`.
    public class MatchingWhenActions: CompoundSyntax {}
    /// A row without `when`.
    public class MatchingThenActions: CompoundSyntax {}
    /// A complete row.
    public class MatchingWhenThenActions: CompoundSyntax {}

    // A statement without actions is valid wherever one with actions is, and can be piped into actions.
    /// `matching | when`, which can be piped into `then`.
    public final class MatchingWhen<State: FSMHashable, Event: FSMHashable>: MatchingWhenActions {}
    /// `matching | then`, which can be piped into actions.
    public final class MatchingThen<Event: FSMHashable>: MatchingThenActions {}
    /// `when | then`, which can be piped into actions.
    public final class MatchingWhenThen<Event: FSMHashable>: MatchingWhenThenActions {}

    /// A block of rows without `then`.
    public final class MWA_Group: MatchingWhenActions {}
    /// A block of rows without `when`.
    public final class MTA_Group: MatchingThenActions {}
    /// A block of complete rows.
    public final class MWTA_Group: MatchingWhenThenActions {}

    /// The result of `when`.
    public struct When<State: FSMHashable, Event: FSMHashable> {
        let clause: Clause
    }

    /// The result of `then`.
    public struct Then<State: FSMHashable, Event: FSMHashable> {
        let clause: Clause
    }

    /// The result of `matching`.
    public struct Matching<State: FSMHashable, Event: FSMHashable> {
        let clause: Clause
    }

    /// The result of `condition`.
    public struct Condition<State: FSMHashable, Event: FSMHashable> {
        let clause: Clause
    }

    /// The result of `define`: a state with its rows.
    public struct Define<State: FSMHashable, Event: FSMHashable> {
        let state: State
        var superStates: [SuperState] = []
        let onEntry: [AnyAction]
        let onExit: [AnyAction]
        let content: Content
        let place: SourcePlace
        /// What the state is in a chart.
        var kind = ChartStateKind.plain
        /// Whether it is for the case of the state, whatever its associated values.
        var isCase = false
    }
}

/// ``Syntax`` under its older name.
public typealias Internal = Syntax

extension Syntax.CompoundSyntax {
    /// Combines two clauses into a statement.
    convenience init(_ clause: Clause, _ other: Clause) { self.init(content: Content([clause.joined(other)])) }

    var clause: Clause { content.clauses[0] }
}
