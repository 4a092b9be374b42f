/// Where two lists of lines first differ, as a text for people.
struct TraceDifference: Equatable {
    /// From 0.
    let index: Int
    let expected: [String]
    let found: [String]

    /// `nil` if they are equal.
    init?(expected: [String], found: [String]) {
        let common = zip(expected, found).prefix { $0 == $1 }.count
        guard common < expected.count || common < found.count else { return nil }
        index = common
        self.expected = expected
        self.found = found
    }

    /// How many lines before the difference are shown.
    private static var contextSize: Int { 3 }

    /// The first difference, with up to three lines before it.
    func text(_ subject: String) -> String {
        let first = max(0, index - Self.contextSize)
        var lines = ["\(subject) differs at \(index + 1) of \(expected.count):"]
        if first > 0 { lines.append("    … \(first) as expected") }
        for number in first..<index { lines.append("      \(number + 1). \(expected[number])") }
        lines.append("    expected \(line(of: expected) ?? "nothing more")")
        lines.append("    found    \(line(of: found) ?? "nothing more")")
        return lines.joined(separator: "\n")
    }

    private func line(of lines: [String]) -> String? {
        lines.indices.contains(index) ? "\(index + 1). \(lines[index])" : nil
    }
}
