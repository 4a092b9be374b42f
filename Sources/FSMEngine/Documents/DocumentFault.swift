/// A fault that a reader tells, and where: lines and columns count from 1.
struct DocumentFault {
    var kind: Diagnostic.Kind
    var line: Int32
    var column: Int32
    var text: Text
}

extension Text {
    /// `'weka'`, as a text quotes what a document says.
    @inline(never)
    var quoted: Text { fill("'%'", shownName) }
}

extension DocumentReader {
    /// How many faults of one reading are told.
    static var maximumFaultCount: Int { 20 }

    /// Notes a fault at a byte of the line. Only the first one of a line is told.
    @inline(never)
    func fault(_ kind: Diagnostic.Kind = .documentSyntax, at position: Int, _ text: consuming Text) {
        guard !isFaulty else { return }
        isFaulty = true
        add(DocumentFault(kind: kind, line: lineNumber, column: line.column(position), text: text))
    }

    @inline(never)
    func add(_ fault: DocumentFault) {
        if faults.count < Self.maximumFaultCount { faults.append(fault) }
    }

    /// What was expected where the next token stands.
    @inline(never)
    func expected(_ what: StaticString, quoted: Bool = false) {
        fault(at: line.token.start, fill(quoted ? "expected '%', found %" : "expected %, found %", Text(what), found))
    }

    /// The next token as a text shows it.
    private var found: Text {
        let token = line.token
        return token.kind == .end ? "the end of the line" : Text(repairing: line.bytes(token)).quoted
    }

    /// Takes a word or a mark, which has to come next.
    @inline(never)
    @discardableResult
    func expect(_ literal: StaticString) -> Bool {
        if line.skip(literal) { return true }
        expected(literal, quoted: true)
        return false
    }

    /// Nothing more may come.
    @inline(never)
    func expectEnd() {
        if !line.isAtEnd && !isFaulty { expected("the end of the line") }
    }
}
