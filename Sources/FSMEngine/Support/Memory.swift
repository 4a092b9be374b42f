import CMemory

/// Whether the system would give so much memory in one piece. Swift's own arrays and objects end the process where
/// there is none, so it is asked before they grow.
@_optimize(none)  // or else the pair of calls is taken away
@inline(never)
public func isMemoryAvailable(_ bytes: Int) -> Bool {
    guard let memory = malloc(bytes) else { return false }
    free(memory)
    return true
}
