#include "graph.h"

#include <string.h>

#include "files.h"
#include "messages.h"
#include "names.h"
#include "sendings.h"

/* ------------------------------------------------------------------------------------------------------------------
 * Places
 * --------------------------------------------------------------------------------------------------------------- */

/* The number of the place at which the machine is: a new one, or one that is known. SIZE_MAX if it is not
 * looked at. */
static size_t node_here(graph *graph) {
    size_t size = 0;
    sfsm_machine_snapshot(graph->machine, 0, NULL, 0, &size);
    if (graph->nodes.count > 0 && size > graph->nodes.items[0].size + WAITING_LIMIT) {
        return SIZE_MAX;
    }
    char *const snapshot = arena_take(&graph->arena, size);
    sfsm_machine_snapshot(graph->machine, 0, snapshot, size, &size);
    uint64_t hash = 14695981039346656037U;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)snapshot[i]) * 1099511628211U;
    }
    hash ^= hash >> 29;
    size_t *const bucket = &graph->buckets[hash % BUCKET_COUNT];
    for (size_t number = *bucket; number > 0; number = graph->nodes.items[number - 1].next) {
        const node *const known = &graph->nodes.items[number - 1];
        if (known->size == size && memcmp(known->snapshot, snapshot, size) == 0) {
            return number - 1;
        }
    }
    if (graph->nodes.count == NODE_LIMIT) {
        graph->is_cut = true;
        return SIZE_MAX;
    }
    *LIST_ADD(&graph->arena, &graph->nodes) = (node){.snapshot = snapshot, .size = size, .next = *bucket};
    *bucket = graph->nodes.count;
    return graph->nodes.count - 1;
}

void graph_go(graph *graph, size_t node) {
    sfsm_machine_restore(graph->machine, graph->nodes.items[node].snapshot, graph->nodes.items[node].size, NULL, NULL);
}

