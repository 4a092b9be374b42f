#include "languages.h"

static const char *const none[] = {NULL};

static const char *const cpp_keywords[] = {
    "alignas",   "alignof",   "and",       "and_eq",    "asm",      "auto",      "bitand",   "bitor",    "bool",
    "break",     "case",      "catch",     "char",      "char8_t",  "char16_t",  "char32_t", "class",    "compl",
    "concept",   "const",     "consteval", "constexpr", "constinit", "const_cast", "continue", "co_await", "co_return",
    "co_yield",  "decltype",  "default",   "delete",    "do",       "double",    "dynamic_cast", "else", "enum",
    "explicit",  "export",    "extern",    "false",     "float",    "for",       "friend",   "goto",     "if",
    "inline",    "int",       "long",      "mutable",   "namespace", "new",      "noexcept", "not",      "not_eq",
    "nullptr",   "operator",  "or",        "or_eq",     "private",  "protected", "public",   "register", "reinterpret_cast",
    "requires",  "return",    "short",     "signed",    "sizeof",   "static",    "static_assert", "static_cast", "struct",
    "switch",    "template",  "this",      "thread_local", "throw", "true",      "try",      "typedef",  "typeid",
    "typename",  "union",     "unsigned",  "using",     "virtual",  "void",      "volatile", "wchar_t",  "while",
    "xor",       "xor_eq",    "errno",     "assert",    "std",      NULL,
};
/* Also what an Enum has of its own. */
static const char *const python_keywords[] = {
    "False",  "None",   "True",  "and",    "as",       "assert", "async", "await",  "break",  "class", "continue", "def",
    "del",    "elif",   "else",  "except", "finally",  "for",    "from",  "global", "if",     "import", "in",      "is",
    "lambda", "nonlocal", "not", "or",     "pass",     "raise",  "return", "try",   "while",  "with",  "yield",    "mro",
    "name",   "value",  "real",  "imag",   "numerator", "denominator", "conjugate", "bit_length", "bit_count", "to_bytes",
    "from_bytes", "as_integer_ratio", "is_integer", "IntEnum", NULL,
};
/* Also the types that the text refers to, and what no type in another may be called. */
static const char *const swift_keywords[] = {
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
    "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "any", "as",
    "await", "false", "is", "nil", "self", "super", "throws", "true", "try", "rawValue", "hash", "hashValue",
    "_", "Any", "CaseIterable", "Int32", "Protocol", "Self", "Sendable", "Type", NULL,
};
static const char *const go_keywords[] = {
    "break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go", "goto",
    "if", "import", "interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var", "_",
    NULL,
};
static const char *const rust_keywords[] = {"Self", "self", "crate", "super", "_", NULL};

const char *const language_names[LANGUAGE_COUNT] = {"c", "c++", "python", "swift", "typescript", "go", "rust"};

const language languages[LANGUAGE_COUNT] = {
    {"c", UPPER_SNAKE, none, true,
     "// The ids of the definition {definition}, made by \"swiftfsm header\" of {file}: do not edit.\n"
     "#ifndef {SPACE}_IDS_H\n#define {SPACE}_IDS_H\n\n#define {SPACE}_FINGERPRINT \"{fingerprint}\"\n",
     "\n// {doc}\nenum {\n", "    {SPACE}_{GROUP}_{name} = {value}, // {comment}\n", "};\n", "\n#endif\n"},
    {"c++", LOWER_SNAKE, cpp_keywords, false,
     "// The ids of the definition {definition}, made by \"swiftfsm header\" of {file}: do not edit.\n"
     "#ifndef {SPACE}_IDS_HPP\n#define {SPACE}_IDS_HPP\n\n#include <cstdint>\n\nnamespace {space} {\n\n"
     "constexpr char fingerprint[] = \"{fingerprint}\";\n",
     "\n// {doc}\nenum class {Group} : std::int32_t {\n", "    {name} = {value}, // {comment}\n", "};\n",
     "\n} // namespace {space}\n\n#endif\n"},
    {"python", LOWER_SNAKE, python_keywords, false,
     "\"\"\"The ids of the definition {definition}, made by \"swiftfsm header\" of {file}: do not edit.\"\"\"\n\n"
     "from enum import IntEnum\n\nFINGERPRINT = \"{fingerprint}\"\n",
     "\n\nclass {Group}(IntEnum):\n    \"\"\"{doc}\"\"\"\n\n", "    {name} = {value}  # {comment}\n", "", ""},
    {"swift", LOWER_CAMEL, swift_keywords, false,
     "// The ids of the definition {definition}, made by \"swiftfsm header\" of {file}: do not edit.\n\n"
     "public enum {Space} {\n    public static let fingerprint = \"{fingerprint}\"\n",
     "\n    /// {doc}\n    public enum {Group}: Int32, CaseIterable, Sendable {\n",
     "        case {name} = {value}  // {comment}\n", "    }\n", "}\n"},
    {"typescript", LOWER_CAMEL, none, false,
     "// The ids of the definition {definition}, made by \"swiftfsm header\" of {file}: do not edit.\n\n"
     "export const fingerprint = \"{fingerprint}\";\n",
     "\n/** {doc} */\nexport enum {Group} {\n", "    {name} = {value}, // {comment}\n", "}\n", ""},
    {"go", UPPER_CAMEL, go_keywords, true,
     "// Code generated by \"swiftfsm header\" of {file}; DO NOT EDIT.\n\n"
     "// Package {space} has the ids of the definition {definition}.\npackage {space}\n\n"
     "const Fingerprint = \"{fingerprint}\"\n",
     "\n// {Group}: {doc}\ntype {Group} int32\n\nconst (\n", "\t{Group}{name} {Group} = {value} // {comment}\n", ")\n", ""},
    {"rust", UPPER_CAMEL, rust_keywords, false,
     "// The ids of the definition {definition}, made by \"swiftfsm header\" of {file}: do not edit.\n\n"
     "pub const FINGERPRINT: &str = \"{fingerprint}\";\n",
     "\n/// {doc}\n#[repr(i32)]\n#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\npub enum {Group} {\n",
     "    {name} = {value}, // {comment}\n", "}\n", ""},
};
