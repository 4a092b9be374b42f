/* Replays of charts, whose tokens are in several states at a time. */
#include "written.h"

#include <stdio.h>

/* Two regions, one with a history, and an end. */
static const char *const plant =
    "definition plant\n"
    "  ids states off = 0 on = 1 left = 2 low = 3 high = 4 right = 5 dark = 6 lit = 7 end = 8\n"
    "  ids events go = 0 up = 1 light = 2 stop = 3 quit = 4\n"
    "  initial off\n"
    "  state off\n"
    "    go -> on\n"
    "    quit -> end\n"
    "  parallel on\n"
    "    stop -> off\n"
    "    timeout 5 stop\n"
    "    state left\n"
    "      history was\n"
    "        default low\n"
    "      default was\n"
    "      state low\n"
    "        up -> high\n"
    "      state high\n"
    "        up -> same\n"
    "    state right\n"
    "      default dark\n"
    "      state dark\n"
    "        light -> lit\n"
    "      state lit\n"
    "        light -> dark\n"
    "  state end final\n";
/* A nested state, and one number a token. */
static const char *const lamp =
    "definition lamp\n"
    "  ids states unlit = 0 lamp = 1 burning = 2\n"
    "  ids events go = 0\n"
    "  initial unlit\n"
    "  state unlit\n"
    "    go -> lamp\n"
    "  state lamp\n"
    "    default burning\n"
    "    state burning\n"
    "      go -> unlit\n";
enum { OFF, ON, LEFT, LOW, HIGH, RIGHT, DARK, LIT, END };
enum { GO, UP, LIGHT, STOP, QUIT };

/* Two tokens. What came of the events is not kept. */
enum { TOKENS = 2, MOST_VIOLATIONS = 4 };
static const int32_t both[] = {0, 0, 0, 1, 0, 0, 1, 1}, kinds[] = {GO, UP, LIGHT, GO, STOP, GO, QUIT, UP};

typedef struct plants {
    const sfsm_table *table;
    size_t width;
    int32_t *states;
    sfsm_violation violations[MOST_VIOLATIONS];
    sfsm_replay_counts counts;
} plants;

static sfsm_status replay_events(plants *plants, const int32_t *tokens, const int32_t *events, size_t count) {
    uint8_t outcomes[COUNT(both)];
    assert_in_range(count, 1, COUNT(outcomes));
    const sfsm_replay replay = {
        .size = sizeof replay,
        .states = plants->states,
        .token_count = TOKENS,
        .events = {events, 0, 0},
        .event_count = count,
        .tokens = {tokens, 0, 0},
        .initial = SFSM_INITIAL,
        .outcomes = outcomes,
        .violations = plants->violations,
        .violation_capacity = MOST_VIOLATIONS,
    };
    plants->counts = (sfsm_replay_counts){.size = sizeof plants->counts};
    return sfsm_table_replay(plants->table, &replay, &plants->counts);
}

static void both_regions_and_the_history_are_kept(plants *plants) {
    assert_status(replay_events(plants, both, kinds, COUNT(both)), SFSM_OK);
    for (size_t token = 0; token < TOKENS; token++) {
        const int32_t *const states = &plants->states[token * plants->width];
        assert_int_equal(states[0], HIGH); /* as the history has it */
        assert_int_equal(states[1], DARK);
    }
    assert_int_equal(plants->counts.unhandled, 1);
    assert_int_equal(plants->violations[0].state, ON); /* both regions are in it */
}

static void nothing_is_taken_behind_the_end(plants *plants) {
    static const int32_t last[] = {1, 1, 1}, end[] = {STOP, QUIT, GO};
    assert_status(replay_events(plants, last, end, COUNT(end)), SFSM_OK);
    assert_int_equal(plants->states[plants->width], END);
    assert_int_equal(plants->states[plants->width + 1], SFSM_NONE);
    assert_int_equal(plants->violations[0].state, END);
    assert_status(plants->violations[0].outcome, SFSM_NOT_RUNNING);
    assert_int_equal(plants->violations[0].index, 2);
}

/* States that cannot be active together, and histories of nothing. */
static void impossible_numbers_are_refused(plants *plants) {
    static const struct {
        int32_t states[3];
        sfsm_status status;
    } wrong[] = {
        {{LOW, HIGH, 0}, SFSM_BAD_CONFIGURATION},
        {{LEFT, DARK, 0}, SFSM_BAD_CONFIGURATION},
        {{4711, DARK, 0}, SFSM_UNKNOWN_STATE},
        {{HIGH, SFSM_NONE, 0}, SFSM_BAD_CONFIGURATION},
        {{HIGH, DARK, -1}, SFSM_BAD_CONFIGURATION},
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        memcpy(plants->states, wrong[i].states, sizeof wrong[i].states);
        assert_status(replay_events(plants, both, (const int32_t[]){STOP}, 1), wrong[i].status);
        assert_int_equal(plants->counts.index, 0);
    }
}

