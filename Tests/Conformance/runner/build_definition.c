#include "performance.h"

/* Reports a call to the builder that the library does not take; nothing that a case can say should lead to that, but a
 * number out of all bounds. */
static void expect_ok(test_case *test, int32_t line, sfsm_status status) {
    if (status != SFSM_OK) {
        report_fault(test->report, line, "the builder does not take this: %s", sfsm_status_name(status));
    }
}

/* The declarations that come next. */
typedef struct declarations {
    size_t predicate;
    size_t event;
} declarations;

static void add_predicate(test_case *test, sfsm_builder *builder, const char *path, const predicate *type) {
    expect_ok(test, type->line,
              sfsm_builder_add_predicate_at(builder, type->id, type->case_count, path, type->line));
    if (type->provider != NULL) {
        const sfsm_callback provider = registration(type->provider);
        expect_ok(test, type->line, sfsm_builder_set_provider(builder, type->id, SFSM_CALLBACK_ARGS(provider)));
    }
}

/* Declares the predicate types and events that stand before a line, in the order of theirs. */
static void add_declarations(test_case *test, sfsm_builder *builder, const char *path, declarations *next,
                             int32_t line) {
    for (;;) {
        const bool has_predicate = next->predicate < test->predicates.count;
        const bool has_event = next->event < test->event_types.count;
        const predicate *const type = has_predicate ? &test->predicates.items[next->predicate] : NULL;
        const event_type *const event = has_event ? &test->event_types.items[next->event] : NULL;
        const int32_t type_line = has_predicate ? type->line : INT32_MAX;
        const int32_t event_line = has_event ? event->line : INT32_MAX;
        if (type_line >= line && event_line >= line) {
            return;
        }
        if (type_line < event_line) {
            add_predicate(test, builder, path, type);
            next->predicate++;
        } else {
            expect_ok(test, event->line,
                      sfsm_builder_add_event_at(builder, event->id, event->text, path, event->line));
            next->event++;
        }
    }
}

static void open_blocks(test_case *test, sfsm_builder *builder, const char *path) {
    for (size_t i = 0; i < test->blocks.count; i++) {
        const block *const block = &test->blocks.items[i];
        size_t number = 0;
        expect_ok(test, block->line,
                  block->is_superstate
                      ? sfsm_builder_add_superstate_at(builder, path, block->line, &number)
                      : sfsm_builder_add_state_at(builder, block->state, block->kind, path, block->line, &number));
        if (number != i + 1) {
            report_fault(test->report, block->line, "block %zu has the number %zu", i + 1, number);
        }
    }
}

/* Where in a chart the state of a block is. */
static void place_block(test_case *test, sfsm_builder *builder, const block *block, size_t number) {
    if (block->parent != SFSM_NONE) {
        expect_ok(test, block->line, sfsm_builder_nest(builder, number, block->parent));
    }
    if (block->default_target != SFSM_NONE) {
        expect_ok(test, block->line, sfsm_builder_set_default(builder, number, block->default_target));
    }
    if (block->done_event != SFSM_NONE) {
        expect_ok(test, block->line, sfsm_builder_on_done(builder, number, block->done_event));
    }
    for (size_t i = 0; i < block->timeouts.count; i++) {
        const timeout timeout = block->timeouts.items[i];
        expect_ok(test, block->line, sfsm_builder_add_timeout(builder, number, timeout.delay, timeout.event));
    }
    for (size_t i = 0; i < block->default_actions.count; i++) {
        const sfsm_callback action = registration(block->default_actions.items[i]);
        expect_ok(test, block->line, sfsm_builder_on_default(builder, number, SFSM_CALLBACK_ARGS(action)));
    }
}

/* What the blocks adopt, and their callbacks. */
static void fill_blocks(test_case *test, sfsm_builder *builder) {
    static sfsm_status (*const add[BLOCK_ROLE_COUNT])(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer) = {
        [ENTRY] = sfsm_builder_on_entry,
        [EXIT] = sfsm_builder_on_exit,
        [CYCLE] = sfsm_builder_on_cycle,
        [UPDATE] = sfsm_builder_on_update,
    };
    for (size_t i = 0; i < test->blocks.count; i++) {
        const block *const block = &test->blocks.items[i];
        for (size_t j = 0; j < block->adopted.count; j++) {
            const label *const superstate = use_label(test, block->line, block->adopted.items[j].word);
            expect_ok(test, block->line, sfsm_builder_adopt(builder, i + 1, superstate->number));
        }
        place_block(test, builder, block, i + 1);
        for (role role = 0; role < BLOCK_ROLE_COUNT; role++) {
            for (size_t j = 0; j < block->callbacks[role].count; j++) {
                const sfsm_callback callback = registration(block->callbacks[role].items[j]);
                expect_ok(test, block->line, add[role](builder, i + 1, SFSM_CALLBACK_ARGS(callback)));
            }
        }
    }
}

/* The callbacks as the library takes them, in an array that holds until the case is released. */
static const sfsm_callback *registrations(test_case *test, const callbacks *callbacks) {
    sfsm_callback *const array = arena_take(&test->arena, (callbacks->count + 1) * sizeof *array);
    for (size_t i = 0; i < callbacks->count; i++) {
        array[i] = registration(callbacks->items[i]);
    }
    return array;
}

