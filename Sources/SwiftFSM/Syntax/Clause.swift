/// Where a statement of a table was written.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    /// The path of the file, as `#file` has it.
    public let file: String
    /// The line, from 1.
    public let line: Int

    /// The last part of the file's path.
    public var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

    /// The file's name and the line: "Gate.swift:12".
    public var description: String { "\(fileName):\(line)" }
}

/// What has been said of rows so far: a part of a row, a whole one, or one for each of several events.
struct Clause {
    var matchings: [MatchingStatement] = []
    var conditions: [ConditionStatement] = []
    var events: [EventStatement] = []
    var target: TargetStatement?
    var actions: [AnyAction] = []
    var isOverriding = false

    /// Both together: what this one says comes first.
    func joined(_ inner: Clause) -> Clause {
        var whole = self
        whole.matchings += inner.matchings
        whole.conditions += inner.conditions
        whole.events += inner.events
        whole.target = inner.target ?? target
        whole.actions += inner.actions
        whole.isOverriding = isOverriding || inner.isOverriding
        return whole
    }
}

struct MatchingStatement {
    /// Any of these, which are of one type.
    var any: [AnyPredicate]
    /// All of these.
    var all: [AnyPredicate]
    var place: SourcePlace
}

struct ConditionStatement {
    var condition: ConditionProvider
    var place: SourcePlace
}

struct EventStatement {
    var event: any FSMHashable
    var place: SourcePlace
}

struct TargetStatement {
    /// `nil`: no change.
    var state: (any FSMHashable)?
    var place: SourcePlace
}

/// What a block of a table comes to.
struct Content {
    var clauses: [Clause] = []
    /// The blocks in it that hold nothing.
    var emptyBlocks: [EmptyBlock] = []

    init(_ clauses: [Clause] = []) { self.clauses = clauses }

    /// All that the statements of a block say, each joined to what the block says.
    init(_ clause: Clause, _ statements: [Syntax.CompoundSyntax], of word: Syntax.Word, _ place: SourcePlace) {
        self.init(statements)
        if statements.isEmpty { emptyBlocks.append(EmptyBlock(word: word, place: place)) }
        for index in clauses.indices { clauses[index] = clause.joined(clauses[index]) }
    }

    init(_ statements: [Syntax.CompoundSyntax]) {
        for statement in statements {
            clauses += statement.content.clauses
            emptyBlocks += statement.content.emptyBlocks
        }
    }
}

struct EmptyBlock {
    var word: Syntax.Word
    var place: SourcePlace
}
