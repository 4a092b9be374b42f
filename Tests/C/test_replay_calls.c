/* Replays that call guards and actions, with cases and arguments; and charts. */
#include "support.h"
#include "written.h"

static const char *const shop =
    "definition shop\n"
    "  ids states open = 0 paid = 1 closed = 2\n"
    "  ids events pay = 0 close = 1 look = 2\n"
    "  initial open\n"
    "  event pay (i32 cents, str who)\n"
    "  event look (ptr)\n"
    "  predicate Customer known new\n"
    "  open pay [Customer known] ? enough -> paid / tell\n"
    "  open pay [Customer new] -> closed\n"
    "  open look -> same\n"
    "  paid close -> closed / tell\n"
    "  closed pay -> same\n";
enum { OPEN, PAID, CLOSED };
enum { PAY, CLOSE, LOOK };
enum { KNOWN, NEW };

typedef struct customer {
    int32_t least;
    int notes;
    sfsm_status sent[16];
    int32_t result;
} customer;

static int32_t enough(const sfsm_step *step, void *context) {
    assert_int_equal(step->argument_count, 2);
    return step->arguments[0].as.i32 >= ((customer *)context)->least;
}

/* Tries to change the machine that stands for all tokens. */
static int32_t tell(const sfsm_step *step, void *context) {
    customer *const customer = context;
    sfsm_machine *const machine = step->machine;
    const sfsm_status statuses[] = {
        sfsm_machine_send(machine, CLOSE),
        sfsm_machine_set_state(machine, OPEN),
        sfsm_machine_set_context(machine, NULL),
        sfsm_machine_stop(machine),
        sfsm_machine_send_later(machine, CLOSE, 1, NULL),
        sfsm_machine_cancel(machine, 1),
        sfsm_machine_discard_pending(machine),
        sfsm_machine_on_step(machine, tell, NULL, NULL),
        sfsm_machine_set_journal(machine, NULL),
        sfsm_machine_advance(machine, 1),
        sfsm_machine_run(machine, &(const sfsm_id){CLOSE}, 1, NULL, NULL),
    };
    sfsm_machine_release(machine);
    customer->notes++;
    for (size_t i = 0; i < COUNT(statuses); i++) {
        assert_status(statuses[i], SFSM_BUSY);
    }
    assert_int_equal(sfsm_machine_state(machine), step->source);
    return customer->result;
}

static sfsm_table *shop_table(void) {
    static const sfsm_binding bindings[] = {SFSM_BIND(enough), SFSM_BIND(tell)};
    const sfsm_reading reading = {.size = sizeof reading, .bindings = bindings, .binding_count = COUNT(bindings)};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_read(builder, shop, strlen(shop), &reading, NULL), SFSM_OK);
    return table_from(builder);
}

/* Six events of three customers. */
enum { TOKENS = 3, EVENTS = 6 };
static const int32_t tokens[] = {0, 1, 2, 0, 1, 2}, events[] = {PAY, PAY, PAY, CLOSE, CLOSE, PAY};
static const int8_t known[] = {KNOWN, KNOWN, NEW, KNOWN, KNOWN, KNOWN};
static const int64_t cents[] = {150, 20, 1, 0, 0, 5};
static const char *const names[] = {"A", "B", "C", "", "", "C"};

typedef struct shopping {
    int32_t states[TOKENS];
    customer customers[TOKENS];
    uint8_t outcomes[EVENTS];
    int32_t rows[EVENTS];
    sfsm_case_column cases;
    sfsm_argument_column arguments[2];
    sfsm_replay_counts counts;
} shopping;

static sfsm_replay replay_of(shopping *shopping) {
    *shopping = (struct shopping){.states = {SFSM_NONE, SFSM_NONE, SFSM_NONE},
                                  .customers = {{.least = 100}, {.least = 100}, {.least = 100}},
                                  .cases = {0, 0, {known, SFSM_I8, 0}},
                                  .arguments = {{PAY, 1, {names, SFSM_STR, 0}}, {PAY, 0, {cents, SFSM_I64, 0}}},
                                  .counts = {.size = sizeof shopping->counts}};
    return (sfsm_replay){
        .size = sizeof(sfsm_replay),
        .states = shopping->states,
        .token_count = TOKENS,
        .events = {events, 0, 0},
        .event_count = EVENTS,
        .tokens = {tokens, 0, 0},
        .cases = &shopping->cases,
        .case_column_count = 1,
        .arguments = shopping->arguments,
        .argument_column_count = 2,
        .initial = SFSM_INITIAL,
        .flags = SFSM_CALL_ACTIONS,
        .guards = SFSM_ASK_GUARDS,
        .contexts = shopping->customers,
        .context_stride = sizeof(customer),
        .outcomes = shopping->outcomes,
        .rows = shopping->rows,
    };
}

