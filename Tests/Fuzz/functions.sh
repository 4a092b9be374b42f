#!/usr/bin/env bash
# Writes a header that counts the calls of every function of swiftfsm.h by its name: each becomes a macro of the same name.
set -euo pipefail
names=$(sed -nE '/^static inline/d; s/^[a-z].*[ *](sfsm_[a-z0-9_]+)\(.*$/\1/p' "$1" | grep -vE '^sfsm_(value_of|send$|send_matching$)' | sort -u)
cat <<END
/* Written by functions.sh. */
#ifndef SFSM_FUZZ_FUNCTIONS_H
#define SFSM_FUZZ_FUNCTIONS_H

enum {
$(sed -E 's/^(.*)$/    NUMBER_OF_\1,/' <<<"$names")
    FUNCTIONS
};

#define FUNCTION_NAMES \\
$(sed -E 's/^(.*)$/    "\1", \\/' <<<"$names")
    ""

$(sed -E 's/^(.*)$/#define \1(...) (count_call(NUMBER_OF_\1), \1(__VA_ARGS__))/' <<<"$names")

#endif
END
