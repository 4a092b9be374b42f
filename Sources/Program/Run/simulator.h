/* A machine that a person runs by hand: what its callbacks answer is asked of that person. */
#ifndef RUN_SIMULATOR_H
#define RUN_SIMULATOR_H

#include "document.h"
#include "values.h"

/* A callback of the document. */
typedef struct simulated {
    struct simulator *simulator;
    sfsm_role role;
    const char *name;
    /* What was answered in this command, so that it is asked once. */
    bool is_answered;
    int32_t answer;
} simulated;

/* A machine as it was before a command. */
typedef struct moment {
    int64_t time;
    char *snapshot;
    size_t size;
} moment;

typedef struct simulator {
    document document;
    /* For the words of commands; the document is read a second time for what it declares. */
    report report;
    test_case words;
    arena arena;
    LIST(simulated *) callbacks;
    sfsm_machine *machine;
    sfsm_id initial;
    int64_t time;
    LIST(moment) past;
    /* The input is a terminal; what it says is JSON. */
    bool is_interactive, is_json;
    bool has_ended;
    /* Something of the input could not be used. */
    bool has_failed;
    /* Of the command under way: what ran, as JSON. */
    buffer calls;
    buffer line;
} simulator;

/* ------------------------------------------------------------------------------------------------------------------
 * Input (input.c)
 * --------------------------------------------------------------------------------------------------------------- */

/* Reads a line, without its end; NULL at the end of the input. Behind a prompt, it is shown if nobody has typed it. */
const char *read_line(simulator *simulator, const char *prompt);

/* Tells what is wrong with a command. */
void refuse(simulator *simulator, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Asks for one of several words until it is one; nothing is the first. Returns its number, -1 at the end of the input. */
int ask_choice(simulator *simulator, const char *question, const char *const *choices, size_t count);

/* ------------------------------------------------------------------------------------------------------------------
 * Callbacks (callbacks.c)
 * --------------------------------------------------------------------------------------------------------------- */

/* An sfsm_finder. */
sfsm_status simulator_find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback);

/* The case of a predicate type, asked for; SFSM_NONE if none is named. */
sfsm_id ask_case(simulator *simulator, sfsm_id predicate, const char *before);

/* ------------------------------------------------------------------------------------------------------------------
 * The machine (machine.c)
 * --------------------------------------------------------------------------------------------------------------- */

/* Makes a new machine and starts it. */
sfsm_status simulator_reset(simulator *simulator);
/* Keeps the machine as it is, to come back to it. */
void simulator_remember(simulator *simulator);
/* Goes back to before the last command that changed something. False if there was none. */
bool simulator_undo(simulator *simulator);
/* The names of the active leaves: "locked", or "on, dark". */
void write_states(const simulator *simulator, buffer *text);

/* ------------------------------------------------------------------------------------------------------------------
 * Commands (commands.c, message.c, help.c)
 * --------------------------------------------------------------------------------------------------------------- */

/* What is sent: it refers to arguments and cases. */
typedef struct sending {
    sfsm_message message;
    sfsm_value arguments[SFSM_PARAMETER_LIMIT];
    LIST(sfsm_case) cases;
} sending;

/* Takes "coin 200 cent [Policy weak]", or a state behind "request", and asks for what is missing. False, which is told,
 * if it cannot be used. */
bool take_sending(simulator *simulator, cursor *cursor, bool is_request, sending *sending);

/* Lists events and requests that have a row here, and the commands. */
void simulator_help(simulator *simulator);

/* Carries out a line. */
void simulator_perform(simulator *simulator, const char *line);

#endif
