/* Random definitions, good and bad, and random calls from outside and from inside callbacks: whatever comes, every call
 * returns a status that the header lists for it, and every finalizer runs exactly once. What comes of each event is
 * judged elsewhere; here nothing may trap, leak or be touched after it was freed. */
#include "seeds.h"

enum { CONTEXTS = 4096, MACHINES = 3 };

/* One seed decides everything that a round does. */
typedef struct storm {
    uint32_t seed;
    size_t registered;
    uint8_t finalized[CONTEXTS];
    sfsm_machine *machines[MACHINES]; /* NULL where there is none, or where it was released */
    int depth;                        /* of machines whose callbacks send to each other */
    size_t budget;                    /* callbacks that may still do something */
    int64_t clock;
    uint64_t timer;                   /* the last one that was started, of whichever machine */
    size_t mistakes;                  /* results that no function may give, and finalizers that did not run once */
} storm;

static storm *current; /* callbacks and finalizers have contexts of their own */

static uint32_t draw(uint32_t limit) {
    current->seed = current->seed * 1664525u + 1013904223u;
    return (current->seed >> 8) % limit;
}

/* A row whose random target is SFSM_DEFER defers its event. */
static void check_result(int32_t result) {
    current->mistakes += result < SFSM_OUT_OF_RANGE || result > SFSM_DEFERRED;
}

static void finalize(void *context) {
    ++*(uint8_t *)context;
}

/* A context that is to be finalized once, or none when the storm has used them up. */
static void *new_context(sfsm_finalizer *out_finalizer) {
    *out_finalizer = current->registered < CONTEXTS ? finalize : NULL;
    return current->registered < CONTEXTS ? &current->finalized[current->registered++] : NULL;
}

/* Few ids, so that they meet; sometimes a stranger, seldom a reserved one. */
static int32_t random_id(void) {
    const uint32_t number = draw(100);
    return number < 2    ? INT32_MIN + (int32_t)draw(16)
           : number < 4  ? (int32_t)(draw(1u << 24) * 251u)
           : number < 10 ? (int32_t)((number - 7) * 1000000000u)
           : number < 20 ? 50
                         : (int32_t)draw(5);
}

static void meddle(sfsm_machine *own);

static int32_t random_result(const sfsm_step *step, void *context) {
    (void)context;
    if (current->budget > 0 && draw(3) == 0) {
        current->budget--;
        meddle(step->machine);
    }
    const uint32_t number = draw(20);
    return number == 0 ? -1 : number < 2 ? 0 : 1;
}

static int32_t random_state(const sfsm_step *step, void *context) {
    const int32_t result = random_result(step, context);
    return result < 0 ? SFSM_FAILED : result == 0 ? SFSM_NONE : random_id();
}

static void release_machine(size_t index) {
    sfsm_machine *const machine = current->machines[index];
    current->machines[index] = NULL;
    sfsm_machine_release(machine);
}

/* One random call on a machine, which must not be released unless it is one of the storm's. */
static void call(sfsm_machine *machine) {
    int32_t events[4], target;
    size_t count;
    sfsm_finalizer finalizer;
    void *context;
    switch (draw(20)) {
    case 0: check_result(sfsm_machine_stop(machine)); break;
    case 1: check_result(sfsm_machine_start(machine, random_id())); break;
    case 2: check_result(sfsm_machine_set_state(machine, random_id())); break;
    case 3: check_result(sfsm_machine_run_pending(machine)); break;
    case 4: check_result(sfsm_machine_discard_pending(machine)); break;
    case 5: check_result(sfsm_machine_probe(machine, MESSAGE(random_id()), &target)); break;
    case 6: check_result(sfsm_machine_permitted(machine, NULL, 0, events, draw(5), &count)); break;
    case 7:
    case 8:
        context = new_context(&finalizer);
        check_result((draw(2) ? sfsm_machine_on_step : sfsm_machine_on_unhandled)(
            machine, draw(3) ? random_result : NULL, context, finalizer));
        break;
    case 9: check_result(sfsm_machine_update(machine, 1, NULL, draw(2) ? &target : NULL)); break;
    case 10: check_result(sfsm_machine_start(machine, SFSM_LAST_STATE)); break;
    case 11: check_result(sfsm_machine_send_later(machine, random_id(), (int64_t)draw(5) - 1, &current->timer)); break;
    case 12: check_result(sfsm_machine_cancel(machine, current->timer)); break;
    case 13:
        current->clock += draw(5);
        check_result(sfsm_machine_advance(machine, current->clock - (int64_t)draw(2)));
        break;
    default: check_result(sfsm_machine_send(machine, random_id()));
    }
}

