/// What the statements of a table come to. Programs have no need to name these types: ``SyntaxBuilder`` makes them.
public enum Syntax {
    /// The statements that take a block.
    public enum Word: String, Sendable {
        case define, matching, condition, when, then, actions
        case superState = "SuperState"
    }

    /// A statement, or a block of them.
    public class CompoundSyntax {
        let content: Content

        required init(content: Content) { self.content = content }
    }

    // What a statement says, and in which blocks it may stand, is in its type.
    /// Actions, and in which case they are for: says neither when nor where to.
    public class MatchingActions: CompoundSyntax {}
    /// Says when, but not where to.
    public class MatchingWhenActions: CompoundSyntax {}
    /// Says where to, but not when.
    public class MatchingThenActions: CompoundSyntax {}
    /// A whole row.
    public class MatchingWhenThenActions: CompoundSyntax {}

    // A statement without actions may stand where one with actions may, and may still be given some.
    /// `matching | when`, which may still lead somewhere.
    public final class MatchingWhen<State: FSMHashable, Event: FSMHashable>: MatchingWhenActions {}
    /// `matching | then`, which may still be given actions.
    public final class MatchingThen<Event: FSMHashable>: MatchingThenActions {}
    /// `when | then`, which may still be given actions.
    public final class MatchingWhenThen<Event: FSMHashable>: MatchingWhenThenActions {}

    /// A block that says when, but not where to.
    public final class MWA_Group: MatchingWhenActions {}
    /// A block that says where to, but not when.
    public final class MTA_Group: MatchingThenActions {}
    /// A block of whole rows.
    public final class MWTA_Group: MatchingWhenThenActions {}

    /// What `when` says.
    public struct When<State: FSMHashable, Event: FSMHashable> {
        let clause: Clause
    }

    /// What `then` says.
    public struct Then<State: FSMHashable, Event: FSMHashable> {
        let clause: Clause
    }

    /// What `matching` says.
    public struct Matching<State: FSMHashable, Event: FSMHashable> {
        let clause: Clause
    }

    /// What `condition` says.
    public struct Condition<State: FSMHashable, Event: FSMHashable> {
        let clause: Clause
    }

    /// A state with its rows.
    public struct Define<State: FSMHashable, Event: FSMHashable> {
        let state: State
        let superStates: [SuperState]
        let onEntry: [AnyAction]
        let onExit: [AnyAction]
        let content: Content
        let place: SourcePlace
    }
}

/// The name that earlier versions of the interface gave to ``Syntax``.
public typealias Internal = Syntax

extension Syntax.CompoundSyntax {
    /// A statement that says both.
    convenience init(_ clause: Clause, _ other: Clause) { self.init(content: Content([clause.joined(other)])) }

    var clause: Clause { content.clauses[0] }
}
