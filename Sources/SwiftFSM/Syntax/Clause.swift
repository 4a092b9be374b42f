/// The file and line of a statement in a table.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    /// The module and the name of the file, from `#fileID`: "Gates/Gate.swift". No module has two files of one name. Of a
    /// document it is the file that was told.
    public let file: String
    /// The line, from 1.
    public let line: Int

    /// The last part of the file's path.
    public var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

    /// The file and the line: "Gates/Gate.swift:12".
    public var description: String { "\(file):\(line)" }
}

/// A row or a part of one. A clause with several events makes a row for each.
struct Clause {
    var matchings: [MatchingStatement] = []
    var conditions: [ConditionStatement] = []
    var events: [EventStatement] = []
    var target: TargetStatement?
    var actions: [AnyAction] = []
    var isOverriding = false
    /// What only charts know; `nil` for nothing.
    var chart: ChartClause?

    /// Combines two clauses; the contents of this one come first.
    func joined(_ inner: Clause) -> Clause {
        var whole = self
        whole.matchings += inner.matchings
        whole.conditions += inner.conditions
        whole.events += inner.events
        whole.target = inner.target ?? target
        whole.actions += inner.actions
        whole.isOverriding = isOverriding || inner.isOverriding
        whole.chart = chart?.joined(inner.chart) ?? inner.chart
        return whole
    }
}

struct MatchingStatement {
    /// One of these must hold; all are of the same type.
    var any: [AnyPredicate]
    /// All of these must hold.
    var all: [AnyPredicate]
    var place: SourcePlace
}

struct ConditionStatement {
    var condition: ConditionProvider
    var place: SourcePlace
    /// A `ContextCondition` in its place, in rules with contexts.
    var ofContext: (any Sendable)?
}

struct EventStatement {
    /// An event of the table, or the trigger.
    var event: any FSMHashable
    /// In a chart: the trigger of a row without an event.
    var trigger: EventlessTrigger?
    /// Whether it is for the case of the event, whatever its associated values.
    var isCase = false
    /// `nil` for `always` and `done`, which have no arguments to tell their place.
    var place: SourcePlace?
}

struct TargetStatement {
    /// `nil`: no change.
    var state: (any FSMHashable)?
    /// A `StateTarget` or `ContextTarget` that tells the state when an event is handled; `nil` for a state that is known.
    var computed: (any Sendable)?
    /// `nil` for `deferred`, which has no arguments to tell its place.
    var place: SourcePlace?
}

/// The contents of a block of a table.
struct Content {
    var clauses: [Clause] = []
    /// The empty blocks in it.
    var emptyBlocks: [EmptyBlock] = []
    /// The states that are nested in the state of the block: `Syntax.Define` values.
    var children: [any NestedDefine] = []
    /// The actions that begin and end the tasks of the state of the block.
    var activities: [(begin: AnyAction, end: AnyAction)] = []
    /// The statements that stand in the wrong block.
    var misplaced: [MisplacedStatement] = []

    init(_ clauses: [Clause] = []) { self.clauses = clauses }

    /// Combines each statement of a block with the clause before the block.
    init(_ clause: Clause, _ statements: [Syntax.CompoundSyntax], of word: Syntax.Word, _ place: SourcePlace) {
        self.init(statements)
        if statements.isEmpty { emptyBlocks.append(EmptyBlock(word: word, place: place)) }
        if word != .define && word != .parallel {
            takeOutMisplaced(in: word.rawValue, keepsActivities: word == .superState)
        }
        for index in clauses.indices { clauses[index] = clause.joined(clauses[index]) }
    }

    init(_ statements: [Syntax.CompoundSyntax]) {
        for statement in statements {
            clauses += statement.content.clauses
            emptyBlocks += statement.content.emptyBlocks
            children += statement.content.children
            activities += statement.content.activities
            misplaced += statement.content.misplaced
        }
    }
}

struct EmptyBlock {
    var word: Syntax.Word
    var place: SourcePlace
}