#define assert_shopping(shopping, states_, outcomes_, rows_)                                                          \
    do {                                                                                                               \
        const int32_t states__[] = states_, rows__[] = rows_;                                                          \
        const uint8_t outcomes__[] = outcomes_;                                                                        \
        assert_memory_equal((shopping).states, states__, sizeof states__);                                             \
        assert_memory_equal((shopping).outcomes, outcomes__, sizeof outcomes__);                                       \
        assert_memory_equal((shopping).rows, rows__, sizeof rows__);                                                   \
    } while (0)
#define LIST(...) {__VA_ARGS__}

static void guards_are_asked_and_actions_called(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    shopping shopping;
    const sfsm_replay replay = replay_of(&shopping);
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_OK);
    assert_shopping(shopping, LIST(CLOSED, OPEN, CLOSED), LIST(1, SFSM_REFUSED, 1, 1, SFSM_UNHANDLED, 1),
                    LIST(1, 0, 2, 4, 0, 5));
    assert_int_equal(shopping.customers[0].notes, 2);
    assert_int_equal(shopping.customers[1].notes, 0);
    sfsm_table_release(table);
}

static void guards_alone_are_asked(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    shopping shopping;
    sfsm_replay replay = replay_of(&shopping);
    replay.flags = 0;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_OK);
    assert_shopping(shopping, LIST(CLOSED, OPEN, CLOSED), LIST(1, SFSM_REFUSED, 1, 1, SFSM_UNHANDLED, 1),
                    LIST(1, 0, 2, 4, 0, 5));
    assert_int_equal(shopping.customers[0].notes, 0);
    sfsm_table_release(table);
}

static void guards_are_assumed_or_refused(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    for (uint32_t calls = 0; calls < 2; calls++) {
        shopping shopping;
        sfsm_replay replay = replay_of(&shopping);
        replay.flags = calls * SFSM_CALL_ACTIONS;
        replay.guards = SFSM_ASSUME_GUARDS;
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_OK);
        assert_shopping(shopping, LIST(CLOSED, CLOSED, CLOSED), LIST(1, 1, 1, 1, 1, 1), LIST(1, 1, 2, 4, 4, 5));
        assert_int_equal(shopping.customers[1].notes, 2 * (int)calls);
        replay = replay_of(&shopping);
        replay.guards = SFSM_REFUSE_GUARDS;
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_UNSUPPORTED);
        assert_int_equal(shopping.counts.index, 1); /* the row */
        assert_int_equal(shopping.states[0], SFSM_NONE);
    }
    sfsm_table_release(table);
}

static void a_failing_callback_ends_it(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    shopping shopping;
    const sfsm_replay replay = replay_of(&shopping);
    shopping.customers[0].result = -99;
    shopping.customers[0].least = 0;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_CALLBACK_FAILED);
    assert_int_equal(shopping.counts.index, 0);
    assert_int_equal(shopping.counts.failure, -99);
    assert_int_equal(shopping.counts.events, 0);
    assert_int_equal(shopping.states[0], OPEN);
    assert_int_equal(shopping.states[1], SFSM_NONE);
    sfsm_table_release(table);
}

static void cases_are_checked(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    for (int32_t guards = SFSM_ASSUME_GUARDS; guards <= SFSM_ASK_GUARDS; guards++) {
        shopping shopping;
        int32_t cases[EVENTS] = {KNOWN, NEW, 2};
        sfsm_replay replay = replay_of(&shopping);
        replay.guards = guards;
        replay.flags = 0;
        shopping.cases.column = (sfsm_column){cases, SFSM_I32, 0};
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_UNKNOWN_CASE);
        assert_int_equal(shopping.counts.index, 2);
        assert_int_equal(shopping.counts.events, 2);
        replay = replay_of(&shopping);
        replay.guards = guards;
        cases[2] = SFSM_NONE;
        shopping.cases.column = (sfsm_column){cases, SFSM_I32, 0};
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_MISSING_PREDICATE);
        assert_int_equal(shopping.counts.index, 2);
        replay = replay_of(&shopping);
        replay.guards = guards;
        replay.flags = SFSM_LENIENT;
        shopping.cases.column = (sfsm_column){cases, SFSM_I32, 0};
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_OK);
        assert_int_equal(shopping.outcomes[2], SFSM_UNHANDLED);
        replay.case_column_count = 0;
        replay.flags = 0;
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_MISSING_PREDICATE);
        assert_int_equal(shopping.counts.index, -1);
        sfsm_case_column twice[2] = {shopping.cases, shopping.cases};
        replay.cases = twice;
        replay.case_column_count = 2;
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_REPEATED_PREDICATE);
        assert_int_equal(shopping.counts.index, 1);
    }
    sfsm_table_release(table);
}

