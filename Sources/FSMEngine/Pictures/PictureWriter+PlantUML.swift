// PlantUML's state diagrams.
extension PictureWriter {
    func writePlantUML(_ picture: Picture) {
        line("@startuml")
        line("hide empty description")
        line("skinparam state {")
        line("  BackgroundColor #f8fafc")
        line("  BorderColor #475569")
        line("  FontColor #1f2937")
        line("}")
        line("skinparam ArrowColor #475569")
        if picture.initial >= 0 && picture.isVisible(picture.initial) {
            add("[*] --> ")
            add(node: picture.initial)
            line("")
        }
        picture.walk(enter: { self.openPlantUML($0, picture) }) { node in
            if picture.nodes[Int(node)].isCluster { self.line("}") }
            self.writeLines(node, picture)
        }
        let most = picture.mostTaken
        for arrow in picture.arrows where picture.isVisible(arrow.from) && picture.isVisible(arrow.to) {
            write(arrow, most)
        }
        line("@enduml")
    }

    private func openPlantUML(_ number: Int32, _ picture: Picture) {
        let node = picture.nodes[Int(number)]
        add("state \"")
        add(node.name.isEmpty ? " " : node.name)
        add("\" as ")
        add(node: number)
        switch node.kind {
        case .shallowHistory: add(" <<history>>")
        case .deepHistory: add(" <<history*>>")
        case .dynamic: add(" <<choice>>")
        case .final: add(" #line.bold")
        case .parallel, .any: add(" #line.dashed")
        default: break
        }
        if node.isMarked { add(node.kind == .leaf || node.isCluster ? " #fef3c7" : "") }
        line(node.isCluster ? " {" : "")
        if node.isCluster && node.initial >= 0 && picture.isVisible(node.initial) {
            add("[*] --> ")
            add(node: node.initial)
            addLabel(node.initialLabel)
        }
    }

    private func writeLines(_ number: Int32, _ picture: Picture) {
        let node = picture.nodes[Int(number)]
        if node.isHistory {
            guard node.initial >= 0, picture.isVisible(node.initial) else { return }
            add(node: number)
            add(" --> ")
            add(node: node.initial)
            return addLabel(node.initialLabel)
        }
        if node.lines.isEmpty { return }
        add(node: number)
        addLabel(node.lines)
    }

    /// Behind a colon, if there is one.
    private func addLabel(_ label: Text) {
        if !label.isEmpty {
            add(" : ")
            add(label, separator: "\\n")
        }
        line("")
    }

    private func write(_ arrow: PictureArrow, _ most: UInt64) {
        add(node: arrow.from)
        add(" -")
        if arrow.isMarked || arrow.isOfRequests || most > 0 {
            add("[")
            add(arrow.isMarked ? "#b45309" : "#475569")
            if arrow.isOfRequests { add(",dashed") }
            if most > 0 {
                add(",thickness=")
                add(1 + Int32(truncatingIfNeeded: arrow.taken / (most / 5 + 1)))
            }
            add("]")
        }
        add("-> ")
        add(node: arrow.to)
        addLabel(arrow.label)
    }
}
