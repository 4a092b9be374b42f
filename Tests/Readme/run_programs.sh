#!/usr/bin/env bash
# run_programs.sh README LIBRARY_FOLDER INCLUDE_FOLDER PYTHON_FOLDER: runs each program of the README in C or Python that is
# followed by its output (```c or ```python, then ```text), and compares.
# run_programs.sh README --swift BUILD_FOLDER: those in Swift (```swift), with the modules that SwiftPM has built there.
set -euo pipefail
readme=$1 library=$2 include=$3 python=${4-}
root=$(dirname "$(readlink -f "$readme")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Program number n becomes n.c, n.python or n.swift, the text block right behind it n.txt.
awk -v work="$work" '
    /^```(c|python|swift)$/ { file = work "/" ++n "." substr($0, 4); next }
    /^```text$/ && last == "```" { file = work "/" n ".txt"; next }
    /^```/ { file = ""; last = $0; next }
    file { print > file; next }
    { last = $0 }
' "$readme"

run_c() {
    cc -std=c11 -Wall -Wextra -Wpedantic -Werror -I "$include" "$1.c" -o "$1" -L "$library" -lswiftfsm -Wl,-rpath,"$library"
    "$1"
}

run_python() { SWIFTFSM_LIBRARY=$library/libswiftfsm.so PYTHONPATH=$python python3 "$1.python"; }

run_swift() {
    local build=$include
    swiftc -swift-version 6 -warnings-as-errors -parse-as-library "$1.swift" -o "$1" -I "$build/Modules" \
        -Xcc -fmodule-map-file="$root/Sources/CMemory/module.modulemap" "$build"/{SwiftFSM,FSMInterning,FSMEngine}.build/*.o
    "$1"
}

languages=(c python) most=4
[ "$library" != --swift ] || languages=(swift) most=1
count=0
for expected in "$work"/*.txt; do
    program=${expected%.txt}
    for language in "${languages[@]}"; do
        [ -e "$program.$language" ] || continue
        "run_$language" "$program" >"$program.out"
        diff -u "$expected" "$program.out"
        count=$((count + 1))
    done
done
echo "$count programs of the README print what it says"
[ "$count" -eq "$most" ]
