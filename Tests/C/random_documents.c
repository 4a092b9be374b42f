#include "random_documents.h"

#include <stdarg.h>
#include <stdio.h>

enum { MOST_STATES = 12, MOST_EVENTS = 8, CALLBACKS = 6 };

typedef struct drawing {
    char *text;
    size_t length;
    uint32_t seed;
    uint32_t states, events, superstates;
    uint32_t parent[MOST_STATES]; /* itself for none */
    uint32_t children[MOST_STATES];
    bool has_history[MOST_STATES];
    bool is_chart, has_predicate, is_first_match;
} drawing;

/* Names of all kinds: with hyphens, beyond ASCII, in quotes, and such as mean something to the languages of pictures. */
static const char *const state_names[MOST_STATES] = {
    "idle", "half-open", "closed.2", "läuft", "\"in quotes\"", "\"any\"", "\"a \\\"b\\\" \\\\ c\"", "end", "\"<b>&amp;\"",
    "\"x --> y : z; #35; %% {}\"", "\"**@startuml** //\"", "名前"};
static const char *const event_names[MOST_EVENTS] = {"go", "is.done", "\"two words\"", "event", "\"[*]\"", "\"a|b`c_d\"", "reset",
                                                     "\"1\""};
static const char *const callback_names[CALLBACKS] = {"act", "check-it", "\"not\"", "log.all", "\"in\"", "ünïcode"};

static void put(drawing *drawing, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int count = vsnprintf(drawing->text + drawing->length, RANDOM_DOCUMENT_LIMIT - drawing->length, format, arguments);
    va_end(arguments);
    assert_in_range(count, 0, RANDOM_DOCUMENT_LIMIT - drawing->length - 1);
    drawing->length += (size_t)count;
}

static uint32_t draw(drawing *drawing, uint32_t limit) {
    return draw_below(&drawing->seed, limit);
}

static const char *draw_event(drawing *drawing) {
    return event_names[draw(drawing, drawing->events)];
}

static const char *draw_state(drawing *drawing) {
    return state_names[draw(drawing, drawing->states)];
}

static void put_callbacks(drawing *drawing, const char *before) {
    put(drawing, "%s", before);
    for (uint32_t count = 1 + draw(drawing, 2); count > 0; count--) {
        put(drawing, " %s", callback_names[draw(drawing, CALLBACKS)]);
    }
}

/* What stands between the event and the arrow. */
static void put_conditions(drawing *drawing, bool is_eventless) {
    if (drawing->has_predicate && !is_eventless && draw(drawing, 4) == 0) {
        static const char *const matches[] = {"Mood glad", "Mood glad|sad, Odd 1", "Odd 0|2", "Mood \"x y\""};
        put(drawing, " [%s]", matches[draw(drawing, COUNT(matches))]);
    }
    if (is_eventless || draw(drawing, 4) == 0) {
        put_callbacks(drawing, " ?");
        if (drawing->is_chart && draw(drawing, 2) == 0) {
            put(drawing, " %s %s", draw(drawing, 2) == 0 ? "in" : "not in", draw_state(drawing));
        }
    }
}

static void put_row(drawing *drawing, const char *indentation, const char *source) {
    const bool is_request = source != NULL && draw(drawing, 8) == 0;
    const bool is_eventless = drawing->is_chart && !is_request && draw(drawing, 12) == 0;
    put(drawing, "%s", indentation);
    if (draw(drawing, 12) == 0) {
        put(drawing, "row%zu: ", drawing->length);
    }
    if (drawing->is_chart && draw(drawing, 12) == 0) {
        put(drawing, "local ");
    }
    if (source != NULL) {
        put(drawing, "%s ", source);
    }
    put(drawing, "%s", is_request ? "request" : is_eventless ? "eventless" : draw(drawing, 12) == 0 ? "any" : draw_event(drawing));
    put_conditions(drawing, is_eventless);
    const uint32_t kind = is_request ? 9 : draw(drawing, 12);
    if (kind == 0) {
        put(drawing, " -> dynamic by %s", callback_names[draw(drawing, CALLBACKS)]);
    } else {
        put(drawing, " -> %s", kind == 1 ? "same" : kind == 2 ? "internal" : draw_state(drawing));
    }
    if (drawing->is_chart && kind == 3 && draw(drawing, 4) == 0) {
        put(drawing, " and %s", draw_state(drawing));
    }
    if (draw(drawing, 2) == 0) {
        put_callbacks(drawing, " /");
    }
    if (drawing->is_chart && draw(drawing, 8) == 0) {
        put(drawing, " raises %s", draw_event(drawing));
    }
    put(drawing, "\n");
}

