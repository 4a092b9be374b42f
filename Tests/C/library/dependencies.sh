#!/bin/sh
# Whoever loads the library needs nothing but the C library and libffi, and finds it under the name that programs are linked to.
#
#   dependencies.sh <readelf> <library>
set -eu
readelf=$1 library=$2
dynamic=$("$readelf" -d -W "$library")
failed=0

for needed in $(printf '%s\n' "$dynamic" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p'); do
    case $needed in
        libc.so.* | ld-linux-*.so.* | libffi.so.*) ;; # the loader is a part of the C library
        *) echo "$needed is among the library's dependencies: only the C library and libffi may be."; failed=1 ;;
    esac
done

soname=$(printf '%s\n' "$dynamic" | sed -n 's/.*(SONAME).*\[\(.*\)\].*/\1/p')
if [ "$soname" != libswiftfsm.so.0 ]; then
    echo "The SONAME is \"$soname\": it must be libswiftfsm.so.0."
    failed=1
fi

# A path into the build machine would be searched before the system's on every other machine.
if printf '%s\n' "$dynamic" | grep -E '\((RPATH|RUNPATH)\)'; then
    echo "The library carries a search path."
    failed=1
fi
exit $failed
