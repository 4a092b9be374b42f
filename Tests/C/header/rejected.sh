#!/bin/sh
# rejected.sh COUNT WORDS COMPILER OPTION...: compiles a source with -DREJECTED=1 and so on up to COUNT, each of which must
# fail with a message that has one of these words (an extended regular expression), and with 0, which must not.
count=$1 words=$2
shift 2
"$@" -DREJECTED=0 || { echo "what is not rejected does not compile" && exit 1; }
number=0
while [ $((number += 1)) -le "$count" ]; do
    if message=$("$@" -DREJECTED="$number" 2>&1); then
        echo "REJECTED=$number compiles" && exit 1
    fi
    printf '%s\n' "$message" | grep -Eq "$words" || {
        printf 'REJECTED=%s does not say why:\n%s\n' "$number" "$message" && exit 1
    }
done
