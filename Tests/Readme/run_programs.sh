#!/usr/bin/env bash
# run_programs.sh README LIBRARY_FOLDER INCLUDE_FOLDER PYTHON_FOLDER: runs each program of the README that is followed by its
# output (```c or ```python, then ```text), and compares.
set -euo pipefail
readme=$1 library=$2 include=$3 python=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Program number n becomes n.c or n.py, the text block right behind it n.txt.
awk -v work="$work" '
    /^```(c|python)$/ { file = work "/" ++n ($0 == "```c" ? ".c" : ".py"); next }
    /^```text$/ && last == "```" { file = work "/" n ".txt"; next }
    /^```/ { file = ""; last = $0; next }
    file { print > file; next }
    { last = $0 }
' "$readme"

count=0
for expected in "$work"/*.txt; do
    program=${expected%.txt}
    if [ -e "$program.c" ]; then
        cc -std=c11 -Wall -Wextra -Wpedantic -Werror -I "$include" "$program.c" -o "$program" -L "$library" -lswiftfsm \
            -Wl,-rpath,"$library"
        "$program" >"$program.out"
    else
        SWIFTFSM_LIBRARY=$library/libswiftfsm.so PYTHONPATH=$python python3 "$program.py" >"$program.out"
    fi
    diff -u "$expected" "$program.out"
    count=$((count + 1))
done
echo "$count programs of the README print what it says"
[ "$count" -eq 4 ]
