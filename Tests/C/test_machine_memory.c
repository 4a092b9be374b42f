/* Machines in memory of the caller: making them asks for none, and releasing them gives back everything else. */
#include "allocator.h"
#include "charts.h"
#include "lives.h"

enum { HOME, AWAY, ELSEWHERE };
enum { GO, BACK, KNOCK, ALARM = 100 };

/* Memory for machines over a table, each with bytes before it and behind that nobody may write. */
typedef struct yard {
    const sfsm_table *table;
    size_t size, count;
    unsigned char *memory;
} yard;

enum { FENCE = 2 * SFSM_MACHINE_ALIGNMENT, MARK = 0xa5 };

static unsigned char *place(const yard *yard, size_t index) {
    return yard->memory + FENCE + index * (yard->size + FENCE);
}

static yard yard_for(const sfsm_table *table, size_t count) {
    yard yard = {table, sfsm_machine_size(table), count, NULL};
    assert_true(yard.size > 0 && yard.size % SFSM_MACHINE_ALIGNMENT == 0);
    const size_t bytes = FENCE + count * (yard.size + FENCE);
    yard.memory = malloc(bytes);
    assert_non_null(yard.memory);
    memset(yard.memory, MARK, bytes);
    return yard;
}

static void check_fences(const yard *yard) {
    for (size_t index = 0; index <= yard->count; index++) {
        const unsigned char *const fence = place(yard, index) - FENCE;
        for (size_t byte = 0; byte < FENCE; byte++) {
            assert_int_equal(fence[byte], MARK);
        }
    }
}

/* Nobody wrote beside the machines. */
static void close_yard(const yard *yard) {
    check_fences(yard);
    sfsm_table_release(yard->table);
    free(yard->memory);
}

static sfsm_machine *machine_at(const yard *yard, size_t index, int32_t initial, void *context) {
    const sfsm_machine_options options = {.size = sizeof options, .initial = initial, .context = context,
                                          .memory = place(yard, index), .memory_size = yard->size};
    sfsm_machine *machine = NULL;
    assert_status(sfsm_machine_create_with(yard->table, &options, &machine), SFSM_OK);
    assert_ptr_equal(machine, place(yard, index));
    return machine;
}

static int32_t count_step(const sfsm_step *step, void *context) {
    (void)step;
    ++*(size_t *)context;
    return 0;
}

static const sfsm_row there_and_back[] = {SFSM_ROW(HOME, GO, AWAY, count_step), SFSM_ROW(AWAY, BACK, HOME, count_step)};

static void a_hundred_thousand_in_an_array_allocate_nothing(void **state) {
    (void)state;
    const size_t count = test_size(100000, 2000);
    size_t steps = 0;
    sfsm_table *const table = table_of_rows(there_and_back, COUNT(there_and_back));
    const yard yard = yard_for(table, count);
    sfsm_machine **const machines = malloc(count * sizeof *machines);
    const size_t calls = allocator_calls();
    for (size_t index = 0; index < count; index++) {
        machines[index] = machine_at(&yard, index, HOME, &steps);
    }
    for (size_t index = 0; index < count; index += 2) {
        assert_status(sfsm_machine_send(machines[index], GO), SFSM_TRANSITIONED);
    }
    for (size_t index = 0; index < count; index++) {
        assert_int_equal(sfsm_machine_state(machines[index]), index % 2 == 0 ? AWAY : HOME);
        sfsm_machine_release(machines[index]);
    }
    assert_int_equal(allocator_calls(), calls);
    assert_int_equal(steps, count / 2);
    free(machines);
    close_yard(&yard);
}

/* The washing machine, which has rows without an event, with a timeout in each of two regions. */
static sfsm_table *chart_table(void) {
    sfsm_builder *const builder = washing_builder();
    size_t block = 0;
    static const int32_t timed[] = {FILLING, SPINNING, CLOSED, LOCKED};
    for (size_t index = 0; index < COUNT(timed); index++) {
        assert_status(sfsm_builder_add_state(builder, timed[index], 0, &block), SFSM_OK);
        assert_status(sfsm_builder_add_timeout(builder, block, 10, ALARM), SFSM_OK);
    }
    assert_status(sfsm_builder_add_row(builder, SFSM_ANY, ALARM, SFSM_INTERNAL, NULL), SFSM_OK);
    return table_from(builder);
}

