#include "targets.h"

#include "definitions.h"
#include "machines.h"
#include "replays.h"
#include "snapshots.h"
#include "tables.h"

enum { MOST_CALLS = 400 };

/* A table, if the definition has no errors, and a machine. */
static bool begin(bool is_chart) {
    if (table_of(draw_definition(is_chart)) == NULL) {
        return false;
    }
    check_table(current.table);
    make_machine(&current.machines[0]);
    return true;
}

static void call_something(void) {
    const uint32_t kind = below(32);
    if (kind == 30) {
        ask_table(once_in(16) ? NULL : current.table);
    } else if (kind == 31) {
        ask_library();
    } else {
        call_machine(&current.machines[kind % 4 < MACHINES ? kind % 4 : 0]);
    }
}

static void live(void) {
    for (int calls = 0; calls < MOST_CALLS && has_input(); calls++) {
        call_something();
    }
}

static void flat(void) {
    if (begin(false)) {
        live();
    }
}

static void charts(void) {
    if (begin(true)) {
        live();
    }
}

static void snapshots(void) {
    if (!begin(below(4) != 3)) {
        return;
    }
    for (int calls = 0; calls < MOST_CALLS && has_input(); calls++) {
        owned *const place = &current.machines[0];
        const uint32_t kind = below(8);
        if (place->machine == NULL || kind >= 4) {
            call_machine(place);
        } else if (kind == 3) {
            restore_any(place);
        } else if (kind == 2) {
            use_journal(place);
        } else {
            use_snapshot(place);
        }
        if (place->machine != NULL) {
            check_machine(place->machine);
        }
    }
}

static void replays(void) {
    if (!begin(below(2) == 1)) {
        return;
    }
    for (int calls = 0; calls < MOST_CALLS && has_input(); calls++) {
        if (below(4) == 3) {
            replay_any();
        } else {
            replay_log();
        }
    }
}

static void run_flat(const uint8_t *bytes, size_t length) { in_new_world(bytes, length, flat); }
static void run_chart(const uint8_t *bytes, size_t length) { in_new_world(bytes, length, charts); }
static void run_snapshot(const uint8_t *bytes, size_t length) { in_new_world(bytes, length, snapshots); }
static void run_replay(const uint8_t *bytes, size_t length) { in_new_world(bytes, length, replays); }

const target targets[] = {
    {"flat", run_flat}, {"charts", run_chart}, {"snapshots", run_snapshot}, {"replays", run_replay}, {"documents", run_document},
};
const size_t target_count = COUNT(targets);

const target *target_named(const char *name) {
    for (size_t i = 0; i < target_count; i++) {
        if (strcmp(targets[i].name, name) == 0) {
            return &targets[i];
        }
    }
    return NULL;
}
