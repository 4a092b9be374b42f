#!/usr/bin/env bash
# run_programs.sh README LIBRARY_FOLDER INCLUDE_FOLDER PYTHON_FOLDER: runs each program of the README in C, C++ or Python that is
# followed by its output (```c, ```cpp or ```python, then ```text), and compares. Each in C runs once more with a faulty definition
# (faulty_definition.c): it must print what is wrong, release everything, and fail with 1.
# run_programs.sh README --swift BUILD_FOLDER: those in Swift (```swift), with the modules that SwiftPM has built there.
set -euo pipefail
readme=$1 library=$2 include=$3 python=${4-}
root=$(dirname "$(readlink -f "$readme")")
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Program number n becomes n.c, n.python or n.swift, the text block right behind it n.txt.
awk -v work="$work" '
    /^```(c|cpp|python|swift)$/ { file = work "/" ++n "." substr($0, 4); next }
    /^```text$/ && last == "```" { file = work "/" n ".txt"; next }
    /^```/ { file = ""; last = $0; next }
    file { print > file; next }
    { last = $0 }
' "$readme"

run_c() {
    local compile=(cc -std=c11 -Wall -Wextra -Wpedantic -Werror -I "$include") status=0
    local link=(-L "$library" -lswiftfsm -Wl,-rpath,"$library")
    "${compile[@]}" "$1.c" -o "$1" "${link[@]}"
    "$1"
    "${compile[@]}" "$1.c" "$here/faulty_definition.c" -o "$1.faulty" -Wl,--wrap=sfsm_builder_build "${link[@]}"
    valgrind --quiet --leak-check=full --error-exitcode=9 "$1.faulty" >"$1.faults" 2>&1 || status=$?
    grep -q 'error: ' "$1.faults" && [ "$status" -eq 1 ] && return
    printf '%s ends with %d for a faulty definition, after\n%s\n' "$(basename "$1.c")" "$status" "$(cat "$1.faults")" >&2
    return 1
}

run_cpp() {
    c++ -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Werror -I "$include" "$1.cpp" -o "$1" -L "$library" -lswiftfsm \
        -Wl,-rpath,"$library"
    "$1"
}

run_python() { SWIFTFSM_LIBRARY=$library/libswiftfsm.so PYTHONPATH=$python python3 "$1.python"; }

run_swift() {
    local build=$include objects
    # As SwiftPM lists them: objects of files that are gone stay in the folder.
    mapfile -t objects < <(python3 -c '
import json, sys
for path in sys.argv[1:]:
    print(*(entry["object"] for entry in json.load(open(path)).values() if "object" in entry), sep="\n")' \
        "$build"/{SwiftFSM,FSMInterning,FSMEngine}.build/output-file-map.json)
    swiftc -swift-version 6 -warnings-as-errors -parse-as-library "$1.swift" -o "$1" -I "$build/Modules" \
        -Xcc -fmodule-map-file="$root/Sources/CMemory/module.modulemap" "${objects[@]}"
    "$1"
}

languages=(c cpp python) most=8
[ "$library" != --swift ] || languages=(swift) most=3
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