/* What a row says of a chart. */
static void add_row_parts(test_case *test, sfsm_builder *builder, const row *row, size_t number) {
    for (size_t i = 0; i < row->more_targets.count; i++) {
        expect_ok(test, row->line, sfsm_builder_add_target(builder, number, row->more_targets.items[i]));
    }
    for (size_t i = 0; i < row->in_guards.count; i++) {
        const in_guard guard = row->in_guards.items[i];
        expect_ok(test, row->line, sfsm_builder_add_in_guard(builder, number, guard.state, guard.is_in));
    }
    for (size_t i = 0; i < row->raised.count; i++) {
        expect_ok(test, row->line, sfsm_builder_add_raise(builder, number, row->raised.items[i]));
    }
}

/* Rows and declarations in the order in which they stand: either may come first. */
static void add_rows(test_case *test, sfsm_builder *builder, const char *path) {
    declarations next = {0, 0};
    for (size_t i = 0; i < test->rows.count; i++) {
        const row *const row = &test->rows.items[i];
        add_declarations(test, builder, path, &next, row->line);
        sfsm_row added = {
            .source = row->source,
            .event = row->event,
            .target = row->target,
            .line = row->line,
            .file = path,
            .guards = registrations(test, &row->guards),
            .guard_count = row->guards.count,
            .actions = registrations(test, &row->actions),
            .action_count = row->actions.count,
            .block = row->block,
            .flags = (row->is_overriding ? SFSM_OVERRIDING : 0) | (row->is_local ? SFSM_LOCAL : 0),
        };
        if (row->resolver != NULL) {
            added.resolver = registration(row->resolver);
        }
        expect_ok(test, row->line, sfsm_builder_add_rows(builder, &added, 1));
        for (size_t j = 0; j < row->matches.count; j++) {
            const match *const match = &row->matches.items[j];
            expect_ok(test, row->line,
                      sfsm_builder_add_match(builder, i + 1, match->predicate, match->values, match->words.count));
        }
        add_row_parts(test, builder, row, i + 1);
    }
    add_declarations(test, builder, path, &next, INT32_MAX);
}

/* The cases of a type have the names of its first declaration. */
static void name_cases(test_case *test, sfsm_builder *builder, size_t declaration) {
    const predicate *const type = &test->predicates.items[declaration];
    for (size_t i = 0; i < declaration; i++) {
        if (test->predicates.items[i].id == type->id) {
            return;
        }
    }
    for (size_t i = 0; i < type->words.count; i++) {
        const sfsm_name name = {(int32_t)i, type->words.items[i]};
        expect_ok(test, type->line, sfsm_builder_name_cases(builder, type->id, &name, 1));
    }
}

/* Names are for people, but of events they are more: those are given only where the case says so. */
static void give_names(test_case *test, sfsm_builder *builder) {
    for (size_t i = 0; i < test->vocabularies[STATE].count; i++) {
        const id_word state = test->vocabularies[STATE].items[i];
        expect_ok(test, 1, sfsm_builder_name_states(builder, &(sfsm_name){state.id, state.word}, 1));
    }
    for (size_t i = 0; i < test->blocks.count; i++) {
        const block *const block = &test->blocks.items[i];
        if (block->name != NULL) {
            expect_ok(test, block->line, sfsm_builder_name_superstate(builder, i + 1, block->name));
        }
    }
    for (size_t i = 0; i < test->vocabularies[PREDICATE].count; i++) {
        const id_word type = test->vocabularies[PREDICATE].items[i];
        expect_ok(test, 1, sfsm_builder_name_predicates(builder, &(sfsm_name){type.id, type.word}, 1));
    }
    for (size_t i = 0; i < test->predicates.count; i++) {
        name_cases(test, builder, i);
    }
    for (size_t i = 0; i < test->named_events.count; i++) {
        const int32_t event = test->named_events.items[i];
        const sfsm_name name = {event, id_text(test, EVENT, event)};
        expect_ok(test, 1, sfsm_builder_name_events(builder, &name, 1));
    }
}

static void add_hooks(test_case *test, sfsm_builder *builder) {
    for (size_t i = 0; i < test->hooks.count; i++) {
        const table_hook hook = test->hooks.items[i];
        const sfsm_callback callback = registration(hook.callback);
        expect_ok(test, hook.line,
                  hook.callback->role == STEP ? sfsm_builder_on_step(builder, SFSM_CALLBACK_ARGS(callback))
                                              : sfsm_builder_on_unhandled(builder, SFSM_CALLBACK_ARGS(callback)));
    }
}

static void set_policies(test_case *test, sfsm_builder *builder, const char *path) {
    expect_ok(test, 1, sfsm_builder_set_guard_policy(builder, test->guards));
    expect_ok(test, 1, sfsm_builder_set_entry_exit_policy(builder, test->entry_exit));
    if (test->order.count > 0) {
        expect_ok(test, 1, sfsm_builder_set_phase_order(builder, test->order.items, test->order.count));
    }
    for (size_t i = 0; i < test->initials.count; i++) {
        const initial initial = test->initials.items[i];
        expect_ok(test, initial.line, sfsm_builder_set_initial_at(builder, initial.state, path, initial.line));
    }
    for (size_t i = 0; i < test->warning_choices.count; i++) {
        const warning_choice choice = test->warning_choices.items[i];
        expect_ok(test, choice.line, sfsm_builder_set_warning(builder, choice.kind, choice.is_reported));
    }
}

sfsm_builder *build_definition(test_case *test, const char *path) {
    sfsm_builder *const builder = sfsm_builder_create();
    if (builder == NULL) {
        report_fault(test->report, 1, "there is no memory for a builder");
        return NULL;
    }
    open_blocks(test, builder, path);
    fill_blocks(test, builder);
    add_rows(test, builder, path);
    give_names(test, builder);
    add_hooks(test, builder);
    set_policies(test, builder, path);
    if (test->report->count > 0) {
        sfsm_builder_release(builder);
        return NULL;
    }
    return builder;
}
