#include "superstates.h"

size_t superstate_from(sfsm_builder *builder) {
    size_t block = 0;
    assert_status(sfsm_builder_add_superstate_at(builder, "gate.c", SUPERSTATE_LINE, &block), SFSM_OK);
    return block;
}

size_t state_from(sfsm_builder *builder, int32_t state) {
    size_t block = 0;
    assert_status(sfsm_builder_add_state_at(builder, state, 0, "gate.c", STATE_LINE, &block), SFSM_OK);
    return block;
}

void adopt(sfsm_builder *builder, size_t block, size_t superstate) {
    assert_status(sfsm_builder_adopt(builder, block, superstate), SFSM_OK);
}

static void add_flagged_row(sfsm_builder *builder, size_t block, int32_t source, int32_t event, int32_t target,
                            int32_t line, uint32_t flags) {
    const sfsm_row row = {.source = source, .event = event, .target = target, .block = block, .flags = flags};
    assert_status(sfsm_builder_add_rows_at(builder, &row, 1, sizeof row, "gate.c", line), SFSM_OK);
}

void add_row_to(sfsm_builder *builder, size_t block, int32_t source, int32_t event, int32_t target, int32_t line) {
    add_flagged_row(builder, block, source, event, target, line, 0);
}

void add_overriding_row(sfsm_builder *builder, size_t block, int32_t source, int32_t event, int32_t target,
                        int32_t line) {
    add_flagged_row(builder, block, source, event, target, line, SFSM_OVERRIDING);
}

void add_traced_row(sfsm_builder *builder, size_t block, int32_t source, int32_t event, int32_t target,
                    uint32_t flags, sfsm_function guard, const char *words) {
    const sfsm_callback asked = {guard, (void *)words, NULL}, done = {note, (void *)words, NULL};
    const sfsm_row row = {.source = source, .event = event, .target = target, .actions = &done, .action_count = 1,
                          .guards = &asked, .guard_count = guard != NULL, .block = block, .flags = flags};
    assert_status(sfsm_builder_add_rows_at(builder, &row, 1, sizeof row, "gate.c", 0), SFSM_OK);
}

void trace_block_words(sfsm_builder *builder, size_t block, const char *entry, const char *exit, const char *cycle) {
    assert_status(sfsm_builder_on_entry(builder, block, note, (void *)entry, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, block, note, (void *)exit, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_cycle(builder, block, note, (void *)cycle, NULL), SFSM_OK);
}

void check_place(const sfsm_diagnostics *diagnostics, size_t index, size_t place, int32_t line) {
    const char *actual_file = NULL;
    int32_t actual_line = 0;
    assert_status(sfsm_diagnostics_place(diagnostics, index, place, &actual_file, &actual_line), SFSM_OK);
    assert_string_equal(actual_file, "gate.c");
    assert_int_equal(actual_line, line);
}

home_blocks blocks_of_home(void) {
    home_blocks home = {sfsm_builder_create(), 0, 0};
    name_all(home.builder);
    home.home = state_from(home.builder, HOME);
    home.away = state_from(home.builder, AWAY);
    add_row_to(home.builder, home.home, HOME, GO, AWAY, 1);
    add_row_to(home.builder, home.away, AWAY, BACK, HOME, 2);
    return home;
}
