#!/bin/sh
# The functions that the header declares are the symbols that the library exports: not one fewer (a declaration that
# nobody implements is not diagnosed by any compiler), and nothing beside them. LIBRARY is the shared or the static one.
#
#   exported_symbols.sh <compiler> <nm> <header> <library>
set -eu
compiler=$1 nm=$2 header=$3 library=$4

# The compiler takes comments and macros away; what is left with a "(" behind it is a declaration, unless the header
# defines it inline.
compiled=$("$compiler" -std=c11 -E -P "$header")
inline=$(printf '%s\n' "$compiled" | sed -n 's/^static inline .*\b\(sfsm_[a-z0-9_]*\)(.*/-e \1(/p' | tr '\n' ' ')
# shellcheck disable=SC2086 # a list of options
declared=$(printf '%s\n' "$compiled" | grep -o '\bsfsm_[a-z0-9_]*(' | grep -vxF $inline | tr -d '(' | sort -u)
# A version script may name its versions as absolute symbols (type A), and a relocation of a thread's variable a local
# one; everything else counts.
dynamic=-D
[ "${library%.a}" = "$library" ] || dynamic=
# shellcheck disable=SC2086 # no option, where it is empty
exported=$("$nm" $dynamic --defined-only --extern-only --without-symbol-versions "$library" |
    awk 'NF == 3 && $2 != "A" { print $3 }' | sort)

[ "$(printf '%s\n' "$declared" | wc -l)" -ge 50 ] || { echo "The header's declarations could not be read."; exit 1; }
if [ "$declared" = "$exported" ]; then
    exit 0
fi
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
printf '%s\n' "$declared" > "$directory/declared"
printf '%s\n' "$exported" > "$directory/exported"
comm -23 "$directory/declared" "$directory/exported" | sed 's/$/: declared in the header, not exported by the library/'
comm -13 "$directory/declared" "$directory/exported" | sed 's/$/: exported by the library, not declared in the header/'
exit 1