/* What stands in the block of a state, `indentation` deep. */
static void put_parts(drawing *drawing, uint32_t state, const char *indentation) {
    static const char *const words[] = {"entry", "exit", "cycle", "update"};
    for (size_t i = 0; i < COUNT(words); i++) {
        if (draw(drawing, 4) == 0) {
            put(drawing, "%s%s", indentation, words[i]);
            put_callbacks(drawing, "");
            put(drawing, "\n");
        }
    }
    if (drawing->is_chart && draw(drawing, 5) == 0) {
        put(drawing, "%stimeout %u %s\n", indentation, draw(drawing, 1000), draw_event(drawing));
    }
    if (drawing->children[state] > 0 && draw(drawing, 4) == 0) {
        put(drawing, "%sdone %s\n", indentation, draw_event(drawing));
    }
    for (uint32_t rows = draw(drawing, 4); rows > 0; rows--) {
        put_row(drawing, indentation, NULL);
    }
}

static void put_state(drawing *drawing, uint32_t state, uint32_t depth) {
    char indentation[2 * MOST_STATES + 8];
    snprintf(indentation, sizeof indentation, "%*s", (int)(2 * depth + 2), "");
    const bool is_parent = drawing->children[state] > 0;
    const bool is_final = !is_parent && draw(drawing, 12) == 0;
    put(drawing, "%s%s %s%s", indentation + 2, is_parent && draw(drawing, 3) == 0 ? "parallel" : "state", state_names[state],
        is_final ? " final" : "");
    if (drawing->superstates > 0 && !is_final && draw(drawing, 2) == 0) {
        put(drawing, " adopts base%u", draw(drawing, drawing->superstates));
    }
    if (draw(drawing, 8) == 0) {
        put(drawing, " was former%u", state);
    }
    put(drawing, "\n");
    if (is_final) {
        return;
    }
    if (is_parent) {
        put(drawing, "%s", "");
    }
    put_parts(drawing, state, indentation);
    for (uint32_t child = state + 1; child < drawing->states; child++) {
        if (drawing->parent[child] == state) {
            put_state(drawing, child, depth + 1);
        }
    }
    if (is_parent && drawing->has_history[state]) {
        put(drawing, "%s%shistory \"of %u\"\n", indentation, draw(drawing, 2) == 0 ? "deep " : "", state);
    }
}

static void put_declarations(drawing *drawing) {
    put(drawing, "definition");
    if (draw(drawing, 4) > 0) {
        put(drawing, " \"machine \\\"%u\\\"\" version 1.%u", draw(drawing, 100), draw(drawing, 10));
    }
    put(drawing, "\n  initial %s\n", state_names[0]);
    for (uint32_t event = 0; event < drawing->events; event++) {
        static const char *const arguments[] = {"()", "(i32 cents, str)", "(ptr, f64 \"how much\")"};
        if (draw(drawing, 3) == 0) {
            put(drawing, "  event %s %s\n", event_names[event], arguments[draw(drawing, COUNT(arguments))]);
        }
    }
    if (drawing->has_predicate) {
        put(drawing, "  predicate Mood glad sad \"x y\"%s\n  predicate Odd of 3\n", draw(drawing, 2) == 0 ? " by look" : "");
    }
    if (drawing->is_first_match) {
        put(drawing, "  guards first match\n");
    }
    if (draw(drawing, 4) == 0) {
        put(drawing, "  entry exit always\n");
    }
    if (draw(drawing, 8) == 0) {
        put(drawing, "  order resolve exit commit actions entry\n");
    }
    if (draw(drawing, 6) == 0) {
        put(drawing, "  on step log.all\n  warnings off never taken, unused event\n");
    }
}

size_t random_document(uint32_t seed, char text[static RANDOM_DOCUMENT_LIMIT]) {
    drawing drawing = {.text = text, .seed = seed};
    drawing.states = 2 + draw(&drawing, MOST_STATES - 1);
    drawing.events = 2 + draw(&drawing, MOST_EVENTS - 1);
    drawing.superstates = draw(&drawing, 3);
    drawing.is_chart = draw(&drawing, 2) == 0;
    drawing.has_predicate = draw(&drawing, 3) == 0;
    drawing.is_first_match = draw(&drawing, 4) > 0;
    for (uint32_t state = 0; state < drawing.states; state++) {
        const uint32_t other = draw(&drawing, drawing.states);
        drawing.parent[state] = drawing.is_chart && other < state ? other : state;
        drawing.children[drawing.parent[state]] += drawing.parent[state] != state;
        drawing.has_history[state] = draw(&drawing, 3) == 0;
    }
    put_declarations(&drawing);
    for (uint32_t superstate = 0; superstate < drawing.superstates; superstate++) {
        put(&drawing, "  superstate base%u%s\n", superstate, superstate > 0 && draw(&drawing, 2) == 0 ? " adopts base0" : "");
        put_row(&drawing, "    ", NULL);
    }
    for (uint32_t state = 0; state < drawing.states; state++) {
        if (drawing.parent[state] == state) {
            put_state(&drawing, state, 1);
        }
    }
    for (uint32_t rows = draw(&drawing, 3); rows > 0; rows--) {
        put_row(&drawing, "  ", draw(&drawing, 2) == 0 ? "any" : draw_state(&drawing));
    }
    return drawing.length;
}