static void arguments_are_checked(void **state) {
    (void)state;
    sfsm_table *const table = shop_table();
    static const struct {
        sfsm_argument_column column;
        sfsm_status status;
        int64_t index, events;
    } wrong[] = {
        {{4711, 0, {cents, SFSM_I64, 0}}, SFSM_UNKNOWN_EVENT, 0, 0},
        {{PAY, 2, {cents, SFSM_I64, 0}}, SFSM_ARGUMENT_COUNT, 0, 0},
        {{PAY, 0, {names, SFSM_STR, 0}}, SFSM_ARGUMENT_TYPE, 0, 0},
        {{PAY, 0, {cents, SFSM_PTR, 0}}, SFSM_BAD_VALUE, 0, 0},
        {{PAY, 0, {NULL, SFSM_I64, 0}}, SFSM_NULL_POINTER, 0, 0},
        {{CLOSE, 0, {cents, SFSM_I64, 0}}, SFSM_ARGUMENT_COUNT, 0, 0},
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        shopping shopping;
        const sfsm_replay replay = replay_of(&shopping);
        shopping.arguments[0] = wrong[i].column;
        assert_status(sfsm_table_replay(table, &replay, &shopping.counts), wrong[i].status);
        assert_int_equal(shopping.counts.index, wrong[i].index);
        assert_int_equal(shopping.counts.events, 0);
    }
    /* No column for an argument, a number that does not fit, a pointer. */
    shopping shopping;
    sfsm_replay replay = replay_of(&shopping);
    replay.argument_column_count = 1;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_ARGUMENT_COUNT);
    assert_int_equal(shopping.counts.index, 0);
    static const int64_t large[EVENTS] = {150, (int64_t)1 << 40};
    replay = replay_of(&shopping);
    shopping.arguments[1].column.values = large;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_ARGUMENT_TYPE);
    assert_int_equal(shopping.counts.index, 1);
    static const int32_t with_pointer[] = {PAY, LOOK, LOOK, LOOK, LOOK, LOOK};
    replay = replay_of(&shopping);
    replay.events.values = with_pointer;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_UNSUPPORTED);
    assert_int_equal(shopping.counts.index, 1);
    assert_int_equal(shopping.counts.events, 1);
    sfsm_table_release(table);
}

static void a_definition_without_its_callbacks(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    assert_status(sfsm_builder_read(builder, shop, strlen(shop), &reading, NULL), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    shopping shopping;
    sfsm_replay replay = replay_of(&shopping);
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_UNBOUND_CALLBACKS);
    replay.flags = 0;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_UNBOUND_CALLBACKS);
    replay.guards = SFSM_ASSUME_GUARDS;
    assert_status(sfsm_table_replay(table, &replay, &shopping.counts), SFSM_OK);
    assert_int_equal(shopping.states[1], CLOSED);
    sfsm_table_release(table);
}

/* Two regions, one with a history, and an end. */
static const char *const plant = "definition plant\n"
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
enum { OFF, LOW = 3, HIGH, DARK = 6, LIT, END };
enum { GO, UP, LIGHT, STOP, QUIT };