sfsm_outcome graph_send(graph *graph, const edge *edge) {
    sfsm_value arguments[SFSM_PARAMETER_LIMIT];
    const sfsm_message message = message_of(graph->document.table, &edge->sending, arguments);
    graph->recorder.wanted_row = edge->row;
    graph->recorder.resolved = edge->sending.resolved;
    graph->recorder.eventless_agree = edge->sending.eventless_agree;
    return sfsm_machine_send_message(graph->machine, &message);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Edges
 * --------------------------------------------------------------------------------------------------------------- */

/* Adds an edge from a place, if the row is taken there. */
static void try_once(graph *graph, size_t from, size_t index, const sfsm_transition *transition, sfsm_id resolved) {
    edge edge = {.transition = index, .row = transition->row};
    graph_go(graph, from);
    if (!find_sending(graph, index, transition, resolved, &edge.sending)) {
        return;
    }
    const sfsm_outcome outcome = graph_send(graph, &edge);
    if (outcome != SFSM_TRANSITIONED && outcome != SFSM_DEFERRED) {
        return;
    }
    edge.target = node_here(graph);
    if (graph->edge_count == EDGE_LIMIT) {
        graph->is_cut = true;
    }
    if (graph->is_cut || edge.target == SIZE_MAX) {
        return;
    }
    graph->edge_count++;
    *LIST_ADD(&graph->arena, &graph->nodes.items[from].edges) = edge;
}

/* The same with guards of rows without an event that agree, and with such that refuse. */
static void try_transition(graph *graph, size_t from, size_t index, const sfsm_transition *transition, sfsm_id resolved) {
    graph->recorder.eventless_agree = true;
    try_once(graph, from, index, transition, resolved);
    if (graph->has_eventless_guards) {
        graph->recorder.eventless_agree = false;
        try_once(graph, from, index, transition, resolved);
    }
}

/* A dynamic row may lead to any state. */
static void try_all_targets(graph *graph, size_t from, size_t index, const sfsm_transition *transition) {
    const sfsm_table *const table = graph->document.table;
    for (size_t i = 0; i < sfsm_table_state_count(table); i++) {
        try_transition(graph, from, index, transition, sfsm_table_state_at(table, i));
    }
}

/* The first transition with a source that is not below this one; those for any state come last. */
static size_t first_from(const sfsm_table *table, sfsm_id source) {
    size_t low = 0, high = sfsm_table_transition_count(table);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        sfsm_transition transition = {.size = sizeof transition};
        sfsm_table_transition(table, middle, &transition);
        const bool is_before = transition.source != SFSM_ANY && (source == SFSM_ANY || transition.source < source);
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    return low;
}

static void expand_source(graph *graph, size_t from, sfsm_id source) {
    const sfsm_table *const table = graph->document.table;
    const size_t count = sfsm_table_transition_count(table);
    for (size_t i = first_from(table, source); i < count; i++) {
        sfsm_transition transition = {.size = sizeof transition};
        sfsm_table_transition(table, i, &transition);
        if (transition.source != source) {
            return;
        }
        if (transition.event == SFSM_EVENTLESS) {
            continue;
        }
        if (transition.target == SFSM_DYNAMIC) {
            try_all_targets(graph, from, i, &transition);
        } else {
            try_transition(graph, from, i, &transition, SFSM_NONE);
        }
    }
}

/* Finds what leads away from a place: rows of the active states, of those around them, and for any state. */
static void expand(graph *graph, size_t from) {
    enum { MOST = 1024 };
    static sfsm_id states[MOST];
    size_t count = 0;
    graph_go(graph, from);
    sfsm_machine_states(graph->machine, states, MOST, &count);
    count = count < MOST ? count : MOST;
    for (size_t i = 0; i < count; i++) {
        for (sfsm_id state = states[i]; state != SFSM_NONE; state = sfsm_table_parent(graph->document.table, state)) {
            bool is_done = false;
            for (size_t j = 0; j < i; j++) {
                sfsm_id other = states[j];
                while (other != state && other != SFSM_NONE) {
                    other = sfsm_table_parent(graph->document.table, other);
                }
                is_done = is_done || other == state;
            }
            if (is_done) {
                break;
            }
            expand_source(graph, from, state);
        }
    }
    if (count > 0) {
        expand_source(graph, from, SFSM_ANY);
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * All of it
 * --------------------------------------------------------------------------------------------------------------- */

static void prepare_recorder(graph *graph) {
    const sfsm_table *const table = graph->document.table;
    recorder *const recorder = &graph->recorder;
    recorder->table = table;
    recorder->row_count = sfsm_table_row_count(table);
    recorder->are_taken = arena_take(&graph->arena, recorder->row_count + 1);
    bool *const are_eventless = arena_take(&graph->arena, recorder->row_count + 1);
    for (size_t i = 0; i < sfsm_table_transition_count(table); i++) {
        sfsm_transition transition = {.size = sizeof transition};
        sfsm_table_transition(table, i, &transition);
        are_eventless[transition.row] = transition.event == SFSM_EVENTLESS;
        graph->has_eventless_guards =
            graph->has_eventless_guards || (transition.event == SFSM_EVENTLESS && transition.guard_count > 0);
    }
    recorder->are_eventless = are_eventless;
    graph->buckets = arena_take(&graph->arena, BUCKET_COUNT * sizeof *graph->buckets);
}

bool graph_open(graph *graph, const char *path, const char *initial) {
    if (!document_open(&graph->document, path, recorder_find, &graph->recorder)) {
        return false;
    }
    const sfsm_table *const table = graph->document.table;
    const sfsm_id from = initial == NULL ? sfsm_table_initial(table) : state_of_name(&graph->document, initial);
    if (from == SFSM_NONE) {
        if (initial == NULL) {
            complain("%s has no initial state: name one with --from", file_name(path));
        }
        return false;
    }
    graph->initial = from;
    prepare_recorder(graph);
    const sfsm_status status = sfsm_machine_create(table, from, NULL, &graph->machine);
    if (status != SFSM_OK) {
        complain("%s has no machine that begins in %s: %s", file_name(path), name_of_state(table, from),
                 sfsm_status_name(status));
        return false;
    }
    sfsm_machine_on_step(graph->machine, recorder_note_step, &graph->recorder, NULL);
    node_here(graph);
    for (size_t i = 0; i < graph->nodes.count && !graph->is_cut; i++) {
        expand(graph, i);
    }
    return true;
}

void graph_close(graph *graph) {
    sfsm_machine_release(graph->machine);
    document_release(&graph->document);
    buffer_release(&graph->recorder.lines);
    arena_release(&graph->recorder.arena);
    arena_release(&graph->arena);
}
