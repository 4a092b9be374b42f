#!/bin/sh
# Builds and runs the consumer with one compiler call and what pkg-config says of the installed package.
#
#   pkg_config.sh <pkg-config> <compiler> <prefix> <source> <program>
set -eu
pkg_config=$1 compiler=$2 prefix=$3 source=$4 program=$5

description=$(find "$prefix" -name swiftfsm.pc)
[ -n "$description" ] || { echo "swiftfsm.pc was not installed"; exit 1; }
# LIBDIR instead of PATH: a package of the system must not be found in its place.
PKG_CONFIG_LIBDIR=$(dirname "$description")
export PKG_CONFIG_LIBDIR

flags=$("$pkg_config" --cflags --libs swiftfsm)
echo "pkg-config says: $flags"
static=$("$pkg_config" --static --libs swiftfsm)
case " $static " in
    *" -lffi "*) ;;
    *) echo "for a static library pkg-config says \"$static\", which lacks libffi"; exit 1 ;;
esac
# The flags are a list of words.
# shellcheck disable=SC2086
"$compiler" -std=c11 -Wall -Wextra -Wpedantic -Werror "$source" $flags -o "$program"
LD_LIBRARY_PATH=$(dirname "$(find "$prefix" -name libswiftfsm.so.0)") "$program"

# The same without any shared library.
# shellcheck disable=SC2086
"$compiler" -static -std=c11 "$source" $("$pkg_config" --cflags --static --libs swiftfsm) -o "$program.static"
env -u LD_LIBRARY_PATH "$program.static"
! ldd "$program.static" >/dev/null 2>&1 || { echo "$program.static is no static program"; exit 1; }

# The same from C++.
# shellcheck disable=SC2086
"${compiler%gcc}g++" -std=c++17 -Wall -Wextra -Wpedantic -Werror "${source%.c}.cpp" $flags -o "$program.cpp"
LD_LIBRARY_PATH=$(dirname "$(find "$prefix" -name libswiftfsm.so.0)") "$program.cpp"
