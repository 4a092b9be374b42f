/// A guard, action, entry, exit or cycle callback, resolver or hook: a function pointer and one word for it.
///
/// The engine calls it and reads the number that comes back, and knows nothing else of it. For a C host both words are
/// the caller's own; a Swift front end passes one function of its own and tells its closures apart by `context`; one
/// that has to `await` reads the flat list of a step and never lets the engine call.
public struct Callback {
    /// Takes the ``Step`` and the context. What its result means depends on where the callback stands.
    public typealias Function = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Int32

    public var function: Function
    /// `nil`: the function is given the machine's context.
    public var context: UnsafeMutableRawPointer?

    public init(_ function: @escaping Function, context: UnsafeMutableRawPointer? = nil) {
        self.function = function
        self.context = context
    }

    /// The function's address, by which callbacks are compared.
    var address: UInt { unsafeBitCast(function, to: UInt.self) }

    func isSame(as other: Callback) -> Bool { address == other.address && context == other.context }
}

/// Owns whatever the callbacks of a table need. A host subclasses it; it lives exactly as long as the table, and its
/// `deinit` lets go of the callbacks.
open class CallbackOwner {
    public init() {}
}

/// The callbacks of one row or block, in order: a chain through the definition's ``CallbackPool``, so that adding to
/// any row at any time costs the same.
public struct CallbackChain {
    var first: Int32 = -1
    var last: Int32 = -1

    public init() {}
    public var isEmpty: Bool { first < 0 }
}

/// All callbacks of a definition, in one array.
struct CallbackPool {
    private struct Link {
        var callback: Callback
        var next: Int32
    }
    private var links: [Link] = []

    /// O(1).
    mutating func append(_ callback: Callback, to chain: inout CallbackChain) {
        let index = Int32(truncatingIfNeeded: links.count)
        links.append(Link(callback: callback, next: -1))
        if chain.isEmpty { chain.first = index } else { links[Int(chain.last)].next = index }
        chain.last = index
    }

    /// See ``Definition/bytesToAdd(rows:blocks:callbacks:)``.
    func bytesToAdd(_ count: Int) -> Int {
        links.count + count <= links.capacity ? 0 : 3 * (links.count + count + 8) * MemoryLayout<Link>.stride
    }

    /// Calls `body` with each callback of the chain, in order.
    func forEach(in chain: CallbackChain, _ body: (Callback) -> Void) {
        var index = chain.first
        while index >= 0 {
            let link = links[Int(index)]
            body(link.callback)
            index = link.next
        }
    }

    func first(of chain: CallbackChain) -> Callback? {
        chain.isEmpty ? nil : links[Int(chain.first)].callback
    }

    /// Whether both chains hold the same callbacks in the same order.
    func isSame(_ left: CallbackChain, _ right: CallbackChain) -> Bool {
        var a = left.first
        var b = right.first
        while a >= 0 && b >= 0 {
            guard links[Int(a)].callback.isSame(as: links[Int(b)].callback) else { return false }
            a = links[Int(a)].next
            b = links[Int(b)].next
        }
        return a < 0 && b < 0
    }
}

extension CallbackPool {
    /// A number that chains with the same callbacks share.
    func spread(of chain: CallbackChain) -> UInt64 {
        var spread = Spread()
        forEach(in: chain) { spread.add($0) }
        return spread.value
    }
}