/* What a callback does: something with its own machine, or with another one, or releases one of them. */
static void meddle(sfsm_machine *own) {
    const size_t index = draw(MACHINES);
    sfsm_machine *const other = current->machines[index];
    if (draw(20) == 0) {
        release_machine(index);
    } else if (draw(2) == 0 && other != NULL && other != own && current->depth < 20) {
        current->depth++;
        call(other);
        current->depth--;
    } else {
        call(own);
    }
}

/* A name and a row, seldom a state, and more seldom what concerns the whole table. */
static void add_without_callback(sfsm_builder *builder, sfsm_name name) {
    int32_t order[5] = {1, 2, 3, 4, 5};
    check_result(sfsm_builder_name_states(builder, &name, 1));
    check_result(sfsm_builder_add_row(builder, draw(4) ? random_id() : SFSM_ANY, draw(4) ? random_id() : SFSM_ANY,
                                      draw(6) ? random_id() : SFSM_DYNAMIC - (int32_t)draw(3), NULL));
    if (draw(3) == 0) {
        check_result(sfsm_builder_add_state(builder, random_id(), draw(10) ? SFSM_FINAL : draw(3), NULL));
    }
    if (draw(10) == 0) {
        check_result(sfsm_builder_set_initial(builder, random_id()));
        check_result(sfsm_builder_set_entry_exit_policy(builder, (int32_t)draw(3)));
        check_result(sfsm_builder_set_guard_policy(builder, (int32_t)draw(3)));
        order[draw(5)] = 1 + (int32_t)draw(5);
        order[draw(5)] = 1 + (int32_t)draw(5);
        check_result(sfsm_builder_set_phase_order(builder, order, 5));
    }
}

typedef sfsm_status adder(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer);

static void add_something(sfsm_builder *builder) {
    adder *const row_adders[] = {sfsm_builder_add_guard, sfsm_builder_add_action};
    adder *const block_adders[] = {sfsm_builder_on_entry, sfsm_builder_on_exit, sfsm_builder_on_cycle};
    sfsm_finalizer finalizer = NULL;
    void *const context = new_context(&finalizer);
    const sfsm_callback callback = {random_result, context, finalizer};
    const sfsm_name name = {random_id(), draw(10) ? "name" : NULL};
    const sfsm_function function = draw(20) ? random_result : NULL;
    bool takes_context = true; /* whether the call hands the context over; else it never was the library's */
    switch (draw(11)) {
    case 9: check_result(sfsm_builder_on_update(builder, draw(8), random_state, context, finalizer)); break;
    case 10:
        takes_context = false;
        check_result(sfsm_builder_add_superstate(builder, NULL));
        check_result(sfsm_builder_adopt(builder, draw(10), draw(10)));
        break;
    case 0: check_result(row_adders[draw(2)](builder, draw(20), function, context, finalizer)); break;
    case 1: check_result(block_adders[draw(3)](builder, draw(8), function, context, finalizer)); break;
    case 2: check_result(sfsm_builder_set_resolver(builder, draw(20), random_state, context, finalizer)); break;
    case 3: {
        const sfsm_row row = {.source = random_id(), .event = random_id(), .target = random_id(),
                              .guards = draw(2) ? &callback : NULL, .guard_count = 0, .actions = &callback,
                              .action_count = 1, .block = draw(5) ? 0 : draw(8), .flags = draw(4) ? 0 : draw(3)};
        check_result(sfsm_builder_add_rows(builder, &row, 1));
        break;
    }
    default:
        takes_context = false;
        add_without_callback(builder, name);
    }
    if (!takes_context && finalizer != NULL) {
        finalizer(context);
    }
}

/* Adds one callback by one of these functions, with a context that is finalized. */
static void add_callback(adder *add, sfsm_builder *builder, size_t number, sfsm_function function) {
    sfsm_finalizer finalizer = NULL;
    void *const context = new_context(&finalizer);
    check_result(add(builder, number, function, context, finalizer));
}

/* A row for most events, of which most have callbacks. */
static void add_sound_row(sfsm_builder *builder, int32_t source, int32_t event) {
    size_t row = 0;
    const uint32_t kind = draw(10);
    static const int32_t others[] = {SFSM_SAME, SFSM_INTERNAL, SFSM_DYNAMIC, SFSM_DYNAMIC};
    const int32_t target = kind < 6 ? (int32_t)draw(5) : others[kind - 6];
    if (draw(5) == 0) {
        return;
    }
    check_result(sfsm_builder_add_row(builder, source, draw(10) ? event : 100 + event, target, &row));
    for (uint32_t count = draw(3); count > 0; count--) {
        add_callback(sfsm_builder_add_action, builder, row, random_result);
    }
    if (draw(3) == 0) {
        add_callback(sfsm_builder_add_guard, builder, row, random_result);
    }
    if (target == SFSM_DYNAMIC) {
        add_callback(sfsm_builder_set_resolver, builder, row, random_state);
    }
}

