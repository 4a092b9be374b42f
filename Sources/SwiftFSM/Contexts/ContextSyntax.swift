/// The types of the statements in rules with contexts. ``ContextSyntaxBuilder`` creates them; programs rarely need to name
/// them.
public enum ContextSyntax<State: FSMHashable, Event: FSMHashable, Context> {
    /// The result of `condition`.
    public struct Condition {
        let clause: Clause
    }

    /// The result of `when`, after the conditions before it.
    public struct When {
        let clause: Clause
        /// What lives as long as the state of the row: a timer that sends its event.
        var lifetimes: [Lifetime] = []
    }

    typealias Lifetime = ContextLifetime<State, Event, Context>

    /// The result of `then`.
    public struct Then {
        let clause: Clause
    }

    /// A row, or `onEntry` or `onExit` with their actions. Add actions with `|`; they run in this order.
    public struct Row {
        enum Role {
            case row, onEntry, onExit
        }

        var role = Role.row
        var clause: Clause
        var lifetimes: [Lifetime] = []

        @usableFromInline
        func adding(_ action: ContextAction<Context, Event>) -> Row {
            var row = self
            row.clause.actions.append(AnyAction(erased: ErasedContextAction(action: action)))
            return row
        }
    }

    /// The statements of a block.
    public struct Rows {
        var rows: [Row] = []
        var emptyBlocks: [EmptyBlock] = []
        /// The tasks that live as long as the state.
        var activities: [Lifetime] = []
        /// How many statements the block has. One is a block too, `overriding`, even if it has no rows.
        var statementCount: Int

        init(_ rows: [Row] = []) {
            self.rows = rows
            statementCount = rows.count
        }

        init(_ activity: ContextActivity<State, Event, Context>) {
            activities = [Lifetime(.activity(activity))]
            statementCount = 1
        }

        /// Combines the statements of a block with the clause before it.
        init(_ clause: Clause, _ statements: Rows, of word: Syntax.Word, _ place: SourcePlace) {
            self = statements
            for index in rows.indices where rows[index].role == .row {
                rows[index].clause = clause.joined(rows[index].clause)
            }
            if statementCount == 0 { emptyBlocks.append(EmptyBlock(word: word, place: place)) }
        }

        var content: Content {
            var content = Content(rows.filter { $0.role == .row }.map(\.clause))
            content.emptyBlocks = emptyBlocks
            return content
        }

        /// The actions of a state on entry, after which what lives as long as the state begins.
        var entryActions: [AnyAction] { actions(.onEntry) + lifetimes.map { action(.begin($0)) } }

        /// The actions of a state on exit, before which it ends.
        var exitActions: [AnyAction] { lifetimes.map { action(.end($0)) } + actions(.onExit) }

        private func actions(_ role: Row.Role) -> [AnyAction] {
            rows.filter { $0.role == role }.flatMap(\.clause.actions)
        }

        private func action(_ effect: ContextEffect<Context, Event>) -> AnyAction {
            AnyAction(erased: ErasedContextAction(action: ContextAction(effect)))
        }

        private var lifetimes: [Lifetime] { rows.flatMap(\.lifetimes) + activities }
    }

    /// Rows and actions that several states share. See ``SwiftFSM/SuperState``.
    public struct SuperState {
        let superState: SwiftFSM.SuperState
    }

    /// The result of `define`: a state with its rows.
    public struct Define {
        let define: Syntax.Define<State, Event>
    }

    /// Builds a block of rows.
    @resultBuilder public struct RowsBuilder {
        // One function, not one for each kind of statement: for each of them the compiler would try all meanings of `|`.

        /// Accepts a row, `onEntry` and `onExit` with their actions, a block, and an array of them, such as the result of
        /// `map`.
        public static func buildExpression<Statement: ContextStatement>(_ statement: Statement) -> Rows
        where Statement.Rows == Rows { Statement.rows(of: [statement]) }
        /// Joins the statements of a block in order.
        public static func buildBlock(_ blocks: Rows...) -> Rows { Rows.rows(of: blocks) }
    }

    /// Builds rules from their `define`s.
    @resultBuilder public struct RulesBuilder {
        /// Accepts a state.
        public static func buildExpression(_ define: Define) -> [Define] { [define] }
        /// Accepts an array of states, such as the result of `map`.
        public static func buildExpression(_ defines: [Define]) -> [Define] { defines }
        /// Joins states in order.
        public static func buildBlock(_ defines: [Define]...) -> [Define] { defines.flatMap { $0 } }
    }
}

extension ContextSyntax.RowsBuilder {
    @available(*, unavailable, message: "the row lacks its 'then': write 'when(event) | then(state) | action'")
    public static func buildExpression(_ when: ContextSyntax.When) -> ContextSyntax.Rows { ContextSyntax.Rows() }

    @available(*, unavailable, message: "the row lacks its 'when': write 'when(event) | then(state) | action'")
    public static func buildExpression(_ then: ContextSyntax.Then) -> ContextSyntax.Rows { ContextSyntax.Rows() }

    @available(
        *, unavailable, message: "'if' would be evaluated once, when the table is built: use 'condition'"
    )
    public static func buildOptional(_ rows: ContextSyntax.Rows?) -> ContextSyntax.Rows { ContextSyntax.Rows() }
}
