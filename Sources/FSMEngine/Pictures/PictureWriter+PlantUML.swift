// PlantUML's state diagrams.
extension PictureWriter {
    func writePlantUML() {
        add(
            """
            @startuml
            hide empty description
            skinparam state {
              BackgroundColor #f8fafc
              BorderColor #475569
              FontColor #1f2937
            }
            skinparam state<<label>> {
              BackgroundColor transparent
              BorderColor transparent
              FontSize 11
            }
            skinparam shadowing false
            skinparam ArrowColor #475569
            hide stereotype

            """)
        picture.walk(enter: openPlantUML) {
            let node = picture.nodes[Int($0)]
            if node.isCluster {
                writeArrowsPlantUML(node.firstArrow)
                add("}\n")
            }
            if !node.lines.isEmpty {
                add("s%", $0)
                endLine(node.lines)
            }
        }
        writeArrowsPlantUML(picture.firstArrow)
        add("@enduml\n")
    }

    private func openPlantUML(_ number: Int32) {
        let node = picture.nodes[Int(number)]
        if node.kind == .start { return }
        switch node.kind {
        case .shallowHistory: add("state \"H\" as s% <<history>>", number)
        // Versions before 2021 know none: they draw a box.
        case .deepHistory: add("state \"H<U+002A>\" as s% <<history*>>", number)
        // A choice shows no name, and a box without lines no other border.
        case .dynamic: add("state \"◇ ", name: node, "\" as s%", number)
        case .final: add("state \"◉ ", name: node, "\" as s%", number)
        default: add("state \"", name: node, "\" as s%", number)
        }
        if node.isMarked { add(" #fef3c7") }
        if node.kind == .parallel || node.kind == .any { add(" ##[dashed]475569") }
        add(node.isCluster ? " {\n" : "\n")
    }

    /// The arrows of a container.
    private func writeArrowsPlantUML(_ first: Int32) {
        var number = first
        while number >= 0 {
            let arrow = picture.arrows[Int(number)]
            let hasLabelNode = hasLabelNode(arrow)
            if hasLabelNode {
                add("state \"")
                add(arrow.label, separator: "\\n")
                add("\" as l% <<label>>\n", number)
            }
            if picture.nodes[Int(arrow.from)].kind == .start { add("[*]") } else { add("s%", arrow.from) }
            addLink(arrow)
            if hasLabelNode {
                add("l%\nl%", number, number)
                addLink(arrow)
            }
            add("s%", arrow.to)
            if hasLabelNode { add("\n") } else { endLine(arrow.label) }
            number = arrow.next
        }
    }

    private func addLink(_ arrow: PictureArrow) {
        add(arrow.isMarked ? " -[#b45309" : " -[#475569")
        if arrow.isOfRequests { add(",dashed") }
        if picture.mostTaken > 0 { add(",thickness=%", picture.width(of: arrow, upTo: 5) + 1) }
        add("]-> ")
    }

    /// With a label, if there is one.
    private func endLine(_ label: Text) {
        if !label.isEmpty {
            add(" : ")
            add(label, separator: "\\n")
        }
        add("\n")
    }
}
