/// Where something of a definition was written: an index into the definition's list of files, and a line from 1. A
/// line without a file is that of a definition that stands in no file.
public struct Place {
    /// -1 where no file is known.
    public var file: Int32
    /// 0 where no line is known.
    public let line: Int32

    /// A negative line is none.
    public init(file: Int32, line: Int32) {
        self.file = file
        self.line = max(line, 0)
    }

    /// The place of what was added without one.
    public static var unknown: Place { Place(file: -1, line: 0) }

    static func < (left: Place, right: Place) -> Bool {
        left.file == right.file ? left.line < right.line : left.file < right.file
    }
}
