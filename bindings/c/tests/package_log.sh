#!/bin/sh
# package_log.sh CASE PROGRAM FIXTURES: one case, a function below, of the package log's replay.
set -eu
case=$1 program=$2
cd "$3"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "package_log.sh: $case: $*" >&2
    exit 1
}

# Replays with these arguments (and standard input), without complaints: the report without its time in $work/report.
replay() {
    "$program" "$@" >"$work/output" 2>"$work/errors" || fail "exit status $?: $(cat "$work/errors")"
    diff -u /dev/null "$work/errors"
    tail -n 1 "$work/output" | grep -Eq '^time: [0-9]+\.[0-9]{4} s$' || fail "the last line is not the time"
    sed '$d' "$work/output" >"$work/report"
}

# The report is that of package.log, under the name given.
expect_report_as() {
    sed "1s|.*|log: $1|" package.report >"$work/expected"
    diff -u "$work/expected" "$work/report"
}

# The report says so, as a whole line.
expect() {
    grep -Fxq "$1" "$work/report" || fail "no line \"$1\" in $(cat "$work/report")"
}

# With these arguments the program complains (about $1), prints no report, and ends with status 2.
expect_refusal() {
    complaint=$1
    shift
    status=0
    "$program" "$@" >"$work/output" 2>"$work/errors" || status=$?
    [ "$status" -eq 2 ] || fail "exit status $status"
    diff -u /dev/null "$work/output"
    grep -q "$complaint" "$work/errors" || fail "complaint: $(cat "$work/errors")"
}

report() {
    replay package.log
    expect_report_as package.log
}

clean() {
    replay clean.log
    expect "events not permitted: 0"
    expect "lines not understood: 0"
    expect "events handled: $(grep -vcE '^.{20}(startup|conffile) ' clean.log)"
}

compressed() {
    gzip -c package.log >"$work/package.log.1.gz"
    replay "$work/package.log.1.gz"
    expect_report_as "$work/package.log.1.gz"
    cp "$work/package.log.1.gz" "$work/no suffix; 'quoted' \$(name)"
    replay "$work/no suffix; 'quoted' \$(name)"
    expect "log: $work/no suffix; 'quoted' \$(name)"
    expect "lines read: $(wc -l <package.log)"
}

standard_input() {
    replay <package.log
    expect_report_as "standard input"
    replay - <package.log
    expect_report_as "standard input"
    cat package.log | replay
    expect_report_as "standard input"
    gzip -c package.log | replay -
    expect_report_as "standard input"
    gzip -c package.log >"$work/package.log.gz"
    replay <"$work/package.log.gz"
    expect_report_as "standard input"
    replay </dev/null
    expect "lines read: 0"
    expect "packages: 0"
}

missing() {
    expect_refusal "^$(basename "$program"): no-such.log: .*No such file" no-such.log
    expect_refusal "directory" .
    expect_refusal "Bad file descriptor" - <&-
    if [ "$(id -u)" -ne 0 ]; then # root may read everything
        : >"$work/secret.log"
        chmod 0 "$work/secret.log"
        expect_refusal "secret.log: .*Permission denied" "$work/secret.log"
    fi
}

damaged() {
    gzip -c clean.log >"$work/whole.gz"
    head -c 1000 "$work/whole.gz" >"$work/cut.gz"
    expect_refusal "^$(basename "$program"): $work/cut.gz: the compressed data is damaged" "$work/cut.gz"
    { head -c 500 "$work/whole.gz" && echo "something else" && tail -c +520 "$work/whole.gz"; } >"$work/mixed.gz"
    expect_refusal "mixed.gz: the compressed data is damaged" "$work/mixed.gz"
    printf '\037\213' | expect_refusal "standard input: the compressed data is damaged"
}

arguments() {
    expect_refusal "^usage:" clean.log package.log
    expect_refusal "option" --no-such-option
}