static void a_chart_with_regions_and_timeouts_allocates_nothing_as_it_is_made(void **state) {
    (void)state;
    sfsm_table *const table = chart_table();
    const yard yard = yard_for(table, 3);
    const size_t calls = allocator_calls();
    sfsm_machine *machines[3];
    for (size_t index = 0; index < COUNT(machines); index++) {
        machines[index] = machine_at(&yard, index, WASHING, NULL);
    }
    assert_int_equal(allocator_calls(), calls);
    for (size_t index = 0; index < COUNT(machines); index++) {
        assert_states(machines[index], FILLING, CLOSED);
        int64_t due = 0;
        assert_status(sfsm_machine_due(machines[index], &due), SFSM_OK);
        assert_int_equal(due, 10);
        assert_status(sfsm_machine_send(machines[index], FULL), SFSM_TRANSITIONED);
        assert_states(machines[index], SPINNING, LOCKED);
    }
    assert_status(sfsm_machine_advance(machines[1], 10), SFSM_OK);
    for (size_t index = 0; index < COUNT(machines); index++) {
        sfsm_machine_release(machines[index]);
    }
    close_yard(&yard);
}

/* Timers of the machine's own beside the timeouts: more than there is room for in the machine. */
static void timers_and_what_waits_are_freed_with_the_machine(void **state) {
    (void)state;
    sfsm_table *const table = chart_table();
    const yard yard = yard_for(table, 1);
    const size_t blocks = allocator_blocks();
    sfsm_machine *machine = machine_at(&yard, 0, WASHING, NULL);
    for (int32_t delay = 0; delay < 100; delay++) {
        uint64_t timer = 0;
        assert_status(sfsm_machine_send_later(machine, PAUSE, delay + 1000, &timer), SFSM_OK);
    }
    assert_status(sfsm_machine_send(machine, FULL), SFSM_TRANSITIONED);
    assert_true(allocator_blocks() > blocks);
    sfsm_machine_release(machine);
    assert_int_equal(allocator_blocks(), blocks);

    machine = machine_at(&yard, 0, WASHING, NULL);
    int64_t due = 0;
    assert_status(sfsm_machine_due(machine, &due), SFSM_OK);
    assert_int_equal(due, 10); /* of what was there before nothing is left */
    sfsm_machine_release(machine);
    assert_int_equal(allocator_blocks(), blocks);
    close_yard(&yard);
}

static int32_t send_text(const sfsm_step *step, void *context) {
    (void)context;
    const sfsm_outcome first = sfsm_send(step->machine, KNOCK, "who is there");
    const sfsm_outcome second = sfsm_send(step->machine, KNOCK, "it is me");
    return first == SFSM_QUEUED && second == SFSM_QUEUED ? 0 : -2;
}

static int32_t fail_at_text(const sfsm_step *step, void *context) {
    (void)context;
    return strcmp(step->arguments[0].as.str, "who is there") == 0 ? -1 : 0;
}

static void events_that_wait_with_arguments_are_freed_with_the_machine(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, send_text), SFSM_ROW(AWAY, KNOCK, AWAY, fail_at_text)};
    assert_status(sfsm_builder_add_event(builder, KNOCK, "str"), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    const yard yard = yard_for(table, 1);
    const size_t blocks = allocator_blocks();
    sfsm_machine *const machine = machine_at(&yard, 0, HOME, NULL);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_pending(machine), 1);
    assert_true(allocator_blocks() > blocks);
    sfsm_machine_release(machine);
    assert_int_equal(allocator_blocks(), blocks);
    close_yard(&yard);
}

/* The machine still lives then. */
static int32_t release_machine(const sfsm_step *step, void *context) {
    (void)context;
    sfsm_machine_release(step->machine);
    return sfsm_machine_state(step->machine) == HOME ? 0 : -1;
}

static void released_inside_of_a_callback_it_goes_with_the_outermost_call(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, HOME, release_machine)};
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    const yard yard = yard_for(table, 1);
    const size_t blocks = allocator_blocks();
    size_t finalized = 0;
    for (int round = 0; round < 3; round++) {
        sfsm_machine *const machine = machine_at(&yard, 0, HOME, NULL);
        assert_status(sfsm_machine_on_step(machine, count_step, &finalized, count_call), SFSM_OK);
        assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        assert_int_equal(allocator_blocks(), blocks);
        assert_int_equal(finalized, 2 * ((size_t)round + 1)); /* the hook ran, then its finalizer */
        memset(place(&yard, 0), 0xee, yard.size);             /* the caller's again */
    }
    close_yard(&yard);
}

