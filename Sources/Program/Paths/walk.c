#include "walk.h"

#include <string.h>

#include "names.h"

/* ------------------------------------------------------------------------------------------------------------------
 * Sections
 * --------------------------------------------------------------------------------------------------------------- */

static void write_sending(walk *walk, const sending *sending) {
    static const char *const values[] = {"", "bool false", "i8 0", "i16 0", "i32 0", "i64 0", "u8 0", "u16 0", "u32 0",
                                         "u64 0", "f32 0", "f64 0", "str \"\"", "ptr none"};
    const sfsm_table *const table = walk->graph.document.table;
    const bool is_request = sending->event == SFSM_REQUEST;
    buffer *const text = &walk->text;
    buffer_add_text(text, is_request ? "  request " : "  send ");
    write_name(text, is_request ? name_of_state(table, sending->requested) : name_of_event(table, sending->event));
    for (size_t i = 0; i < sending->case_count; i++) {
        const sfsm_case part = sending->cases[i];
        const char *const name = sfsm_table_case_name(table, part.predicate, part.value);
        buffer_add_text(text, i == 0 ? " [" : ", ");
        write_name(text, sfsm_table_predicate_name(table, part.predicate));
        buffer_add_text(text, " ");
        if (name == NULL) {
            buffer_add_format(text, "%d", (int)part.value);
        } else {
            write_name(text, name);
        }
    }
    buffer_add_text(text, sending->case_count > 0 ? "]" : "");
    const size_t count = is_request ? 0 : sfsm_table_argument_count(table, sending->event);
    for (size_t i = 0; i < count; i++) {
        buffer_add_format(text, "%s%s%s", i == 0 ? " (" : ", ",
                          values[sfsm_table_argument_type(table, sending->event, i)], i + 1 == count ? ")" : "");
    }
    buffer_add_text(text, "\n");
}

/* Takes an edge, and writes what comes of it. */
static void take(walk *walk, const edge *edge) {
    graph *const graph = &walk->graph;
    recorder *const recorder = &graph->recorder;
    buffer_clear(&recorder->lines);
    write_sending(walk, &edge->sending);
    recorder->is_writing = true;
    const sfsm_outcome outcome = graph_send(graph, edge);
    recorder->is_writing = false;
    buffer_add(&walk->text, buffer_text(&recorder->lines), recorder->lines.length);
    buffer_add_text(&walk->text, "    -> ");
    write_outcome(&walk->text, outcome);
    buffer_add_text(&walk->text, " ");
    const sfsm_id state = sfsm_machine_state(graph->machine);
    if (state == SFSM_NONE) {
        buffer_add_text(&walk->text, "none");
    } else {
        write_name(&walk->text, name_of_state(graph->document.table, state));
    }
    buffer_add_text(&walk->text, "\n");
    walk->event_count++;
    walk->covered_count += !walk->are_covered[edge->transition];
    walk->are_covered[edge->transition] = true;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Searching
 * --------------------------------------------------------------------------------------------------------------- */

/* The first edge of a place that has not been taken. */
static const edge *open_edge(const walk *walk, size_t place) {
    const node *const node = &walk->graph.nodes.items[place];
    for (size_t i = 0; i < node->edges.count; i++) {
        if (!walk->are_covered[node->edges.items[i].transition]) {
            return &node->edges.items[i];
        }
    }
    return NULL;
}

/* The nearest place with an edge that is left, and how to get there; SIZE_MAX if there is none. */
static size_t find_nearest(walk *walk, size_t from) {
    size_t first = 0, last = 0;
    memset(walk->found_by, 0, walk->graph.nodes.count * sizeof *walk->found_by);
    walk->queue[last++] = from;
    while (first < last) {
        const size_t place = walk->queue[first++];
        if (open_edge(walk, place) != NULL) {
            return place;
        }
        const node *const node = &walk->graph.nodes.items[place];
        for (size_t i = 0; i < node->edges.count; i++) {
            const edge *const edge = &node->edges.items[i];
            if (edge->target != from && walk->found_by[edge->target] == NULL) {
                walk->found_by[edge->target] = edge;
                walk->found_from[edge->target] = place;
                walk->queue[last++] = edge->target;
            }
        }
    }
    return SIZE_MAX;
}

/* Goes to the nearest edge that is left and takes it; gives where that leads. */
static size_t go_on(walk *walk, size_t from, size_t nearest) {
    size_t count = 0;
    for (size_t place = nearest; place != from; place = walk->found_from[place]) {
        walk->queue[count++] = place;
    }
    while (count > 0) {
        take(walk, walk->found_by[walk->queue[--count]]);
    }
    const edge *const edge = open_edge(walk, nearest);
    take(walk, edge);
    return edge->target;
}

/* Rows without an event are taken on the way. */
static void cover_eventless_rows(walk *walk) {
    const sfsm_table *const table = walk->graph.document.table;
    for (size_t i = 0; i < sfsm_table_transition_count(table); i++) {
        sfsm_transition transition = {.size = sizeof transition};
        sfsm_table_transition(table, i, &transition);
        if (transition.event == SFSM_EVENTLESS && walk->graph.recorder.are_taken[transition.row]) {
            walk->covered_count += !walk->are_covered[i];
            walk->are_covered[i] = true;
        }
    }
}

void walk_all(walk *walk) {
    const sfsm_table *const table = walk->graph.document.table;
    const size_t places = walk->graph.nodes.count;
    walk->are_covered = arena_take(&walk->arena, sfsm_table_transition_count(table) + 1);
    walk->found_by = arena_take(&walk->arena, places * sizeof *walk->found_by);
    walk->found_from = arena_take(&walk->arena, places * sizeof *walk->found_from);
    walk->queue = arena_take(&walk->arena, places * sizeof *walk->queue);
    size_t nearest;
    while ((nearest = find_nearest(walk, 0)) != SIZE_MAX) {
        graph_go(&walk->graph, 0);
        walk->sequence_count++;
        buffer_add_text(&walk->text, "\nrun from ");
        write_name(&walk->text, name_of_state(table, walk->graph.initial));
        buffer_add_text(&walk->text, "\n");
        size_t place = 0;
        while (nearest != SIZE_MAX) {
            place = go_on(walk, place, nearest);
            nearest = find_nearest(walk, place);
        }
    }
    cover_eventless_rows(walk);
}

void walk_release(walk *walk) {
    graph_close(&walk->graph);
    buffer_release(&walk->text);
    arena_release(&walk->arena);
}
