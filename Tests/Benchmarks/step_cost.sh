#!/usr/bin/env bash
# step_cost.sh PROGRAM LIBRARY [SUBJECT...]: shows that a step allocates nothing, retains nothing and takes no lock.
#
# Callgrind watches PROGRAM (step_cost) send events to each subject's machine, and records every instruction that is
# executed from there. The test fails if one of them
#   - is in another file than the library and the program, whose callbacks count as the step's (libc's plain copying of
#     memory is allowed): then malloc, free, a pthread function or the loader was reached;
#   - is in a function of the Swift runtime, swift_retain or swift_allocObject say, which is linked into the library;
#   - is atomic: has a lock prefix, or exchanges with memory.
# Prints how many instructions a step takes in the library.
set -euo pipefail

sends=1000
allowed_elsewhere='^_*mem(cpy|move|set)'
runtime='^swift_'

program=$1 library=$(readlink -f "$2")
shift 2
[ $# -gt 0 ] || mapfile -t subjects < <("$program" --list)
[ $# -eq 0 ] || subjects=("$@")

for tool in valgrind objdump nm; do
    command -v "$tool" >/dev/null || { echo "step_cost: $tool is not installed" >&2; exit 1; }
done
if [ -z "$(nm "$library" 2>/dev/null)" ]; then
    echo "step_cost: $library has no symbols: its functions cannot be told apart" >&2
    exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Addresses of atomic instructions, a line each: "FILE ADDRESS".
atomics() {
    objdump -d --no-show-raw-insn "$1" |
        awk -F '\t' -v file="$1" '$2 ~ /^lock / || $2 ~ /^xchg .*\(/ { gsub(/[ :]/, "", $1); print file, $1 }'
}
if [ "$(uname -m)" = x86_64 ]; then
    { atomics "$library"; atomics "$(readlink -f "$program")"; } >"$work/atomics"
else
    echo "step_cost: atomic instructions are recognised on x86-64 only, and not looked for here"
    : >"$work/atomics"
fi

# What was executed itself, from a callgrind profile: "FILE ADDRESS COUNT FUNCTION". The line after "calls=" repeats
# what the called function cost, and is left out.
executed() {
    awk '/^ob=/ { file = substr($0, 4) }
         /^fn=/ { name = substr($0, 4) }
         /^calls=/ { getline; next }
         /^0x/ { print file, substr($1, 3), $3, name }' "$1"
}

# Reads the addresses of atomic instructions, then what was executed; prints each offence, then "instructions N".
judge() {
    awk -v library="$library" -v program="$(readlink -f "$program")" -v allowed="$allowed_elsewhere" \
        -v runtime="$runtime" '
        NR == FNR { atomic[$1, $2] = 1; next }
        { name = substr($0, length($1 $2 $3) + 4) }
        $1 == library { instructions += $3 }
        $1 != library && $1 != program && name !~ allowed { offence["reached: " name " in " $1] }
        name ~ runtime { offence["reached: " name] }
        ($1, $2) in atomic { offence["atomic instruction: " name " at " $2] }
        END {
            for (each in offence) print each
            print "instructions", instructions + 0
        }' "$work/atomics" -
}

failed=0
printf '%-26s %s\n' "" "instructions a step"
for subject in "${subjects[@]}"; do
    profile=$work/profile
    if ! valgrind --tool=callgrind --callgrind-out-file="$profile" --dump-instr=yes --compress-strings=no \
        --compress-pos=no --collect-atstart=no --toggle-collect=send_events \
        "$program" "$subject" "$sends" >"$work/output" 2>&1; then
        cat "$work/output"
        exit 1
    fi
    executed "$profile" | judge >"$work/verdict"
    instructions=$(sed -n 's/^instructions //p' "$work/verdict")
    printf '%-26s %d\n' "$subject" $((instructions / sends))
    if [ "$instructions" -lt "$sends" ]; then
        echo "    nothing of the library was seen to run"
        failed=1
    fi
    if grep -v '^instructions ' "$work/verdict" | sed 's/^/    /'; then
        failed=1
    fi
done
[ $failed -eq 0 ] || echo FAILED
exit $failed
