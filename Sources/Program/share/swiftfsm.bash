# Completion of swiftfsm for bash.
_swiftfsm() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} choices=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "check draw run replay paths header convert diff --help --version" -- "$word")
        return
    fi
    case $before in
    --language | -l) choices="c c++ python swift typescript go rust" ;;
    --to | -t) choices="text json dot mermaid plantuml matrix markdown html" ;;
    --format | -f) choices="svg png pdf dot mermaid plantuml matrix markdown html text json" ;;
    --guards) choices="refuse assume" ;;
    esac
    if [ -n "$choices" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
        return
    fi
    case $command in
    check) choices="--against" ;;
    draw) choices="--output --format --current --hide --focus --counts --flat" ;;
    run | paths) choices="--from" ;;
    replay) choices="--token --event --guards --state-column --case --initial --counts --separator --sorted" ;;
    header) choices="--language --prefix --output" ;;
    convert) choices="--to --output --fingerprint" ;;
    esac
    case $word in
    -*) mapfile -t COMPREPLY < <(compgen -W "$choices --json --help" -- "$word") ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    esac
}
complete -o filenames -F _swiftfsm swiftfsm
