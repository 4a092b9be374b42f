"""A runner for the shared cases in Tests/Conformance, which tell what every binding has to do.

A case is read (text, values, words, reading_*) into a `Case` (case), performed through the package (api_*), or through
its prototypes where the package has no word for what the case says (bare_*), and checked meanwhile (performing,
checking). Whatever is wrong is a `Fault` with its line.
"""
