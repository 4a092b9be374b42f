"""Random charts, an oracle for them in Python, and what compares it with the library and with the oracle in Swift."""
