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
            skinparam ArrowColor #475569

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
        add("state \"", name: node, "\" as s%", number)
        switch node.kind {
        case .shallowHistory: add(" <<history>>")
        case .deepHistory: add(" <<history*>>")
        case .dynamic: add(" <<choice>>")
        case .final: add(node.isMarked ? " #fef3c7;line.bold" : " #line.bold")
        case .parallel, .any: add(node.isMarked ? " #fef3c7;line.dashed" : " #line.dashed")
        default: if node.isMarked { add(" #fef3c7") }
        }
        add(node.isCluster ? " {\n" : "\n")
    }

    /// The arrows of a container.
    private func writeArrowsPlantUML(_ first: Int32) {
        var number = first
        while number >= 0 {
            let arrow = picture.arrows[Int(number)]
            if picture.nodes[Int(arrow.from)].kind == .start { add("[*]") } else { add("s%", arrow.from) }
            add(arrow.isMarked ? " -[#b45309" : " -[#475569")
            if arrow.isOfRequests { add(",dashed") }
            if picture.mostTaken > 0 { add(",thickness=%", picture.width(of: arrow, upTo: 5) + 1) }
            add("]-> s%", arrow.to)
            endLine(arrow.label)
            number = arrow.next
        }
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