static void a_plan_keeps_the_memory_until_it_ends(void **state) {
    (void)state;
    size_t steps = 0;
    sfsm_table *const table = table_of_rows(there_and_back, COUNT(there_and_back));
    const yard yard = yard_for(table, 1);
    sfsm_machine *const machine = machine_at(&yard, 0, HOME, &steps);
    sfsm_plan plan = {.size = sizeof plan};
    assert_status(sfsm_machine_plan(machine, MESSAGE(GO), &plan), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    memset(place(&yard, 0), 0xee, yard.size);
    close_yard(&yard);
}

static void the_machine_keeps_its_table(void **state) {
    (void)state;
    size_t steps = 0;
    sfsm_table *const table = table_of_rows(there_and_back, COUNT(there_and_back));
    const yard yard = yard_for(table, 2);
    sfsm_machine *const machine = machine_at(&yard, 1, HOME, &steps);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
    assert_int_equal(steps, 1);
    free(yard.memory);
}

/* As many cases as there are predicate types, one of them of a type that would be the next one. */
static void check_a_case_of_no_type(int32_t type_count) {
    enum { MOST_TYPES = 8, FIRST_CASE = 0 };
    size_t steps = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_match matches[MOST_TYPES];
    for (int32_t type = 0; type < type_count; type++) {
        assert_status(sfsm_builder_add_predicate(builder, type, 2), SFSM_OK);
        matches[type] = (sfsm_match)SFSM_MATCH(type, FIRST_CASE);
    }
    assert_status(sfsm_builder_add_rows(builder, there_and_back, COUNT(there_and_back)), SFSM_OK);
    const sfsm_row row = {.source = HOME, .event = KNOCK, .target = AWAY, .action = count_step,
                          .matches = matches, .match_count = (size_t)type_count};
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    const yard yard = yard_for(table_from(builder), 1);
    sfsm_machine *const machine = machine_at(&yard, 0, HOME, &steps);
    for (int32_t missing = 0; missing <= type_count; missing++) {
        sfsm_case cases[MOST_TYPES];
        for (int32_t index = 0; index < type_count; index++) {
            cases[index] = (sfsm_case){index == missing ? type_count : index, FIRST_CASE};
        }
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(KNOCK, cases, (size_t)type_count)),
                      missing < type_count ? SFSM_UNKNOWN_PREDICATE : SFSM_TRANSITIONED);
        check_fences(&yard);
    }
    assert_int_equal(steps, 1);
    sfsm_machine_release(machine);
    close_yard(&yard);
}

static void a_case_of_no_type_is_written_nowhere(void **state) {
    (void)state;
    for (int32_t type_count = 1; type_count <= 8; type_count++) {
        check_a_case_of_no_type(type_count);
    }
}

/* Nothing is written where no machine can be made. */
static void check_refusal(const yard *yard, const sfsm_machine_options *options, sfsm_status expected) {
    sfsm_machine *machine = (sfsm_machine *)(uintptr_t)yard; /* anything but NULL */
    const size_t calls = allocator_calls();
    assert_status(sfsm_machine_create_with(yard->table, options, &machine), expected);
    assert_null(machine);
    assert_int_equal(allocator_calls(), calls);
    for (size_t byte = 0; byte < yard->size; byte++) {
        assert_int_equal(place(yard, 0)[byte], MARK);
    }
}

static void memory_that_does_not_do_is_refused(void **state) {
    (void)state;
    assert_int_equal(sfsm_machine_size(NULL), 0);
    sfsm_table *const table = table_of_rows(there_and_back, COUNT(there_and_back));
    const yard yard = yard_for(table, 2);
    const sfsm_machine_options good = {
        .size = sizeof good, .initial = HOME, .memory = place(&yard, 0), .memory_size = yard.size};
    sfsm_machine_options options = good;
    for (size_t size = 0; size < yard.size; size++) {
        options.memory_size = size;
        check_refusal(&yard, &options, SFSM_OUT_OF_RANGE);
    }
    options = good;
    options.memory_size = SIZE_MAX;
    sfsm_machine *machine = NULL;
    assert_status(sfsm_machine_create_with(table, &options, &machine), SFSM_OK);
    sfsm_machine_release(machine);
    memset(place(&yard, 0), MARK, yard.size);
    options = good;
    for (size_t offset = 1; offset < SFSM_MACHINE_ALIGNMENT; offset++) {
        options.memory = place(&yard, 0) + offset;
        check_refusal(&yard, &options, SFSM_BAD_VALUE);
    }
    options = good;
    options.initial = ELSEWHERE;
    check_refusal(&yard, &options, SFSM_UNKNOWN_STATE);
    options.flags = 2;
    check_refusal(&yard, &options, SFSM_BAD_VALUE);
    close_yard(&yard);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_hundred_thousand_in_an_array_allocate_nothing, grant_all),
        cmocka_unit_test_setup(a_chart_with_regions_and_timeouts_allocates_nothing_as_it_is_made, grant_all),
        cmocka_unit_test_setup(timers_and_what_waits_are_freed_with_the_machine, grant_all),
        cmocka_unit_test_setup(events_that_wait_with_arguments_are_freed_with_the_machine, grant_all),
        cmocka_unit_test_setup(released_inside_of_a_callback_it_goes_with_the_outermost_call, grant_all),
        cmocka_unit_test_setup(a_plan_keeps_the_memory_until_it_ends, grant_all),
        cmocka_unit_test_setup(the_machine_keeps_its_table, grant_all),
        cmocka_unit_test_setup(a_case_of_no_type_is_written_nowhere, grant_all),
        cmocka_unit_test_setup(memory_that_does_not_do_is_refused, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
