"""What swiftfsm.h declares, in ctypes' terms.

Made by ./dev generate from include/swiftfsm.h: change that, not this file.
"""
