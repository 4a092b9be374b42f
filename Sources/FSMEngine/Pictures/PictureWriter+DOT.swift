// DOT, which graphviz lays out.
extension PictureWriter {
    func writeDOT(_ picture: Picture) {
        var shown = 0
        for arrow in picture.arrows where picture.isVisible(arrow.from) && picture.isVisible(arrow.to) { shown += 1 }
        // Where there are many, graphviz prints labels over each other, unless they are nodes.
        let hasLabelNodes = shown > 12
        add("digraph ")
        addString(picture.definition.document?.name ?? Text())
        line(" {")
        add("  graph [rankdir=")
        add(hasLabelNodes ? "TB" : "LR")
        line(
            ", compound=true, nodesep=0.45, ranksep=0.5, pad=0.3, bgcolor=white, fontname=Helvetica, fontsize=11, fontcolor=\"#6b7280\"]"
        )
        line(
            "  node [shape=box, style=\"rounded,filled\", penwidth=1.2, color=\"#475569\", fillcolor=\"#f8fafc\", fontname=Helvetica, fontsize=12, fontcolor=\"#1f2937\", margin=\"0.16,0.08\"]"
        )
        line(
            "  edge [color=\"#475569\", penwidth=1.1, arrowsize=0.75, fontname=Helvetica, fontsize=10, fontcolor=\"#1f2937\"]"
        )
        let most = picture.mostTaken
        if picture.initial >= 0 && picture.isVisible(picture.initial) {
            writeStart(-1, picture.initial, Text(), picture)
        }
        picture.walk(enter: { self.open($0, picture) }) { node in
            guard picture.nodes[Int(node)].isCluster else { return }
            if hasLabelNodes { self.writeLabels(picture.nodes[Int(node)].firstArrow, picture) }
            self.indent(picture.nodes[Int(node)].depth)
            self.line("}")
        }
        if hasLabelNodes { writeLabels(picture.firstArrow, picture) }
        for number in picture.arrows.indices { write(arrow: number, picture, hasLabelNodes, most) }
        line("}")
    }

    /// Between quotation marks.
    private func addString(_ string: Text) {
        add("\"")
        text.appendEscaped(string.shownName)
        add("\"")
    }

    /// The dot where a machine, or a state with children, begins.
    private func writeStart(_ node: Int32, _ child: Int32, _ label: Text, _ picture: Picture) {
        let depth = node < 0 ? 0 : picture.nodes[Int(node)].depth + 1
        indent(depth)
        add("i")
        add(node + 1)
        line(" [shape=circle, width=0.16, fixedsize=true, style=filled, fillcolor=\"#1f2937\", color=\"#1f2937\", label=\"\"]")
        indent(depth)
        add("i")
        add(node + 1)
        add(" -> ")
        addEnd(child, picture)
        if !label.isEmpty {
            attribute("label=<")
            add(label)
            add(">")
        }
        endAttributes()
    }

    // MARK: - Attributes

    /// Begins an attribute; the first one of a list the list too.
    private func attribute(_ start: StaticString) {
        add(hasAttributes ? ", " : " [")
        hasAttributes = true
        add(start)
    }

    private func endAttributes() {
        line(hasAttributes ? "]" : "")
        hasAttributes = false
    }

    /// The node where an arrow ends, at the border of its cluster if it is one.
    private func addEnd(_ number: Int32, _ picture: Picture) {
        add(node: picture.anchor(number))
        clip("lhead=cluster", number, picture)
    }

    private func clip(_ start: StaticString, _ number: Int32, _ picture: Picture) {
        guard picture.nodes[Int(number)].isCluster else { return }
        attribute(start)
        add(number)
    }

    private func open(_ number: Int32, _ picture: Picture) {
        let node = picture.nodes[Int(number)]
        indent(node.depth)
        guard node.isCluster else { return writeLeaf(number, node, picture) }
        add("subgraph cluster")
        add(number)
        line(" {")
        indent(node.depth + 1)
        add("graph [style=\"rounded,filled")
        add(node.kind == .superstate ? "\", color=\"#94a3b8\"" : node.kind == .parallel ? ",dashed\", color=\"#475569\"" : "\", color=\"#475569\"")
        add(", fillcolor=\"")
        add(node.isMarked ? "#fef3c7" : node.kind == .superstate ? "#f1f5f9" : "#f8fafc")
        add("\", labeljust=l, margin=14, label=")
        addHeading(node)
        line("]")
        if node.initial >= 0 && picture.isVisible(node.initial) {
            writeStart(number, node.initial, node.initialLabel, picture)
        }
    }

