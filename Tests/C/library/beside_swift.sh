#!/bin/sh
# The static library lies in one program with other Swift: a library in Embedded Swift, which has functions of the same names in
# its machine code, and a program with Swift's whole runtime.
#
#   beside_swift.sh <swiftc> <compiler> <include folder> <libswiftfsm.a> <folder>
set -eu
swiftc=$1 compiler=$2 include=$3 library=$4 folder=$5
here=$(dirname "$0")
rm -rf "$folder"
mkdir -p "$folder"

"$swiftc" -module-name Other -parse-as-library -wmo -Osize -enable-experimental-feature Embedded -warnings-as-errors \
    -c "$here/other.swift" -o "$folder/other.o"
"$compiler" -std=c11 -Wall -Wextra -Wpedantic -Werror "-I$include" "$here/beside_other.c" "$folder/other.o" "$library" -lffi \
    -o "$folder/beside_other"
"$folder/beside_other"

"$swiftc" -warnings-as-errors -I "$include" "$here/beside_runtime.swift" "$library" -lffi -o "$folder/beside_runtime"
"$folder/beside_runtime"
