/// A block of a table: statements, and arrays of them, side by side. There is no `if` and no `for`: a table says what
/// happens in each case, not in the case that holds while it is built.
public protocol ResultBuilder<T> {
    /// What stands in the block.
    associatedtype T
}

extension ResultBuilder {
    /// A statement.
    public static func buildExpression(_ statement: T) -> [T] { [statement] }
    /// Several statements, made by `map` for instance.
    public static func buildExpression(_ statements: [T]) -> [T] { statements }
    /// All statements of a block, in order.
    public static func buildBlock(_ statements: [T]...) -> [T] { statements.flatMap { $0 } }
}

extension Syntax {
    /// A block of statements that say neither when nor where to.
    @resultBuilder public struct MABuilder: ResultBuilder {
        /// What stands in the block.
        public typealias T = MatchingActions
    }

    /// A block of statements that say when, but not where to.
    @resultBuilder public struct MWABuilder: ResultBuilder {
        /// What stands in the block.
        public typealias T = MatchingWhenActions
    }

    /// A block of statements that say where to, but not when.
    @resultBuilder public struct MTABuilder: ResultBuilder {
        /// What stands in the block.
        public typealias T = MatchingThenActions
    }

    /// A block of whole rows.
    @resultBuilder public struct MWTABuilder: ResultBuilder {
        /// What stands in the block.
        public typealias T = MatchingWhenThenActions
    }
}

/// The block of `buildTable`.
@resultBuilder
public struct TableBuilder<State: FSMHashable, Event: FSMHashable>: ResultBuilder {
    /// What stands in the block: `define` statements.
    public typealias T = Syntax.Define<State, Event>
}

extension FSM {
    /// The block of `buildTable`, under the name that later versions of the interface gave it.
    public typealias TableBuilder = SwiftFSM.TableBuilder<State, Event>
}
