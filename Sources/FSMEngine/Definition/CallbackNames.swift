/// Names of callbacks that no document names, so that documents and pictures can.
struct CallbackNames {
    private(set) var texts: [Text] = []
    private var callbacks: [Callback] = []
    private var groups = EqualityGroups()

    /// Makes room for so many names more; `false` if there is no memory.
    mutating func reserve(_ count: Int, in memory: MemoryRegion) -> Bool {
        memory.reserve(count, in: &texts) && memory.reserve(count, in: &callbacks) && groups.reserve(count, in: memory)
    }

    /// The last name given to a callback counts; with `nil` as its context it is that of all with its function. O(1).
    mutating func set(_ name: Text, for callback: Callback) {
        if let known = index(of: callback) {
            texts[known] = name
        } else {
            _ = groups.open(with: texts.count, hash: Self.hash(callback))
            texts.append(name)
            callbacks.append(callback)
        }
    }

    /// The number of its name. O(1).
    func number(of callback: Callback) -> Int? { index(of: callback) ?? index(of: Callback(callback.function)) }

    private func index(of callback: Callback) -> Int? {
        groups.group(hash: Self.hash(callback)) { callbacks[$0].isSame(as: callback) }
    }

    private static func hash(_ callback: Callback) -> UInt64 {
        var hash = WordHasher()
        hash.add(callback)
        return hash.value
    }
}

extension Definition {
    /// Makes room for so many names of callbacks more; `false` if there is no memory.
    public mutating func reserveCallbackNames(_ count: Int) -> Bool { callbackNames.reserve(count, in: memory) }

    /// Names a callback wherever it stands; with `nil` as its context all that have its function.
    public mutating func setName(_ name: Text, ofCallback callback: Callback) {
        callbackNames.set(name, for: callback)
    }
}
