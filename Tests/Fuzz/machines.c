#include "machines.h"

#include "callbacks.h"
#include "predictions.h"
#include "snapshots.h"
#include "tables.h"
#include "twins.h"

/* ------------------------------------------------------------------------------------------------------------------
 * Lives
 * --------------------------------------------------------------------------------------------------------------- */

void release_machine(owned *place) {
    sfsm_machine *const machine = place->machine;
    const bool has_plan = place->has_plan && !place->is_performing;
    place->machine = NULL;
    place->has_plan = place->has_journal = false;
    sfsm_machine_release(machine);
    if (has_plan) {
        known(sfsm_machine_abandon(machine)); /* the machine was kept for it */
    }
}

void make_machine(owned *place) {
    const uint8_t kind = take_byte();
    sfsm_machine_options options = {.size = sizeof options, .flags = kind % 2, .context = &current};
    options.initial = kind / 2 % 4 == 3 ? SFSM_NONE : kind >= 240 ? any_state() : state_id(kind / 8 % current.definition.state_count);
    release_machine(place);
    clear(&place->journal);
    const size_t size = sfsm_machine_size(current.table);
    if (kind % 16 == 4 && current.memory_count < COUNT(current.memories)) {
        options.memory = current.memories[current.memory_count++] = aligned_alloc(SFSM_MACHINE_ALIGNMENT, size);
        options.memory_size = size;
    }
    options.size = is_mistaken() ? take_byte() % (sizeof options + 1) : options.size;
    place->is_lenient = options.flags == SFSM_LENIENT;
    place->table = current.table;
    if (kind % 16 == 10) {
        refuse_after(below(4));
    }
    known(kind % 8 == 2 && !place->is_lenient
              ? sfsm_machine_create(current.table, options.initial, &current, &place->machine)
              : sfsm_machine_create_with(current.table, &options, &place->machine));
    grant_all();
}

/* ------------------------------------------------------------------------------------------------------------------
 * What is true between calls
 * --------------------------------------------------------------------------------------------------------------- */

static bool is_history(const sfsm_table *table, sfsm_id state) {
    return (sfsm_table_kind(table, state) & (SFSM_SHALLOW_HISTORY | SFSM_DEEP_HISTORY)) != 0;
}

/* Of the children of an active state as many are active as must be. */
static void check_children(const sfsm_machine *machine, const sfsm_table *table, sfsm_id parent, bool is_leaf) {
    size_t children = 0, active = 0;
    for (size_t i = 0; i < sfsm_table_state_count(table); i++) {
        const sfsm_id child = sfsm_table_state_at(table, i);
        if (sfsm_table_parent(table, child) == parent && !is_history(table, child)) {
            children++;
            active += sfsm_machine_in(machine, child);
        }
    }
    const bool is_parallel = sfsm_table_kind(table, parent) == SFSM_PARALLEL;
    expect(active == (is_parallel ? children : children > 0), "of an active state one child is active, or all");
    expect(is_leaf == (active == 0), "the active states without active children are listed");
}

