"""What a definition says: ids, rows, blocks, the words that make them, and the types of arguments.

Imports `library`.
"""