static void charts_have_several_numbers_a_token(void **state) {
    (void)state;
    sfsm_table *const table = read_table(plant);
    plants plants = {.table = table, .width = sfsm_table_replay_width(table)};
    assert_in_range(plants.width, 3, 16);
    plants.states = malloc(TOKENS * plants.width * sizeof *plants.states);
    assert_non_null(plants.states);
    for (size_t i = 0; i < TOKENS * plants.width; i++) {
        plants.states[i] = i % plants.width < 2 ? SFSM_NONE : 0;
    }
    both_regions_and_the_history_are_kept(&plants);
    nothing_is_taken_behind_the_end(&plants);
    impossible_numbers_are_refused(&plants);
    free(plants.states);
    sfsm_table_release(table);
}

/* A new token begins in a state: not nowhere, and not where it stopped. Of a flat table too. */
static void a_replay_begins_in_a_state(void **state) {
    (void)state;
    static const char *const definitions[] = {lamp, "definition gate\n  ids states shut = 0\n  ids events go = 0\n"
                                                              "  initial shut\n  state shut\n    go -> same\n"};
    static const sfsm_id wrong[] = {SFSM_NONE, SFSM_LAST_STATE, SFSM_ANY, SFSM_SAME, 4711};
    for (size_t i = 0; i < COUNT(definitions) * COUNT(wrong); i++) {
        sfsm_table *const table = read_table(definitions[i / COUNT(wrong)]);
        int32_t states[4] = {SFSM_NONE, SFSM_NONE, SFSM_NONE, SFSM_NONE};
        sfsm_replay_counts counts = {.size = sizeof counts};
        assert_int_equal(sfsm_table_replay_width(table), 1);
        const sfsm_replay replay = {
            .size = sizeof replay,
            .states = states,
            .token_count = COUNT(states),
            .events = {(const int32_t[]){0, 0, 0}, 0, 0},
            .event_count = 3,
            .tokens = {(const int32_t[]){2, 0, 2}, 0, 0},
            .initial = wrong[i % COUNT(wrong)],
        };
        assert_status(sfsm_table_replay(table, &replay, &counts), SFSM_UNKNOWN_STATE);
        assert_int_equal(counts.index, 0);
        assert_int_equal(states[2], SFSM_NONE);
        sfsm_table_release(table);
    }
}

static int32_t mood(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static sfsm_status find_mood(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    (void)context;
    assert_int_equal(wanted->role, SFSM_PROVIDER);
    out_callback->function = mood;
    return SFSM_OK;
}

/* What a replay of a new token returns, over a chart with a provider and with a column of its cases. */
static sfsm_status replay_moods(const char *rows, int32_t guards, uint32_t flags) {
    char text[512];
    const int length = snprintf(text, sizeof text,
                                "definition moods\n"
                                "  ids events go = 0 on = 1\n"
                                "  initial there\n"
                                "  predicate Mood glad sad by mood\n"
                                "  parallel there\n"
                                "    state a\n"
                                "%s"
                                "      on [Mood glad] -> same\n"
                                "    state b\n"
                                "      go -> same\n",
                                rows);
    const sfsm_reading reading = {.size = sizeof reading, .finder = find_mood};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_read(builder, text, (size_t)length, &reading, NULL), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    int32_t states[8] = {SFSM_NONE};
    assert_in_range(sfsm_table_replay_width(table), 1, COUNT(states));
    const int32_t sad = 1, go = 0, token = 0;
    const sfsm_case_column cases = {sfsm_table_predicate_at(table, 0), 0, {&sad, 0, 0}};
    const sfsm_replay replay = {
        .size = sizeof replay,
        .states = states,
        .token_count = 1,
        .events = {&go, 0, 0},
        .event_count = 1,
        .tokens = {&token, 0, 0},
        .cases = &cases,
        .case_column_count = 1,
        .initial = SFSM_INITIAL,
        .flags = flags,
        .guards = guards,
    };
    sfsm_replay_counts counts = {.size = sizeof counts};
    const sfsm_status status = sfsm_table_replay(table, &replay, &counts);
    assert_int_equal(counts.index, -1);
    sfsm_table_release(table);
    return status;
}

/* An event that a row or a state raises has no cases, and one without an event neither: a machine asks the provider. */
static void providers_are_refused_where_events_have_no_cases(void **state) {
    (void)state;
    static const char *const automatic[] = {
        "      go -> same raises on\n",
        "      done on\n      state c final\n",
        "      eventless ? not in b -> there\n",
    };
    for (size_t i = 0; i < COUNT(automatic); i++) {
        assert_status(replay_moods(automatic[i], SFSM_REFUSE_GUARDS, 0), SFSM_UNSUPPORTED);
        assert_status(replay_moods(automatic[i], SFSM_ASSUME_GUARDS, 0), SFSM_UNSUPPORTED);
    }
    assert_status(replay_moods("", SFSM_ASSUME_GUARDS, 0), SFSM_OK);
    assert_status(replay_moods("", SFSM_ASK_GUARDS, 0), SFSM_OK);
    assert_status(replay_moods(automatic[0], SFSM_ASK_GUARDS, 0), SFSM_OK);
    /* Callbacks may raise events. */
    assert_status(replay_moods("", SFSM_ASSUME_GUARDS, SFSM_CALL_ACTIONS), SFSM_UNSUPPORTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(charts_have_several_numbers_a_token),
        cmocka_unit_test(a_replay_begins_in_a_state),
        cmocka_unit_test(providers_are_refused_where_events_have_no_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
