"""A runner for the shared cases in Tests/Conformance, which tell what every binding has to do.

A case is read into a `Case` (case): its definition by the library (document, reading_definition), the rest here (text,
values, words, reading_*). It is performed through the package, as the document that it is (read_building) and in words
(api_*), or through its prototypes where the package has no word for what the case says (bare_*), and checked meanwhile
(performing, checking). Whatever is wrong is a `Fault` with its line.
"""
