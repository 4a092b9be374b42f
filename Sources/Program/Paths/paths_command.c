/* swiftfsm paths: scenarios that take every transition. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "files.h"
#include "messages.h"
#include "names.h"
#include "walk.h"

/* What no sequence takes, a line for each transition. */
static void list_uncovered(const walk *walk, buffer *json) {
    const sfsm_table *const table = walk->graph.document.table;
    for (size_t i = 0; i < sfsm_table_transition_count(table); i++) {
        sfsm_transition row = {.size = sizeof row};
        sfsm_table_transition(table, i, &row);
        if (walk->are_covered[i]) {
            continue;
        }
        const char *const why = walk->graph.is_cut              ? "not found among the places that were looked at"
                                : row.event == SFSM_EVENTLESS ? "it has no event: no sequence that was found leads to it"
                                                              : "no sequence of events leads to it";
        const char *const source = row.source == SFSM_ANY ? "any" : name_of_state(table, row.source);
        if (json == NULL) {
            printf("# not covered: line %d in %s: %s\n", (int)row.line, source, why);
            continue;
        }
        json_begin_object(json, NULL);
        json_add_number(json, "line", row.line);
        json_add_text(json, "state", source);
        json_add_text(json, "reason", why);
        json_end_object(json);
    }
}

static void print_paths(const walk *walk) {
    printf("# %zu sequence%s, %zu event%s, %zu of %zu transitions\n", walk->sequence_count,
           walk->sequence_count == 1 ? "" : "s", walk->event_count, walk->event_count == 1 ? "" : "s",
           walk->covered_count, sfsm_table_transition_count(walk->graph.document.table));
    list_uncovered(walk, NULL);
    fwrite(buffer_text(&walk->text), 1, walk->text.length, stdout);
}

static void print_as_json(const walk *walk) {
    buffer json = {NULL, 0, 0};
    json_begin_object(&json, NULL);
    json_add_text(&json, "file", walk->graph.document.path);
    json_add_number(&json, "sequences", (int64_t)walk->sequence_count);
    json_add_number(&json, "events", (int64_t)walk->event_count);
    json_add_number(&json, "covered", (int64_t)walk->covered_count);
    json_add_number(&json, "transitions", (int64_t)sfsm_table_transition_count(walk->graph.document.table));
    json_begin_array(&json, "not covered");
    list_uncovered(walk, &json);
    json_end_array(&json);
    json_add_text(&json, "text", buffer_text(&walk->text));
    json_end_object(&json);
    json_print(&json);
}

static int run_paths(const options *options) {
    if (!options_expect(options, 1, 1, "a file")) {
        return STATUS_UNUSABLE;
    }
    walk walk;
    memset(&walk, 0, sizeof walk);
    int status = STATUS_UNUSABLE;
    if (graph_open(&walk.graph, options->operands.items[0], options_value(options, "from"))) {
        walk_all(&walk);
        if (options_have(options, "json")) {
            print_as_json(&walk);
        } else {
            print_paths(&walk);
        }
        const size_t count = sfsm_table_transition_count(walk.graph.document.table);
        status = walk.covered_count == count ? STATUS_FINE : STATUS_FAULTS;
    }
    walk_release(&walk);
    return status;
}

static const option paths_options[] = {{.name = "from", .takes_value = true}, COMMON_OPTIONS};

const command paths_command = {
    .name = "paths",
    .summary = "writes scenarios that take every transition",
    .help = "usage: swiftfsm paths [--from STATE] [--json] FILE\n\n"
            "Finds sequences of events that together take every transition, going to the nearest one that is left, and writes\n"
            "them as \"run\" sections, which \"swiftfsm check\" accepts behind the definition. In them guards and resolvers say\n"
            "what the sequence needs, arguments are 0 or empty, and no time passes. Transitions that no sequence takes are\n"
            "named; of a chart at most 20,000 configurations are looked at.\n\n"
            "  --from STATE  begins there instead of in the initial state\n"
            "  --json        numbers, what is not covered, and the sections, as JSON\n\n"
            "Exit status: 0 all transitions are covered; 1 some are not; 2 the file cannot be used, or has errors.\n\n"
            "example: swiftfsm paths package-life.fsm >> package-life.fsm\n"
            "         # 12 sequences, 92 events, 76 of 76 transitions\n",
    .options = paths_options,
    .option_count = OPTION_COUNT(paths_options),
    .run = run_paths,
};
