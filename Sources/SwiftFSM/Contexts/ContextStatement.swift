/// What can be a statement of a block in rules with contexts: a row, a block, or an array of them. Programs need not name it.
public protocol ContextStatement<Rows> {
    /// The rows of a block.
    associatedtype Rows

    /// Joins statements in order.
    static func rows(of statements: [Self]) -> Rows
}

extension ContextSyntax.Row: ContextStatement {
    /// Joins rows in order.
    public static func rows(of statements: [Self]) -> ContextSyntax.Rows { ContextSyntax.Rows(statements) }
}

extension ContextSyntax.Rows: ContextStatement {
    /// Joins blocks in order.
    public static func rows(of statements: [Self]) -> Self {
        var all = Self(statements.flatMap(\.rows))
        all.emptyBlocks = statements.flatMap(\.emptyBlocks)
        all.activities = statements.flatMap(\.activities)
        all.statementCount = statements.reduce(0) { $0 + $1.statementCount }
        return all
    }
}

extension Array: ContextStatement where Element: ContextStatement {
    /// Joins the statements of arrays in order.
    public static func rows(of statements: [[Element]]) -> Element.Rows { Element.rows(of: statements.flatMap { $0 }) }
}
