/*
 * A turnstile: two states, two events, four rows. The first program to read.
 */
#include <stdio.h>

#include <swiftfsm.h>

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };

/* What the machine controls. Every callback receives a pointer to it: the context given to sfsm_machine_create. */
struct hardware {
    int coins;
    int alarms;
};

static int32_t unlock(const sfsm_step *step, void *context) {
    (void)step;
    struct hardware *hardware = context;
    hardware->coins++;
    puts("  the arm is released");
    return 0; /* done; a negative number would say that it failed */
}

static int32_t alarm(const sfsm_step *step, void *context) {
    (void)step;
    struct hardware *hardware = context;
    hardware->alarms++;
    puts("  the alarm sounds");
    return 0;
}

static int32_t thank_you(const sfsm_step *step, void *context) {
    (void)step;
    struct hardware *hardware = context;
    hardware->coins++;
    puts("  \"thank you\" lights up");
    return 0;
}

static int32_t lock(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    puts("  the arm is locked");
    return 0;
}

static const sfsm_row rows[] = {
    SFSM_ROW(LOCKED,   COIN, UNLOCKED, unlock),
    SFSM_ROW(LOCKED,   PASS, LOCKED,   alarm),
    SFSM_ROW(UNLOCKED, COIN, UNLOCKED, thank_you),
    SFSM_ROW(UNLOCKED, PASS, LOCKED,   lock),
};

/* Names are optional. The table keeps them for people: for diagnostics, and for the lines printed here. */
static const sfsm_name states[] = { SFSM_NAME(LOCKED), SFSM_NAME(UNLOCKED) };
static const sfsm_name events[] = { SFSM_NAME(COIN), SFSM_NAME(PASS) };

/* The table of all turnstiles, or NULL after saying what is wrong with it. */
static sfsm_table *turnstile_table(void) {
    sfsm_builder *builder = sfsm_builder_create();
    sfsm_builder_add_rows(builder, rows, 4);
    sfsm_builder_name_states(builder, states, 2);
    sfsm_builder_name_events(builder, events, 2);

    /* The build is where mistakes show: every fault of the rows at once, and a builder or rows that are missing. */
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    sfsm_status status = sfsm_builder_build(builder, &table, &faults);
    if (status < 0) {
        fprintf(stderr, "turnstile: %s\n%s", sfsm_status_name(status), sfsm_diagnostics_text(faults));
    }
    sfsm_diagnostics_release(faults); /* NULL, or warnings */
    sfsm_builder_release(builder);    /* the table lives on */
    return table;
}

int main(void) {
    sfsm_table *table = turnstile_table();
    if (table == NULL) {
        return 1;
    }
    struct hardware hardware = { 0, 0 };
    sfsm_machine *gate = NULL;
    sfsm_status status = sfsm_machine_create(table, LOCKED, &hardware, &gate);
    if (status < 0) {
        fprintf(stderr, "turnstile: %s\n", sfsm_status_name(status));
        sfsm_table_release(table);
        return 1;
    }

    static const int32_t visitors[] = { PASS, COIN, COIN, PASS, PASS };
    for (size_t i = 0; i < sizeof visitors / sizeof visitors[0]; i++) {
        printf("%s, %s\n", sfsm_table_state_name(table, sfsm_machine_state(gate)),
               sfsm_table_event_name(table, visitors[i]));
        sfsm_outcome outcome = sfsm_machine_send(gate, visitors[i]);
        printf("  %s: %s\n", sfsm_status_name(outcome), sfsm_table_state_name(table, sfsm_machine_state(gate)));
    }
    printf("coins: %d, alarms: %d\n", hardware.coins, hardware.alarms);

    sfsm_machine_release(gate);
    sfsm_table_release(table);
    return 0;
}
