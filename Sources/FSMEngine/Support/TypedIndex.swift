/// The place of an element in the array that holds all of its kind. The index of a row is none of a block or a column:
/// to mix them up is an error of the compiler's.
struct TypedIndex<Element>: Equatable {
    let value: Int

    @inline(__always)
    init(_ value: Int) { self.value = value }
}

extension Array {
    @inline(__always)
    subscript(index: TypedIndex<Element>) -> Element {
        get { self[index.value] }
        set { self[index.value] = newValue }
    }
}
