import CMemory

/// Whether the system would give so much memory in one piece. Swift's own arrays and objects end the process where
/// there is none, so it is asked before they grow. Sizes are counted in 64 bits: in a word of 32 they may not fit, and are
/// then more than there is.
@_optimize(none)  // or else the pair of calls is taken away
@inline(never)
public func isMemoryAvailable(_ bytes: Int64) -> Bool {
    guard let size = Int(exactly: bytes), let memory = malloc(size) else { return false }
    free(memory)
    return true
}
