// DOT, which graphviz lays out.
extension PictureWriter {
    func writeDOT() {
        add("digraph \"")
        text.appendEscaped(picture.definition.document?.name?.shownName ?? Text())
        add(hasLabelNodes ? "\" {\n  graph [rankdir=TB" : "\" {\n  graph [rankdir=LR")
        add(
            """
            , compound=true, nodesep=0.45, ranksep=0.5, pad=0.3, bgcolor=white, fontname=Helvetica]
              node [shape=box, style="rounded,filled", penwidth=1.2, color="#475569", fillcolor="#f8fafc", \
            fontname=Helvetica, fontsize=12, fontcolor="#1f2937", margin="0.16,0.08"]
              edge [color="#475569", penwidth=1.1, arrowsize=0.75, fontname=Helvetica, fontsize=10, fontcolor="#1f2937"]

            """)
        picture.walk(enter: openDOT) {
            guard picture.nodes[Int($0)].isCluster else { return }
            writeArrowsDOT(picture.nodes[Int($0)].firstArrow)
            indent($0)
            add("}\n")
        }
        writeArrowsDOT(picture.firstArrow)
        add("}\n")
    }

    private func openDOT(_ number: Int32) {
        let node = picture.nodes[Int(number)]
        indent(number)
        guard node.isCluster else { return writeLeaf(number, node) }
        add("subgraph cluster% {\n", number)
        indent(number)
        add("  graph [style=\"rounded,filled")
        if node.kind == .parallel { add(",dashed") }
        add(node.kind == .superstate ? "\", color=\"#94a3b8\", fillcolor=\"" : "\", color=\"#475569\", fillcolor=\"")
        add(node.isMarked ? "#fef3c7" : node.kind == .superstate ? "#f1f5f9" : "#f8fafc")
        add("\", labeljust=l, margin=14, label=")
        if node.name.isEmpty && node.lines.isEmpty {
            add("\"\"")
        } else {
            beginTable()
            add("<tr><td align=\"left\"><font point-size=\"11\">")
            add(node.kind == .superstate ? "<i>" : "<b>")
            add(node.name.isEmpty ? "…" : node.name)
            add(node.kind == .superstate ? "</i></font></td></tr>" : "</b></font></td></tr>")
            endTable(node.lines)
        }
        add("]\n")
    }

    private func beginTable() { add("<<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"2\">") }

    /// With a row for each line.
    private func endTable(_ lines: Text) {
        if !lines.isEmpty {
            add("<tr><td align=\"left\"><font point-size=\"10\">")
            add(lines, separator: "</font></td></tr><tr><td align=\"left\"><font point-size=\"10\">")
            add("</font></td></tr>")
        }
        add("</table>>")
    }

    private func writeLeaf(_ number: Int32, _ node: PictureNode) {
        add("s% [", number)
        switch node.kind {
        case .final: add("peripheries=2, ")
        case .any: add("style=\"rounded,dashed\", ")
        case .dynamic: add("shape=diamond, style=filled, margin=\"0.02,0.02\", ")
        case .start: add("shape=circle, width=0.16, fixedsize=true, style=filled, fillcolor=\"#1f2937\", ")
        case .shallowHistory, .deepHistory: add("shape=circle, width=0.3, fixedsize=true, ")
        default: break
        }
        if node.isMarked { add("fillcolor=\"#fef3c7\", color=\"#b45309\", penwidth=2.4, ") }
        if !node.isNamed {
            add(node.kind == .start ? "label=\"" : node.kind == .deepHistory ? "label=\"H*" : "label=\"H")
            add("\"]\n")
        } else if node.lines.isEmpty {
            add("label=<<b>", name: node, "</b>>]\n")
        } else {
            add("margin=\"0.06,0.03\", label=")
            beginTable()
            add("<tr><td><b>", name: node, "</b></td></tr><hr/>")
            endTable(node.lines)
            add("]\n")
        }
    }

    /// The arrows of a container.
    private func writeArrowsDOT(_ first: Int32) {
        var number = first
        while number >= 0 {
            let arrow = picture.arrows[Int(number)]
            let (from, to) = (picture.anchor(arrow.from), picture.anchor(arrow.to))
            let (isOut, isIn) = (from != arrow.from, to != arrow.to)
            if hasLabelNode(arrow) {
                add("  l% [style=filled, penwidth=0, margin=\"0.02,0.01\", height=0, width=0, label=", number)
                beginTable()
                endTable(arrow.label)
                add("]\n  s% -> l% [arrowhead=none", from, number)
                if isOut { add(", ltail=cluster%", arrow.from) }
                addLook(arrow)
                add("]\n  l% -> s% [weight=1", number, to)
            } else {
                add("  s% -> s% [weight=1", from, to)
                if isOut { add(", ltail=cluster%", arrow.from) }
                if !arrow.label.isEmpty {
                    add(", label=")
                    beginTable()
                    endTable(arrow.label)
                }
            }
            if isIn { add(", lhead=cluster%", arrow.to) }
            addLook(arrow)
            add("]\n")
            number = arrow.next
        }
    }

    /// Present ones are amber, those of requests dashed, and those that were taken often wide.
    private func addLook(_ arrow: PictureArrow) {
        if arrow.isMarked { add(", color=\"#b45309\", penwidth=1.8") }
        if arrow.isOfRequests { add(", style=dashed") }
        if picture.mostTaken == 0 { return }
        let width = picture.width(of: arrow, upTo: 50) + 10
        add(", penwidth=%.%", width / 10, width % 10)
    }
}
