/* swiftfsm check: reads documents, tells what is wrong with them, and runs their scenarios. */
#include <stdio.h>

#include "checked_file.h"
#include "command.h"
#include "messages.h"

static int check_all(const options *options, const char *against, buffer *json) {
    int status = STATUS_FINE;
    for (size_t i = 0; i < options->operands.count; i++) {
        checked_file file;
        check_file(&file, options->operands.items[i], against);
        if (json != NULL) {
            add_checked_file(json, &file);
        } else {
            print_checked_file(&file);
        }
        status = file.status > status ? file.status : status;
        checked_file_release(&file);
    }
    return status;
}

static int run_check(const options *options) {
    const char *const against = options_value(options, "against");
    if (!options_expect(options, 1, against == NULL ? (size_t)-1 : 1, "a file")) {
        return STATUS_UNUSABLE;
    }
    if (!options_have(options, "json")) {
        return check_all(options, against, NULL);
    }
    buffer json = {NULL, 0, 0};
    json_begin_object(&json, NULL);
    json_begin_array(&json, "files");
    const int status = check_all(options, against, &json);
    json_end_array(&json);
    json_end_object(&json);
    json_print(&json);
    return status;
}

static const option check_options[] = {{.name = "against", .takes_value = true}, COMMON_OPTIONS};

const command check_command = {
    .name = "check",
    .summary = "tells what is wrong with documents, and runs their scenarios",
    .help = "usage: swiftfsm check [--against OLD] [--json] FILE...\n\n"
            "Reads each document and prints all errors and warnings, by file, line and column. Then checks the sections\n"
            "behind the definition: the scenarios in \"run\" sections, with callbacks that do what is written there, and\n"
            "what \"diagnostics\" and \"transitions\" sections expect. One line sums up each file.\n\n"
            "  --against OLD  the older version of the one FILE: it is an error if a number has another name, or a name\n"
            "                 is gone without \"was\"\n"
            "  --json         the same as JSON\n\n"
            "Exit status: 0 all is well; 1 errors or scenarios that fail; 2 a file cannot be used. Warnings do not count.\n\n"
            "example: swiftfsm check turnstile.fsm\n"
            "         turnstile.fsm: 3 states, 3 events, 9 rows, 1 scenario passed; needs guard enough, actions beep log thank\n",
    .options = check_options,
    .option_count = OPTION_COUNT(check_options),
    .run = run_check,
};
