#!/usr/bin/env bash
# mistakes.sh SOURCE COMPILER OPTION...: none of the mistakes in a source compiles, and the compiler says why: for each comment
# that begins with //! an error with these words (an extended regular expression), and the line below it. The source compiles
# without those lines.
set -euo pipefail
source=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk '/^ *\/\/! /{ print; getline; print ""; next } { print }' "$source" >"$work/none.cpp"
"$@" -fsyntax-only "$work/none.cpp" || { echo "what is no mistake does not compile" && exit 1; }
if "$@" -fsyntax-only "$source" >"$work/said" 2>&1; then
    echo "the mistakes compile" && exit 1
fi
count=0 failed=0
while IFS=: read -r line words; do
    words=${words#*//! } count=$((count + 1)) line=$((line + 1))
    grep -Eq "$(basename "$source"):$line:[0-9]+:( error|   required from here| note: in instantiation)" "$work/said" ||
        { echo "line $line: no error names it" && failed=1; }
    grep -Eq "error: .*($words)" "$work/said" || { echo "line $line: no error says \"$words\"" && failed=1; }
done < <(grep -n '^ *//! ' "$source")
if [ "$failed" -ne 0 ] || [ "$count" -eq 0 ]; then
    grep -E 'error|required from here' "$work/said" | head -n 60
    exit 1
fi
echo "$count mistakes are refused"
