// Mermaid's state diagrams. They are flat: Mermaid allows no arrow between states of different composite states.
extension PictureWriter {
    func writeMermaid(_ picture: Picture) {
        line("stateDiagram-v2")
        // More than Mermaid draws unless it is told to.
        let start = text.bytes.count
        line("    direction LR")
        for number in picture.nodes.indices where isBox(number, picture) {
            writeMermaid(Int32(truncatingIfNeeded: number), picture)
        }
        if picture.initial >= 0 && picture.isVisible(picture.initial) { writeStart(picture.initial) }
        var count = 0
        for arrow in picture.arrows where picture.isVisible(arrow.from) && picture.isVisible(arrow.to) {
            add("    ")
            add(node: arrow.from)
            add(" --> ")
            add(node: arrow.to)
            if !arrow.label.isEmpty {
                add(" : ")
                add(arrow.label, separator: "<br/>")
            }
            line("")
            count += 1
        }
        if count > 500 || text.bytes.count - start > 50_000 {
            line("    %% Larger than Mermaid draws by itself: set maxEdges and maxTextSize.")
        }
        line("    classDef current fill:#fef3c7,stroke:#b45309,stroke-width:3px")
        for number in picture.nodes.indices where picture.nodes[number].isMarked && isBox(number, picture) {
            add("    class ")
            add(node: Int32(truncatingIfNeeded: number))
            line(" current")
        }
    }

    private func isBox(_ number: Int, _ picture: Picture) -> Bool { picture.isVisible(Int32(truncatingIfNeeded: number)) }

    private func writeStart(_ node: Int32) {
        add("    [*] --> ")
        add(node: node)
        line("")
    }

    private func writeMermaid(_ number: Int32, _ picture: Picture) {
        let node = picture.nodes[Int(number)]
        add("    state \"")
        add(node.name.isEmpty ? " " : node.name)
        add("\" as ")
        add(node: number)
        line("")
        // What is around it, in words.
        if node.container >= 0 {
            begin(number)
            add("in ")
            add(picture.nodes[Int(node.container)].name)
            line("")
        }
        if !node.lines.isEmpty {
            begin(number)
            add(node.lines, separator: "<br/>")
            line("")
        }
        if node.kind == .final {
            add("    ")
            add(node: number)
            line(" --> [*]")
        }
        if node.initial >= 0 && picture.isVisible(node.initial) {
            begin(number)
            add(node.isHistory ? "default " : "begins in ")
            add(picture.nodes[Int(node.initial)].name)
            add(node.initialLabel)
            line("")
        }
    }

    private func begin(_ number: Int32) {
        add("    ")
        add(node: number)
        add(" : ")
    }
}