void check_machine(const sfsm_machine *machine) {
    const sfsm_table *const table = sfsm_machine_table(machine);
    sfsm_id leaves[64];
    size_t count = 0, outermost = 0;
    expect(sfsm_machine_states(machine, leaves, COUNT(leaves), &count) == SFSM_OK && count <= COUNT(leaves), "states are listed");
    expect((count == 0) == (sfsm_machine_state(machine) == SFSM_NONE), "a machine that is not stopped has a state");
    for (size_t i = 0; i < sfsm_table_state_count(table); i++) {
        const sfsm_id state = sfsm_table_state_at(table, i), parent = sfsm_table_parent(table, state);
        bool is_leaf = false;
        for (size_t leaf = 0; leaf < count; leaf++) {
            is_leaf = is_leaf || leaves[leaf] == state;
        }
        if (!sfsm_machine_in(machine, state)) {
            expect(!is_leaf, "what is listed is active");
            continue;
        }
        expect(!is_history(table, state), "no history is active");
        expect(parent == SFSM_NONE || sfsm_machine_in(machine, parent), "the parent of an active state is active");
        outermost += parent == SFSM_NONE;
        check_children(machine, table, state, is_leaf);
    }
    expect(outermost == (count > 0), "one state without a parent is active");
    expect(!sfsm_machine_is_done(machine) || count == 0, "a machine that is done is stopped");
    int64_t due = 0;
    const sfsm_status status = sfsm_machine_due(machine, &due);
    expect(status == SFSM_OK || status == SFSM_OUT_OF_RANGE, "a timer is due, or there is none");
    const sfsm_status journal = sfsm_machine_journal_status(machine);
    if (journal != SFSM_OUT_OF_MEMORY) { /* which it tells from then on */
        known(journal);
    }
    sfsm_machine_pending(machine);
    sfsm_machine_failure(machine);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Calls
 * --------------------------------------------------------------------------------------------------------------- */

/* Which the header says return SFSM_BUSY inside a callback; never from outside, where no plan is open. */
static int32_t outcome_of(const owned *place, int32_t result) {
    expect(result != SFSM_BUSY || current.depth > 0 || (place != NULL && place->has_plan), "a machine is busy inside its calls");
    return known(result);
}

static void keep_timer(uint64_t timer) {
    current.timers[timer % TIMERS] = timer;
}

static void advance(sfsm_machine *machine, const owned *place) {
    int64_t due = 0, now = sfsm_machine_now(machine);
    const uint32_t kind = below(16);
    const bool is_running = sfsm_machine_due(machine, &due) == SFSM_OK;
    now += kind < 14 ? (int64_t)kind : kind == 14 ? -1 : 0;
    if (kind == 15 && (!is_running || due > now + 1000)) {
        now = !is_running ? INT64_MAX - take_byte() : due - 1;
    } else if (kind == 13 && is_running && due >= now) {
        now = due;
    }
    const int32_t result = outcome_of(place, sfsm_machine_advance(machine, now));
    expect(result <= 0, "the time has no outcome");
}

static void add_hook(sfsm_machine *machine) {
    sfsm_finalizer finalizer = NULL;
    place *const place = new_place(&finalizer);
    const sfsm_function function = once_in(3) ? NULL : hook;
    known(below(2) == 0 ? sfsm_machine_on_step(machine, function, place, finalizer)
                        : sfsm_machine_on_unhandled(machine, function, place, finalizer));
}

static void put_into_states(sfsm_machine *machine) {
    sfsm_id states[4] = {0};
    size_t count = 0;
    if (below(2) == 0) {
        known(sfsm_machine_states(machine, states, COUNT(states), &count));
        count = count > COUNT(states) ? 0 : count;
    } else {
        for (count = below(5); count > 0 && count < COUNT(states) && states[count] == 0; count--) {
            states[count - 1] = any_state();
        }
    }
    known(sfsm_machine_set_states(machine, states, count));
}

static void run_some(sfsm_machine *machine) {
    sfsm_id events[4];
    sfsm_outcome outcomes[4];
    size_t sent = 0;
    const size_t count = below(5);
    for (size_t i = 0; i < count; i++) {
        events[i] = any_event();
    }
    const sfsm_status status = known(sfsm_machine_run(machine, events, count, below(2) == 0 ? NULL : outcomes, &sent));
    expect(sent <= count || status < 0, "no more events run than there are");
}

/* What may be called anywhere. */
static void query(sfsm_machine *machine) {
    sfsm_id first = 0, second = 0;
    size_t index = 0;
    int64_t due = 0;
    sfsm_machine_in(machine, any_state());
    known(sfsm_machine_rejected_case(machine, &first, &second));
    known(sfsm_machine_rejected_argument(machine, &index, &first, &second));
    sfsm_machine_rejected_event(machine);
    known(sfsm_machine_due(machine, &due));
    void *const context = sfsm_machine_context(machine);
    if (machine != NULL && context == &current) {
        known(sfsm_machine_set_context(machine, context));
    }
}

static void call(sfsm_machine *machine, owned *place) {
    bool is_sound = false;
    uint64_t timer = 0;
    sfsm_id event = 0;
    switch (below(28)) {
    case 0: outcome_of(place, sfsm_machine_stop(machine)); break;
    case 1: outcome_of(place, sfsm_machine_start(machine, any_state())); break;
    case 2: outcome_of(place, sfsm_machine_start(machine, below(2) == 0 ? SFSM_LAST_STATE : SFSM_INITIAL)); break;
    case 3: outcome_of(place, sfsm_machine_set_state(machine, any_state())); break;
    case 4: put_into_states(machine); break;
    case 5: outcome_of(place, sfsm_machine_run_pending(machine)); break;
    case 6: outcome_of(place, sfsm_machine_discard_pending(machine)); break;
    case 7: outcome_of(place, sfsm_machine_probe(machine, draw_message(false, &is_sound), &event)); break;
    case 8: outcome_of(place, sfsm_machine_request(machine, any_state())); break;
    case 9: add_hook(machine); break;
    case 10: outcome_of(place, sfsm_machine_update(machine, 1.5, below(2) == 0 ? NULL : draw_message(true, &is_sound),
                                                   below(3) == 0 ? &event : NULL)); break;
    case 11:
    case 12:
        known(sfsm_machine_send_later(machine, any_event(), once_in(16) ? INT64_MAX : (int64_t)below(12) - once_in(20), &timer));
        keep_timer(timer);
        break;
    case 13: known(sfsm_machine_cancel(machine, current.timers[below(TIMERS)])); break;
    case 14:
    case 15:
    case 16: advance(machine, place); break;
    case 17: outcome_of(place, sfsm_machine_raise(machine, any_event())); break;
    case 18: query(machine); break;
    case 19: run_some(machine); break;
    case 20: ask_table(sfsm_machine_table(machine)); break;
    case 21: snapshot_inside(machine); break;
    case 22: known(sfsm_machine_postpone(machine)); break;
    case 23: outcome_of(place, sfsm_machine_send(machine, any_event())); break;
    default: outcome_of(place, sfsm_machine_send_message(machine, draw_message(false, &is_sound))); break;
    }
}

void call_inside(sfsm_machine *machine) {
    call(once_in(250) ? NULL : machine, NULL);
}

void call_machine(owned *place) {
    const uint32_t kind = below(16);
    if (kind == 15 || place->machine == NULL) {
        if (place->machine == NULL && current.depth == 0) {
            make_machine(place);
        } else if (take_byte() % 4 == 3) {
            release_machine(place);
        }
        return;
    }
    sfsm_machine *const machine = place->machine;
    if (current.depth > 0) {
        call(machine, place);
        return;
    }
    current.budget = 24;
    if (place->has_plan) {
        perform_plan(place, kind);
    } else if (kind < 8) {
        predict_and_send(place);
    } else if (kind == 8) {
        check_permitted(place);
    } else if (kind == 9) {
        begin_plan(place);
    } else if (kind == 10) {
        use_snapshot(place);
    } else if (kind == 11) {
        use_journal(place);
    } else if (kind == 12) {
        compare_twins(place);
    } else {
        if (kind == 14 && once_in(4)) {
            refuse_after(below(6));
        }
        call(machine, place);
        grant_all();
    }
    if (place->machine != NULL) {
        int64_t due = 0;
        check_machine(place->machine);
        expect(place->has_plan || sfsm_machine_state(place->machine) != SFSM_NONE || sfsm_machine_due(place->machine, &due) < 0,
               "a stopped machine has no timers");
    }
}
