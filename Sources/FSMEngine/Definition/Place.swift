/// Where something of a definition was written: a number into the definition's list of files, and a line from 1.
public struct Place {
    /// -1 where no file is known.
    public var file: Int32
    /// 0 where no line is known.
    public var line: Int32

    public init(file: Int32, line: Int32) {
        self.file = file
        self.line = line
    }

    public static var unknown: Place { Place(file: -1, line: 0) }

    static func < (left: Place, right: Place) -> Bool {
        left.file == right.file ? left.line < right.line : left.file < right.file
    }
}
