#!/usr/bin/env bash
# matrix.sh FOLDER LIBRARY_FOLDER COMPILER [OPTION...]: compiles the tests of the C++ interface and its examples with a compiler
# and its options, warnings as errors, and runs them.
set -euo pipefail
folder=$1 library=$2
shift 2
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
compile=("$@" "${warnings[@]}" "-I$root/include")
link=("-L$library" -lswiftfsm "-Wl,-rpath,$library")

rm -rf "$folder"
mkdir -p "$folder/tests" "$folder/turnstile" "$folder/orders"
compile_all() {
    local folder=$1 compilers=() source failed=
    shift
    for source in "$@"; do
        "${compile[@]}" -c "$source" -o "$folder/$(basename "$source").o" &
        compilers+=($!)
        if [ ${#compilers[@]} -eq 2 ]; then
            wait "${compilers[0]}" || failed=1
            compilers=("${compilers[@]:1}")
        fi
    done
    for process in "${compilers[@]}"; do wait "$process" || failed=1; done
    [ -z "$failed" ]
}
compile_all "$folder/tests" "$root"/Tests/Cpp/*.cpp
compile_all "$folder/turnstile" "$root/bindings/cpp/turnstile.cpp"
compile_all "$folder/orders" "$root"/bindings/cpp/orders/*.cpp
for program in tests turnstile orders; do
    "$@" "$folder/$program"/*.o "${link[@]}" -o "$folder/$program/program"
done

export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
"$folder/tests/program"
"$folder/turnstile/program" | diff -u "$root/bindings/cpp/tests/turnstile.expected" -
"$folder/orders/program" "$root/bindings/orders.fsm" bob=regular <"$root/Tests/Orders/orders.lines" |
    diff -u "$root/Tests/Orders/orders.expected" -
