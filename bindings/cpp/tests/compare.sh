#!/bin/sh
# compare.sh EXPECTED PROGRAM ARGUMENT...: it prints exactly what is expected for the lines beside EXPECTED (.lines), if there are
# any, and nothing on standard error.
set -eu
expected=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
input=${expected%.expected}.lines
[ -e "$input" ] || input=/dev/null

"$@" <"$input" >"$work/output" 2>"$work/errors"
diff -u "$expected" "$work/output"
diff -u /dev/null "$work/errors"
