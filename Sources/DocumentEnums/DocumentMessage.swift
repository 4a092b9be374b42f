import FSMEngine

/// What is wrong with a document, as compilers print it.
package struct DocumentMessage: CustomStringConvertible {
    let file: String
    let line: Int
    let column: Int
    let text: String
    var isWarning = false

    init(_ file: String, _ line: Int, _ column: Int, _ text: String) {
        self.file = file
        self.line = max(line, 1)
        self.column = column
        self.text = text
    }

    init(_ diagnostic: Diagnostic, _ file: String) {
        self.init(file, Int(diagnostic.places.first?.line ?? 1), Int(diagnostic.column), diagnostic.text)
        isWarning = diagnostic.kind.severity == .warning
    }

    package var description: String {
        "\(file):\(line):\(max(column, 1)): \(isWarning ? "warning" : "error"): \(text)"
    }
}
