import FSMEngine

/// An error or a warning about a document.
public struct FSMDocumentFault: Sendable {
    /// The name of the file, as it was told when the document was read.
    public let file: String
    /// The line, from 1; 0 where none is concerned.
    public let line: Int
    /// The column, from 1; 0 if the line as a whole is concerned.
    public let column: Int
    /// The other lines concerned.
    public let otherLines: [Int]
    /// What is wrong, and how to correct it.
    public let text: String
    /// Whether the table is valid all the same.
    public let isWarning: Bool
}

extension FSMDocumentFault: CustomStringConvertible {
    /// As compilers print it: "turnstile.fsm:4:12: error: expected …, found …".
    public var description: String {
        let place = [file] + [line, column].prefix { $0 > 0 }.map { "\($0)" }
        let others = otherLines.map { "\n    also \(file):\($0)" }.joined()
        return "\(place.joined(separator: ":")): \(isWarning ? "warning" : "error"): \(text)\(others)"
    }
}

extension FSMDocumentFault {
    /// An error at a line.
    init(_ file: String, line: Int, column: Int, _ text: String) {
        self.init(file: file, line: line, column: column, otherLines: [], text: text, isWarning: false)
    }

    /// What reading or validating tells.
    init(_ diagnostic: Diagnostic, file: String) {
        self.init(
            file: file, line: Int(diagnostic.places.first?.line ?? 0), column: Int(diagnostic.column),
            otherLines: diagnostic.places.dropFirst().map { Int($0.line) }, text: diagnostic.text,
            isWarning: diagnostic.kind.severity == .warning)
    }
}
