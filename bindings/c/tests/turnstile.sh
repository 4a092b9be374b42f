#!/bin/sh
# turnstile.sh PROGRAM EXPECTED: the turnstile prints exactly what is expected, and nothing on standard error.
set -eu
program=$1 expected=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" >"$work/output" 2>"$work/errors"
diff -u "$expected" "$work/output"
diff -u /dev/null "$work/errors"