static void charts_have_several_numbers_a_token(void **state) {
    (void)state;
    sfsm_table *const table = read_table(plant);
    const size_t width = sfsm_table_replay_width(table);
    assert_in_range(width, 3, 16);
    int32_t *const states = malloc(2 * width * sizeof *states);
    for (size_t i = 0; i < 2 * width; i++) {
        states[i] = i % width < 2 ? SFSM_NONE : 0;
    }
    static const int32_t both[] = {0, 0, 0, 1, 0, 0, 1, 1}, kinds[] = {GO, UP, LIGHT, GO, STOP, GO, QUIT, UP};
    uint8_t outcomes[COUNT(both)];
    sfsm_violation violations[4];
    const sfsm_replay replay = {.size = sizeof replay,
                                .states = states,
                                .token_count = 2,
                                .events = {kinds, 0, 0},
                                .event_count = COUNT(both),
                                .tokens = {both, 0, 0},
                                .initial = SFSM_INITIAL,
                                .outcomes = outcomes,
                                .violations = violations,
                                .violation_capacity = COUNT(violations)};
    sfsm_replay_counts counts = {.size = sizeof counts};
    assert_status(sfsm_table_replay(table, &replay, &counts), SFSM_OK);
    assert_int_equal(states[0], HIGH); /* as the history has it */
    assert_int_equal(states[1], DARK);
    assert_int_equal(states[width], HIGH);
    assert_int_equal(states[width + 1], DARK);
    assert_int_equal(counts.unhandled, 1);
    assert_int_equal(violations[0].state, 1); /* both regions are in it */

    /* The end, after which nothing is taken. */
    static const int32_t last[] = {1, 1, 1}, end[] = {STOP, QUIT, GO};
    sfsm_replay rest = replay;
    rest.events.values = end;
    rest.tokens.values = last;
    rest.event_count = COUNT(end);
    assert_status(sfsm_table_replay(table, &rest, &counts), SFSM_OK);
    assert_int_equal(states[width], END);
    assert_int_equal(states[width + 1], SFSM_NONE);
    assert_int_equal(violations[0].state, END);
    assert_status(violations[0].outcome, SFSM_NOT_RUNNING);
    assert_int_equal(violations[0].index, 2);

    /* States that cannot be active together, and histories of nothing. */
    for (int wrong = 0; wrong < 5; wrong++) {
        states[0] = wrong == 0 ? LOW : wrong == 1 ? 2 : wrong == 2 ? 4711 : HIGH;
        states[1] = wrong == 0 ? HIGH : wrong == 3 ? SFSM_NONE : DARK;
        states[2] = wrong == 4 ? -1 : 0;
        rest.tokens.values = both;
        rest.event_count = 1;
        assert_status(sfsm_table_replay(table, &rest, &counts), wrong == 2 ? SFSM_UNKNOWN_STATE : SFSM_BAD_CONFIGURATION);
        assert_int_equal(counts.index, 0);
    }
    free(states);
    sfsm_table_release(table);
}

/* A guard that refuses, but raises an event that is taken. */
static int32_t raise_instead(const sfsm_step *step, void *context) {
    (void)context;
    return sfsm_machine_raise(step->machine, 1) == SFSM_QUEUED ? 0 : -1;
}

static void what_a_guard_raises_is_taken(void **state) {
    (void)state;
    static const char *const text = "definition d\n"
                                    "  ids states a = 0 b = 1 c = 2\n"
                                    "  ids events go = 0 turn = 1\n"
                                    "  initial a\n"
                                    "  state a\n"
                                    "    go ? raise_instead -> b\n"
                                    "    turn -> c\n"
                                    "  state b\n"
                                    "    go -> a raises turn\n"
                                    "  state c\n"
                                    "    go -> a\n";
    static const sfsm_binding bindings[] = {SFSM_BIND(raise_instead)};
    const sfsm_reading reading = {.size = sizeof reading, .bindings = bindings, .binding_count = 1};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_read(builder, text, strlen(text), &reading, NULL), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    int32_t one = SFSM_INITIAL;
    static const int32_t go[] = {0};
    sfsm_violation violation;
    sfsm_replay replay = {.size = sizeof replay, .states = &one, .token_count = 1, .events = {go, 0, 0}, .event_count = 1,
                          .initial = SFSM_INITIAL, .guards = SFSM_ASK_GUARDS, .violations = &violation,
                          .violation_capacity = 1};
    one = 0;
    sfsm_replay_counts counts = {.size = sizeof counts};
    assert_status(sfsm_table_replay(table, &replay, &counts), SFSM_OK);
    assert_int_equal(counts.refused, 1);
    assert_int_equal(one, 2);
    assert_int_equal(violation.state, 0); /* where it came */
    one = SFSM_INITIAL; /* no state of a token */
    assert_status(sfsm_table_replay(table, &replay, &counts), SFSM_UNKNOWN_STATE);
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_are_asked_and_actions_called),
        cmocka_unit_test(guards_alone_are_asked),
        cmocka_unit_test(guards_are_assumed_or_refused),
        cmocka_unit_test(a_failing_callback_ends_it),
        cmocka_unit_test(cases_are_checked),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(a_definition_without_its_callbacks),
        cmocka_unit_test(what_a_guard_raises_is_taken),
        cmocka_unit_test(charts_have_several_numbers_a_token),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
