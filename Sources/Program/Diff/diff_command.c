/* swiftfsm diff: what differs between two documents. */
#include <stdio.h>

#include "command.h"
#include "differences.h"
#include "messages.h"
#include "stored.h"

static void print_differences(const differences *differences) {
    const size_t count = differences->items.count;
    for (size_t i = 0; i < count; i++) {
        const difference *const difference = &differences->items.items[i];
        printf("%s%s\n", difference->is_breaking ? "breaking: " : "", difference->text);
    }
    if (count == 0) {
        puts("no differences");
    } else {
        printf("%zu difference%s, %zu breaking\n", count, count == 1 ? "" : "s", differences->breaking_count);
    }
}

static void print_as_json(const differences *differences, const options *options) {
    buffer json = {NULL, 0, 0};
    json_begin_object(&json, NULL);
    json_add_text(&json, "old", options->operands.items[0]);
    json_add_text(&json, "new", options->operands.items[1]);
    json_begin_array(&json, "differences");
    add_differences(&json, differences);
    json_end_array(&json);
    json_add_number(&json, "breaking", (int64_t)differences->breaking_count);
    json_end_object(&json);
    json_print(&json);
}

static int run_diff(const options *options) {
    if (!options_expect(options, 2, 2, "an old and a new file")) {
        return STATUS_UNUSABLE;
    }
    document old, new;
    differences differences = {.breaking_count = 0};
    bool is_compared = document_open(&old, options->operands.items[0], find_nothing, NULL);
    is_compared = document_open(&new, options->operands.items[1], find_nothing, NULL) && is_compared;
    if (is_compared) {
        compare_ids(&differences, old.table, new.table);
        compare_stored(&differences, &old, &new);
        is_compared = compare_lines(&differences, &old, &new);
    }
    if (is_compared && options_have(options, "json")) {
        print_as_json(&differences, options);
    } else if (is_compared) {
        print_differences(&differences);
    }
    const int status = differences.breaking_count > 0 ? STATUS_FAULTS : STATUS_FINE;
    document_release(&old);
    document_release(&new);
    differences_release(&differences);
    return is_compared ? status : STATUS_UNUSABLE;
}

static const option diff_options[] = {COMMON_OPTIONS};

const command diff_command = {
    .name = "diff",
    .summary = "compares two versions of a document",
    .help = "usage: swiftfsm diff [--json] OLD NEW\n\n"
            "Prints what differs between two documents: names and numbers of states, events, predicate types and cases;\n"
            "which stored machines have no place in NEW; then the lines of their definitions, each with its block (- only\n"
            "in OLD, + only in NEW), whatever their comments and spaces. A difference is breaking if a number has another\n"
            "name, or a name is gone that no \"was\" tells of: then stored snapshots and compiled programs mean something\n"
            "else. And if NEW refuses the snapshot of a machine that was in a state of OLD, has left one with a history, or\n"
            "has an event waiting: one of each is tried.\n\n"
            "Exit status: 0 nothing is breaking; 1 something is; 2 a file cannot be used, or has errors.\n\n"
            "example: swiftfsm diff turnstile-2.fsm turnstile-3.fsm\n"
            "         state closed (0) is now locked (0)\n"
            "         + state locked adopts resettable was closed: pass -> same / beep\n"
            "         2 differences, 0 breaking\n",
    .options = diff_options,
    .option_count = OPTION_COUNT(diff_options),
    .run = run_diff,
};
