#!/bin/sh
# The library is small enough to be shipped beside a program: 400 KB without symbols for the debugger, of which 363,664
# bytes were taken before it read documents; and 80,000 for these.
#
#   size.sh <strip> <library> <file for the stripped copy>
set -eu
strip=$1 library=$2 stripped=$3
limit=443664
"$strip" -o "$stripped" "$library"
size=$(wc -c < "$stripped")
echo "$size bytes stripped, $limit allowed"
[ "$size" -le "$limit" ]
