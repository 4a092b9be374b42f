// Mermaid's state diagrams. They are flat: Mermaid allows no arrow between states of different composite states.
extension PictureWriter {
    func writeMermaid() {
        add("stateDiagram-v2\n    direction LR\n")
        var current = Text()
        for index in picture.nodes.indices {
            let (number, node) = (Int32(truncatingIfNeeded: index), picture.nodes[index])
            if node.kind == .start || !picture.isVisible(number) { continue }
            add("    state \"", name: node, "\" as s%\n", number)
            if node.container >= 0 { add("    s% : in ", number, name: picture.nodes[Int(node.container)], "\n") }
            if !node.lines.isEmpty {
                add("    s% : ", number)
                add(node.lines, separator: "<br/>")
                add("\n")
            }
            if node.kind == .final { add("    s% --> [*]\n", number) }
            if node.isMarked { current = fill("%    class s% current\n", current, Text(number)) }
        }
        for index in picture.arrows.indices {
            let arrow = picture.arrows[index]
            let from = picture.nodes[Int(arrow.from)]
            guard picture.isVisible(arrow.from), picture.isVisible(arrow.to) else { continue }
            if from.kind != .start {
                add("    s% --> s%", arrow.from, arrow.to)
            } else if from.container < 0 {
                add("    [*] --> s%", arrow.to)
            } else {
                add("    s% : begins in ", from.container, name: picture.nodes[Int(arrow.to)], " ")
            }
            if !arrow.label.isEmpty {
                add(from.kind == .start && from.container >= 0 ? "" : " : ")
                add(arrow.label, separator: "<br/>")
            }
            add("\n")
        }
        if picture.visibleArrowCount > 500 || text.bytes.count > 50_000 {
            add("    %% Larger than Mermaid draws by itself: set maxEdges and maxTextSize.\n")
        }
        add("    classDef current fill:#fef3c7,stroke:#b45309,stroke-width:3px\n")
        text += current
    }
}
