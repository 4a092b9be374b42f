#include "recorder.h"

#include <ctype.h>
#include <string.h>

#include "names.h"

/* A callback of the document. */
typedef struct recorded {
    recorder *recorder;
    sfsm_role role;
    const char *name;
    /* A hook for steps is told the outcome. */
    bool is_told_outcome;
} recorded;

void write_outcome(buffer *text, sfsm_outcome outcome) {
    const char *name = sfsm_status_name(outcome);
    name += strncmp(name, "SFSM_", 5) == 0 ? 5 : 0;
    for (; *name != '\0'; name++) {
        const char letter = *name == '_' ? ' ' : (char)tolower((unsigned char)*name);
        buffer_add(text, &letter, 1);
    }
}

/* Begins the line of a callback. */
static void begin_line(const recorded *called) {
    static const char *const roles[] = {"",      "guard",  "action",   "resolver",  "entry", "exit",
                                        "cycle", "update", "provider", "unhandled", "step"};
    buffer *const lines = &called->recorder->lines;
    buffer_add_format(lines, "    %s ", roles[called->role]);
    write_name(lines, called->name);
}

static int32_t guard(const sfsm_step *step, void *context) {
    const recorded *const called = context;
    recorder *const recorder = called->recorder;
    const size_t row = sfsm_step_row(step);
    const bool agrees = row == recorder->wanted_row ||
                        (row <= recorder->row_count && recorder->are_eventless[row] && recorder->eventless_agree);
    if (recorder->is_writing) {
        begin_line(called);
        buffer_add_text(&recorder->lines, agrees ? "\n" : " says no\n");
    }
    return agrees;
}

static int32_t resolve(const sfsm_step *step, void *context) {
    (void)step;
    const recorded *const called = context;
    recorder *const recorder = called->recorder;
    if (recorder->is_writing) {
        begin_line(called);
        buffer_add_text(&recorder->lines, " says ");
        if (recorder->resolved == SFSM_NONE) {
            buffer_add_text(&recorder->lines, "none");
        } else {
            write_name(&recorder->lines, name_of_state(recorder->table, recorder->resolved));
        }
        buffer_add_text(&recorder->lines, "\n");
    }
    return recorder->resolved;
}

static int32_t run(const sfsm_step *step, void *context) {
    const recorded *const called = context;
    recorder *const recorder = called->recorder;
    if (recorder->is_writing) {
        begin_line(called);
        if (called->role == SFSM_STEP_HOOK && called->is_told_outcome) {
            buffer_add_text(&recorder->lines, " ");
            write_outcome(&recorder->lines, step->outcome);
        }
        buffer_add_text(&recorder->lines, "\n");
    }
    return 0;
}

/* The first case: rows without an event are tried without those that are sent. */
static int32_t provide(const sfsm_step *step, void *context) {
    (void)step;
    const recorded *const called = context;
    if (called->recorder->is_writing) {
        begin_line(called);
        buffer_add_text(&called->recorder->lines, " says 0\n");
    }
    return 0;
}

/* Of update callbacks, which nothing here calls. */
static int32_t fail(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return SFSM_FAILED;
}

int32_t recorder_note_step(const sfsm_step *step, void *context) {
    recorder *const recorder = context;
    const size_t row = step->outcome == SFSM_TRANSITIONED ? sfsm_step_row(step) : 0;
    if (recorder->is_writing && row > 0 && row <= recorder->row_count) {
        recorder->are_taken[row] = true;
    }
    return 0;
}

/* Whether a signature has the parameter "step". */
static bool takes_step(const char *signature) {
    const char *const found = strstr(signature, "step");
    return found != NULL && strchr("(, ", found[-1]) != NULL;
}

sfsm_status recorder_find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    recorder *const recorder = context;
    recorded *const found = arena_take(&recorder->arena, sizeof *found);
    *found = (recorded){recorder, wanted->role, arena_text(&recorder->arena, wanted->name, strlen(wanted->name)),
                        wanted->signature == NULL || takes_step(wanted->signature)};
    const sfsm_function function = wanted->role == SFSM_GUARD      ? guard
                                   : wanted->role == SFSM_RESOLVER ? resolve
                                   : wanted->role == SFSM_PROVIDER ? provide
                                   : wanted->role == SFSM_UPDATE   ? fail
                                                                   : run;
    *out_callback = (sfsm_callback){function, found, NULL};
    return SFSM_OK;
}