# Bytes that no log should have, and line ends of any kind.
odd_bytes() {
    stamp="2026-02-03 08:00:00"
    printf '%s status installed hello:amd64 1\r\n%s status ins\000talled hello:amd64 1\n\n\r\n\000\n\377\376\n%s' \
        "$stamp" "$stamp" "$stamp status half-configured hello:amd64 1" >"$work/odd.log"
    replay "$work/odd.log"
    expect "lines read: 7"
    expect "events handled: 2"
    expect "lines not understood: 5"
    expect "  line 2: not understood: 2026-02-03 08:00:00 status ins\\x00talled hello:amd64 1"
    expect "  line 3: not understood: (empty)"
    expect "  line 4: not understood: (empty)"
    expect "  line 5: not understood: \\x00"
    expect "  line 6: not understood: \\xff\\xfe"
    expect "  half-configured: 1"
}

# A name of two million bytes is a name, and a line as long that is no log line is quoted up to 60 bytes.
long_lines() {
    stamp="2026-02-03 08:00:00"
    name=$work/name
    head -c 2000000 /dev/zero | tr '\000' 'a' >"$name"
    { printf '%s install ' "$stamp" && cat "$name" && printf ' <none> 1\n%s status installed ' "$stamp" &&
        cat "$name" && printf ' 1\n' && cat "$name"; } >"$work/long.log"
    replay "$work/long.log"
    expect "lines read: 3"
    expect "packages: 1"
    expect "events handled: 1"
    expect "events not permitted: 1"
    expect "  line 3: not understood: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..."
}

# Garbage of every kind ends in a report.
noise() {
    { echo "no gzip" && head -c 1000000 /dev/urandom; } >"$work/noise.log"
    replay "$work/noise.log"
    expect "events handled: 0"
    tr '0-9a-z:' '1-90b-za:' <clean.log >"$work/shifted.log"
    replay "$work/shifted.log"
    expect "lines read: $(wc -l <clean.log)"
}

unwritable() {
    [ -w /dev/full ] || exit 77
    status=0
    "$program" clean.log >/dev/full 2>"$work/errors" || status=$?
    [ "$status" -eq 1 ] || fail "exit status $status"
    grep -q "cannot be written" "$work/errors" || fail "complaint: $(cat "$work/errors")"
}

# The definition is that of PACKAGE_LIFE, or that beside the program; what is wrong with it is told by its lines.
document() {
    life=$(dirname "$program")/package-life.fsm
    grep -v '^ *#' "$life" >"$work/life.fsm"
    PACKAGE_LIFE=$work/life.fsm replay package.log
    expect_report_as package.log

    cp "$program" "$work/package_log"
    program=$work/package_log expect_refusal "package-life.fsm: cannot be read: No such file" package.log
    PACKAGE_LIFE=$work expect_refusal "$work: cannot be read: Is a directory" package.log

    sed 's/? vanishing -/? vanished -/' "$life" >"$work/life.fsm"
    PACKAGE_LIFE=$work/life.fsm expect_refusal "life.fsm:[0-9]*:[0-9]*: error: .*vanished" package.log
    sed 's/^  initial unknown/  initial unknwon/' "$life" >"$work/life.fsm"
    PACKAGE_LIFE=$work/life.fsm expect_refusal "life.fsm:[0-9]*:.* error: .*unknwon" package.log
    sed 's/unpacked = 3/unpacked = 30/' "$life" >"$work/life.fsm"
    PACKAGE_LIFE=$work/life.fsm expect_refusal "state 'unpacked' must be there, with the number 3" package.log
    sed 's/"status installed"/settled/' "$life" >"$work/life.fsm"
    PACKAGE_LIFE=$work/life.fsm expect_refusal "event 'status installed' must be there, with the number 7" package.log
    sed 's/^  initial unknown/  initial unpacked/' "$life" >"$work/life.fsm"
    PACKAGE_LIFE=$work/life.fsm expect_refusal "begin in 'unknown'" package.log
}

# Nothing leaks and nothing is read that was not written; PROGRAM is run under valgrind.
memory() {
    gzip -c package.log >"$work/package.log.gz"
    for log in package.log clean.log "$work/package.log.gz"; do
        valgrind --quiet --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=definite,possible \
            --error-exitcode=9 "$program" "$log" >"$work/output" 2>"$work/errors" || fail "$(cat "$work/errors")"
        diff -u /dev/null "$work/errors"
    done
}

"$case"
