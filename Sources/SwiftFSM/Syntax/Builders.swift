/// Builds a block of a table from statements and arrays of statements.
///
/// `if` and `for` are not supported: a block would evaluate them once, when the table is built.
public protocol ResultBuilder<T> {
    /// The statements of the block.
    associatedtype T
}

extension ResultBuilder {
    /// Accepts a statement.
    public static func buildExpression(_ statement: T) -> [T] { [statement] }
    /// Accepts an array of statements, such as the result of `map`.
    public static func buildExpression(_ statements: [T]) -> [T] { statements }
    /// Joins the statements of a block in order.
    public static func buildBlock(_ statements: [T]...) -> [T] { statements.flatMap { $0 } }
}

extension Syntax {
    /// Builds a block of rows without `when` and `then`.
    @resultBuilder public struct MABuilder: ResultBuilder {
        /// The statements of the block.
        public typealias T = MatchingActions
    }

    /// Builds a block of rows without `then`.
    @resultBuilder public struct MWABuilder: ResultBuilder {
        /// The statements of the block.
        public typealias T = MatchingWhenActions
    }

    /// Builds a block of rows without `when`.
    @resultBuilder public struct MTABuilder: ResultBuilder {
        /// The statements of the block.
        public typealias T = MatchingThenActions
    }

    /// Builds a block of complete rows.
    @resultBuilder public struct MWTABuilder: ResultBuilder {
        /// The statements of the block.
        public typealias T = MatchingWhenThenActions
    }

    /// Builds the block of a `define`: rows, and the states that are nested in it.
    @resultBuilder public struct DefineBuilder<State: FSMHashable, Event: FSMHashable>: ResultBuilder {
        /// The statements of the block.
        public typealias T = MatchingWhenThenActions

        /// Accepts a state that is nested in the state of the block.
        public static func buildExpression(_ state: Define<State, Event>) -> [T] {
            var content = Content()
            content.children = [state]
            return [MWTA_Group(content: content)]
        }

        /// Accepts an array of nested states, such as the result of `map`.
        public static func buildExpression(_ states: [Define<State, Event>]) -> [T] {
            states.flatMap { buildExpression($0) }
        }

        /// Accepts a history without a default.
        public static func buildExpression(_ history: History<State, Event>) -> [T] {
            [MWTA_Group(content: Content([history.clause]))]
        }
    }
}

/// Builds the block of `buildTable`.
@resultBuilder
public struct TableBuilder<State: FSMHashable, Event: FSMHashable>: ResultBuilder {
    /// The statements of the block: `define`.
    public typealias T = Syntax.Define<State, Event>
}

extension FSM {
    /// The builder of the block of `buildTable`, under its newer name.
    public typealias TableBuilder = SwiftFSM.TableBuilder<State, Event>
}
