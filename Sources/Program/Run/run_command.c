/* swiftfsm run: a machine that is run by hand. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "files.h"
#include "messages.h"
#include "names.h"
#include "simulator.h"

/* Opens a document, with callbacks that ask. */
static bool open_simulator(simulator *simulator, const options *options) {
    const char *const from = options_value(options, "from");
    simulator->is_json = options_have(options, "json");
    simulator->is_interactive = isatty(STDIN_FILENO) != 0;
    if (!document_open(&simulator->document, options->operands.items[0], simulator_find, simulator)) {
        return false;
    }
    const document *const document = &simulator->document;
    simulator->report = (report){.path = document->path, .is_quiet = true};
    case_open(&simulator->words, &simulator->report,
              arena_text(&simulator->arena, document->text.text, document->text.length));
    simulator->words.table = document->table;
    simulator->report.count = 0;
    simulator->initial = from == NULL ? sfsm_table_initial(document->table) : state_of_name(document, from);
    if (simulator->initial == SFSM_NONE && from == NULL) {
        complain("%s has no initial state: name one with --from", file_name(document->path));
    }
    return simulator->initial != SFSM_NONE;
}

static void close_simulator(simulator *simulator) {
    sfsm_machine_release(simulator->machine);
    simulator->words.table = NULL;
    arena_release(&simulator->words.arena);
    document_release(&simulator->document);
    buffer_release(&simulator->line);
    buffer_release(&simulator->calls);
    arena_release(&simulator->arena);
}

static void converse(simulator *simulator) {
    while (!simulator->has_ended) {
        buffer prompt = {NULL, 0, 0};
        write_states(simulator, &prompt);
        buffer_add_text(&prompt, "> ");
        const char *const line = read_line(simulator, prompt.text);
        buffer_release(&prompt);
        if (line != NULL) {
            simulator_perform(simulator, line);
        }
    }
}

static int run_run(const options *options) {
    if (!options_expect(options, 1, 1, "a file")) {
        return STATUS_UNUSABLE;
    }
    if (strcmp(options->operands.items[0], "-") == 0) {
        complain_usage("run", "the standard input has the commands, and cannot have the document too");
        return STATUS_UNUSABLE;
    }
    simulator simulator;
    memset(&simulator, 0, sizeof simulator);
    int status = STATUS_UNUSABLE;
    if (open_simulator(&simulator, options)) {
        const sfsm_status started = simulator_reset(&simulator);
        if (started < 0) {
            complain("the machine does not start: %s", sfsm_status_name(started));
        } else {
            if (simulator.is_interactive && !simulator.is_json) {
                puts("? lists what can be typed; Ctrl-D ends.");
            }
            converse(&simulator);
            /* A person sees at once what is wrong; a script is told at the end. */
            status = simulator.has_failed && !simulator.is_interactive ? STATUS_UNUSABLE : STATUS_FINE;
        }
    }
    close_simulator(&simulator);
    return status;
}

static const option run_options[] = {{.name = "from", .takes_value = true}, COMMON_OPTIONS};

const command run_command = {
    .name = "run",
    .summary = "runs a machine by hand: you send events and answer for its guards",
    .help = "usage: swiftfsm run [--from STATE] [--json] FILE\n\n"
            "Starts a machine and reads commands, from a terminal or a pipe. Callbacks are shown as they are called; what\n"
            "guards, resolvers, providers and update callbacks answer is asked of you, once a command.\n\n"
            "  EVENT [VALUE ...] [[TYPE CASE, ...]]\n"
            "                   sends an event, with values of its declared types; what is missing is asked for\n"
            "  request STATE    requests a state\n"
            "  why EVENT        tells which rows would be taken, or why not\n"
            "  update [TIME]    calls update callbacks\n"
            "  advance TIME     lets time pass: timeouts are sent\n"
            "  draw [FORMAT]    draws the definition with the present state\n"
            "  undo             goes back to before the last command\n"
            "  reset            starts again\n"
            "  ?                lists what is possible here\n"
            "  quit             ends\n\n"
            "A command whose name is an event's is written with a colon, :reset.\n\n"
            "  --from STATE  begins there instead of in the initial state\n"
            "  --json        an object of JSON for each command\n\n"
            "Exit status: 0 fine; 2 the file cannot be used or has errors, or a command of a pipe cannot be used.\n\n"
            "example: $ swiftfsm run turnstile.fsm\n"
            "         locked> coin 200 cent\n"
            "           guard enough (yes, no)? [yes] y\n"
            "           exit unlock\n"
            "           action thank\n"
            "           -> unlocked\n",
    .options = run_options,
    .option_count = OPTION_COUNT(run_options),
    .run = run_run,
};