    private func addHeading(_ node: PictureNode) {
        if node.name.isEmpty && node.lines.isEmpty { return add("\"\"") }
        add("<<table border=\"0\" cellspacing=\"0\" cellpadding=\"1\"><tr><td align=\"left\"><font point-size=\"11\" color=\"")
        add(node.kind == .superstate ? "#6b7280\"><i>" : "#1f2937\"><b>")
        add(node.name.isEmpty ? " " : node.name)
        add(node.kind == .superstate ? "</i></font></td></tr>" : "</b></font></td></tr>")
        addRows(node.lines)
        add("</table>>")
    }

    /// A row of a table for each line.
    private func addRows(_ lines: Text) {
        if lines.isEmpty { return }
        add("<tr><td align=\"left\"><font point-size=\"10\" color=\"#1f2937\">")
        add(lines, separator: "</font></td></tr><tr><td align=\"left\"><font point-size=\"10\" color=\"#1f2937\">")
        add("</font></td></tr>")
    }

    private func writeLeaf(_ number: Int32, _ node: PictureNode, _ picture: Picture) {
        add(node: number)
        add(" [label=")
        if node.isHistory {
            add(node.kind == .deepHistory ? "\"H*\"" : "\"H\"")
            add(", shape=circle, width=0.3, fixedsize=true, tooltip=")
            addString(node.name)
        } else if node.lines.isEmpty {
            add("<<b>")
            add(node.name)
            add("</b>>")
        } else {
            add("<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\"><tr><td><b>")
            add(node.name)
            add("</b></td></tr><hr/>")
            addRows(node.lines)
            add("</table>>, margin=\"0.06,0.03\"")
        }
        switch node.kind {
        case .final: add(", peripheries=2")
        case .any: add(", style=\"rounded,dashed\"")
        case .dynamic: add(", shape=diamond, style=filled, margin=\"0.02,0.02\"")
        default: break
        }
        if node.isMarked { add(", fillcolor=\"#fef3c7\", color=\"#b45309\", penwidth=2.4") }
        line("]")
        if node.isHistory && node.initial >= 0 && picture.isVisible(node.initial) && !picture.isAround(node.initial, number) {
            indent(node.depth)
            add(node: number)
            add(" -> ")
            addEnd(node.initial, picture)
            attribute("label=<")
            add(node.initialLabel.isEmpty ? " " : node.initialLabel)
            add(">")
            endAttributes()
        }
    }

    // MARK: - Arrows

    /// The labels of a container's arrows, as nodes.
    private func writeLabels(_ first: Int32, _ picture: Picture) {
        var number = first
        while number >= 0 {
            let arrow = picture.arrows[Int(number)]
            if picture.isVisible(arrow.from) && picture.isVisible(arrow.to) && !arrow.label.isEmpty {
                add("  l")
                add(number)
                add(" [shape=box, style=filled, fillcolor=white, penwidth=0, margin=\"0.02,0.01\", fontsize=10, label=")
                addLabel(arrow)
                line("]")
            }
            number = arrow.next
        }
    }

    private func addLabel(_ arrow: PictureArrow) {
        add("<<table border=\"0\" cellspacing=\"0\" cellpadding=\"1\">")
        addRows(arrow.label)
        add("</table>>")
    }

    private func write(arrow number: Int, _ picture: Picture, _ hasLabelNodes: Bool, _ most: UInt64) {
        let arrow = picture.arrows[number]
        guard picture.isVisible(arrow.from), picture.isVisible(arrow.to) else { return }
        add("  ")
        add(node: picture.anchor(arrow.from))
        add(" -> ")
        let isParted = hasLabelNodes && !arrow.label.isEmpty
        if isParted {
            add("l")
            add(Int32(truncatingIfNeeded: number))
            attribute("arrowhead=none")
        } else {
            addEnd(arrow.to, picture)
        }
        clip("ltail=cluster", arrow.from, picture)
        addLook(arrow, most)
        if isParted {
            endAttributes()
            add("  l")
            add(Int32(truncatingIfNeeded: number))
            add(" -> ")
            addEnd(arrow.to, picture)
            addLook(arrow, most)
        } else if !arrow.label.isEmpty {
            attribute("label=")
            addLabel(arrow)
        }
        endAttributes()
    }

    /// Present ones are amber, those of requests dashed, and those that were taken often wide.
    private func addLook(_ arrow: PictureArrow, _ most: UInt64) {
        if arrow.isMarked { attribute("color=\"#b45309\"") }
        if arrow.isOfRequests { attribute("style=dashed") }
        guard arrow.isMarked || most > 0 else { return }
        // In tenths, from 1.0 to 6.0.
        let width = most == 0 ? 18 : 10 + Int32(truncatingIfNeeded: (arrow.taken / (most / 50 + 1)))
        attribute("penwidth=")
        add(width / 10)
        add(".")
        add(width % 10)
    }
}
