#!/bin/sh
# The library is small enough to be shipped beside a program: without symbols for the debugger 363,664 bytes before it read
# documents, 80,000 for these, and 52,000 for machines that outlive their process: snapshots in bytes and JSON, other versions,
# journals, names, and machines in memory of the caller. 8,000 are for the ways of the steps
# that are taken most, and for building with less work.
#
#   size.sh <strip> <library> <file for the stripped copy>
set -eu
strip=$1 library=$2 stripped=$3
limit=502584
"$strip" -o "$stripped" "$library"
size=$(wc -c < "$stripped")
echo "$size bytes stripped, $limit allowed"
[ "$size" -le "$limit" ]