/* Five states and five events, most cells with a row, most rows and states with callbacks, and nothing wrong. */
static void add_sound_rows(sfsm_builder *builder) {
    const bool is_chart = draw(3) == 0;
    size_t base = 0;
    check_result(sfsm_builder_add_superstate(builder, &base));
    add_callback(sfsm_builder_on_entry, builder, base, random_result);
    add_callback(sfsm_builder_on_update, builder, base, random_state);
    const sfsm_row inherited = {.source = SFSM_NONE, .event = 50, .target = (int32_t)draw(5),
                                .action = random_result, .guard = random_result, .block = base};
    check_result(sfsm_builder_add_rows(builder, &inherited, 1));
    for (int32_t source = 0; source < 5; source++) {
        size_t block = 0;
        check_result(sfsm_builder_add_state(builder, source, is_chart ? 0 : SFSM_FINAL, &block));
        for (uint32_t count = is_chart ? draw(3) : 0; count > 0; count--) {
            check_result(sfsm_builder_add_timeout(builder, block, 1 + (int64_t)draw(5), (int32_t)draw(5)));
        }
        add_callback(sfsm_builder_on_entry, builder, block, random_result);
        add_callback(sfsm_builder_on_exit, builder, block, random_result);
        add_callback(sfsm_builder_on_cycle, builder, block, random_result);
        if (draw(2) == 0) {
            const sfsm_row own = {.source = source, .event = 50, .target = SFSM_SAME, .flags = SFSM_OVERRIDING};
            check_result(sfsm_builder_adopt(builder, block, base));
            check_result(sfsm_builder_add_rows(builder, &own, draw(2)));
        }
        for (int32_t event = 0; event < 5; event++) {
            add_sound_row(builder, source, event);
        }
    }
    if (draw(2) == 0) {
        check_result(sfsm_builder_add_row(builder, SFSM_ANY, draw(2) ? SFSM_ANY : 3, (int32_t)draw(5), NULL));
    }
    check_result(sfsm_builder_set_guard_policy(builder, (int32_t)draw(2)));
    check_result(sfsm_builder_set_entry_exit_policy(builder, (int32_t)draw(2)));
}

/* Makes new definitions until one can be built; NULL once there are no more contexts. */
static sfsm_table *random_table(void) {
    for (;;) {
        sfsm_table *table = NULL;
        sfsm_diagnostics *diagnostics = NULL;
        sfsm_builder *const builder = sfsm_builder_create();
        add_sound_rows(builder);
        for (uint32_t count = draw(2) ? draw(30) : 0; count > 0; count--) {
            add_something(builder);
        }
        check_result(sfsm_builder_build(builder, &table, draw(5) ? &diagnostics : NULL));
        current->mistakes += diagnostics != NULL && strlen(sfsm_diagnostics_text(diagnostics)) == 0;
        sfsm_diagnostics_release(diagnostics);
        sfsm_builder_release(builder);
        if (table != NULL || current->registered == CONTEXTS) {
            return table;
        }
    }
}

static void check_storm(uint32_t seed) {
    storm storm = {.seed = seed};
    current = &storm;
    sfsm_table *const table = random_table();
    for (size_t index = 0; index < MACHINES; index++) {
        sfsm_machine_create(table, draw(4) ? (int32_t)draw(5) : SFSM_NONE, NULL, &storm.machines[index]);
    }
    sfsm_table_release(table);
    for (size_t round = 0; round < 200; round++) {
        const size_t index = draw(MACHINES);
        storm.budget = 50;
        if (sfsm_machine_state(storm.machines[index]) == SFSM_NONE) { /* stopped, or gone */
            sfsm_machine_set_state(storm.machines[index], (int32_t)draw(5));
        }
        if (storm.machines[index] != NULL) {
            call(storm.machines[index]);
        }
    }
    for (size_t index = 0; index < MACHINES; index++) release_machine(index);
    for (size_t context = 0; context < storm.registered; context++) {
        storm.mistakes += storm.finalized[context] != 1;
    }
    if (storm.mistakes > 0) {
        fail_msg("seed %u: %zu results are none, or finalizers did not run once", (unsigned)seed, storm.mistakes);
    }
}

static void nothing_that_is_called_does_harm(void **state) {
    (void)state;
    const seeds seeds = random_seeds(1, 10000, 500);
    for (uint32_t round = 0; round < seeds.count; round++) check_storm(begin_round(seeds, round));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(nothing_that_is_called_does_harm, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
