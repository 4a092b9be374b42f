#!/bin/sh
# package_replay.sh CASE PROGRAM FIXTURES [PACKAGE_LOG]: what package_replay does beside what package_log.sh tests.
set -eu
case=$1 program=$2 machines=${4-}
cd "$3"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The reports of one machine a package and of one call are the same, but for the time: of the fixtures, of this machine's own
# log, and of the fixtures in disorder.
same() {
    for seed in 1 2 3 4 5 6 7 8; do
        awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' clean.log package.log | sort | cut -f 2- \
            >"$work/disorder-$seed.log"
        awk -v seed="$seed" 'BEGIN { srand(seed) } rand() < 0.8' package.log clean.log >"$work/gaps-$seed.log"
    done
    for log in clean.log package.log /var/log/dpkg.log "$work"/*.log; do
        [ -r "$log" ] || continue
        "$machines" "$log" | sed '$d' >"$work/machines"
        "$program" "$log" | sed '$d' >"$work/replay"
        diff -u "$work/machines" "$work/replay"
    done
}

# What is slow, and how often rows were taken.
rows() {
    "$program" -t -c "$work/counts.csv" clean.log | sed '1,/^time before/d' >"$work/rows"
    [ "$(head -n 1 "$work/rows" | tr -s ' ')" = " mean total taken" ]
    grep -Eq '^ +[0-9.]+ (s|min|h|d) +[0-9.]+ (s|min|h|d) +[0-9]+  status half-installed in not-installed$' "$work/rows"
    "$program" -t package.log | grep -q ' in [0-9]* states$'
    [ "$(head -n 1 "$work/counts.csv")" = "row,taken" ]
    events=$(grep -vcE '^.{20}(startup|conffile) ' clean.log)
    [ "$(awk -F, '{ sum += $2 } END { print sum }' "$work/counts.csv")" -eq "$events" ]
    if "$program" -c "$work/nowhere/counts" clean.log >/dev/null 2>"$work/errors"; then exit 1; fi
    grep -q "nowhere/counts: cannot be written: No such file" "$work/errors"
}

"$case"
