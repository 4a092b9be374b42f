/* States, events, predicate types and cases by name: in time that does not grow with the number of names. */
#include "support.h"
#include "written.h"

#include <stdio.h>
#include <time.h>

enum { HOME, AWAY };
enum { GO, BACK };
enum { MOOD = 10, DAY = -3 };

#define STATE(table, name)           sfsm_table_state_named((table), (name), strlen(name))
#define EVENT(table, name)           sfsm_table_event_named((table), (name), strlen(name))
#define PREDICATE(table, name)       sfsm_table_predicate_named((table), (name), strlen(name))
#define CASE(table, predicate, name) sfsm_table_case_named((table), (predicate), (name), strlen(name))

static void name_ids(sfsm_builder *builder,
                     sfsm_status (*give)(sfsm_builder *builder, const sfsm_name *names, size_t count), sfsm_id id,
                     const char *text) {
    const sfsm_name name = {id, text};
    assert_status(give(builder, &name, 1), SFSM_OK);
}

/* Two states and events, two predicate types with the same names of cases, and names of what the table does not have. */
static sfsm_table *named_table(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, NULL), SFSM_ROW(AWAY, BACK, HOME, NULL)};
    const sfsm_name cases[] = {{0, "good"}, {1, "bad"}};
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_add_predicate(builder, MOOD, 2), SFSM_OK);
    assert_status(sfsm_builder_add_predicate(builder, DAY, 2), SFSM_OK);
    name_ids(builder, sfsm_builder_name_states, 77, "HOME"); /* no state of the table */
    name_ids(builder, sfsm_builder_name_states, HOME, "HOME");
    name_ids(builder, sfsm_builder_name_states, AWAY, "away at s\xc3\xa9""a");
    name_ids(builder, sfsm_builder_name_events, GO, "GO");
    name_ids(builder, sfsm_builder_name_events, BACK, "GO"); /* the same name again */
    name_ids(builder, sfsm_builder_name_predicates, MOOD, "mood");
    name_ids(builder, sfsm_builder_name_predicates, DAY, "day");
    assert_status(sfsm_builder_name_cases(builder, MOOD, cases, COUNT(cases)), SFSM_OK);
    assert_status(sfsm_builder_name_cases(builder, DAY, cases + 1, 1), SFSM_OK);
    sfsm_table *table = NULL;
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    sfsm_builder_release(builder);
    return table;
}

static void ids_are_found_by_name(void **state) {
    (void)state;
    sfsm_table *const table = named_table();
    assert_int_equal(STATE(table, "HOME"), HOME);
    assert_int_equal(STATE(table, "away at s\xc3\xa9""a"), AWAY);
    assert_int_equal(EVENT(table, "GO"), GO); /* of two the first */
    assert_int_equal(PREDICATE(table, "mood"), MOOD);
    assert_int_equal(PREDICATE(table, "day"), DAY);
    assert_int_equal(CASE(table, MOOD, "good"), 0);
    assert_int_equal(CASE(table, MOOD, "bad"), 1);
    assert_int_equal(CASE(table, DAY, "bad"), 1);
    sfsm_table_release(table);
}

static void what_has_no_such_name_is_none(void **state) {
    (void)state;
    sfsm_table *const table = named_table();
    static const char *const strangers[] = {"", "HOM", "HOMEE", "home", "GO ", "mood", "bad", "away at s\xc3"};
    for (size_t index = 0; index < COUNT(strangers); index++) {
        assert_int_equal(STATE(table, strangers[index]), SFSM_NONE);
        assert_int_equal(EVENT(table, strangers[index]), SFSM_NONE);
    }
    assert_int_equal(PREDICATE(table, "HOME"), SFSM_NONE);
    assert_int_equal(CASE(table, DAY, "good"), SFSM_NONE);
    assert_int_equal(CASE(table, 4711, "good"), SFSM_NONE);
    assert_int_equal(sfsm_table_state_named(table, "HOME", 3), SFSM_NONE);
    assert_int_equal(sfsm_table_state_named(table, "HOME", SIZE_MAX), SFSM_NONE);
    assert_int_equal(sfsm_table_predicate_named(NULL, "mood", 4), SFSM_NONE);
    assert_int_equal(sfsm_table_predicate_named(table, NULL, 4), SFSM_NONE);
    assert_int_equal(sfsm_table_case_named(NULL, MOOD, "good", 4), SFSM_NONE);
    assert_int_equal(sfsm_table_case_named(table, MOOD, NULL, 4), SFSM_NONE);
    sfsm_table_release(table);
}

static void a_table_without_names_finds_none(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, SFSM_SAME, NULL)};
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    assert_int_equal(STATE(table, "HOME"), SFSM_NONE);
    assert_int_equal(CASE(table, MOOD, "good"), SFSM_NONE);
    sfsm_table_release(table);
}

static void names_of_documents_are_found_present_and_former(void **state) {
    (void)state;
    sfsm_table *const table = read_table("definition gate\n"
                                         "  ids states locked = 7 unlocked = 9\n"
                                         "  predicate mood good bad\n"
                                         "  initial locked\n"
                                         "  event coin () was penny\n"
                                         "  state locked was closed shut\n"
                                         "    coin [mood bad] -> unlocked\n"
                                         "    coin [mood good] -> same\n"
                                         "  state unlocked\n"
                                         "    pass -> locked\n");
    const sfsm_id mood = PREDICATE(table, "mood");
    assert_int_equal(STATE(table, "locked"), 7);
    assert_int_equal(STATE(table, "closed"), 7);
    assert_int_equal(STATE(table, "shut"), 7);
    assert_int_equal(STATE(table, "unlocked"), 9);
    assert_int_equal(STATE(table, "penny"), SFSM_NONE);
    assert_int_equal(EVENT(table, "penny"), EVENT(table, "coin"));
    assert_string_equal(sfsm_table_case_name(table, mood, CASE(table, mood, "bad")), "bad");
    assert_string_equal(sfsm_table_event_name(table, EVENT(table, "pass")), "pass");
    sfsm_table_release(table);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A ring of so many states, with a name each, or all with the same. */
static sfsm_table *ring(int32_t count, bool is_same) {
    sfsm_builder *const builder = sfsm_builder_create();
    char text[32] = "same";
    for (int32_t id = 0; id < count; id++) {
        if (!is_same) {
            snprintf(text, sizeof text, "state %d", (int)id);
        }
        row_from(builder, id, GO, (id + 1) % count);
        name_ids(builder, sfsm_builder_name_states, id, text);
    }
    return table_from(builder);
}

static double lookup_time(int32_t count) {
    enum { LOOKUPS = 20000 };
    sfsm_table *const table = ring(count, false);
    char text[32];
    double best = 1e9;
    for (int round = 0; round < 5; round++) {
        const double start = seconds();
        for (int32_t lookup = 0; lookup < LOOKUPS; lookup++) {
            const int32_t id = lookup % 16 * (count / 16);
            const int length = snprintf(text, sizeof text, "state %d", (int)id);
            assert_int_equal(sfsm_table_state_named(table, text, (size_t)length), id);
        }
        const double time = seconds() - start;
        best = time < best ? time : best;
    }
    sfsm_table_release(table);
    return best;
}

/* A search through all names would take a thousand times as long. */
static void a_thousand_times_as_many_names_take_no_longer(void **state) {
    (void)state;
    const int32_t many = (int32_t)test_size(16000, 1600);
    assert_true(lookup_time(many) < 20 * lookup_time(16));
}

/* Nor does a name that very many share. */
static void a_name_that_all_share_is_found_at_once(void **state) {
    (void)state;
    sfsm_table *const table = ring((int32_t)test_size(50000, 1000), true);
    assert_int_equal(STATE(table, "same"), 0);
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_found_by_name),
        cmocka_unit_test(what_has_no_such_name_is_none),
        cmocka_unit_test(a_table_without_names_finds_none),
        cmocka_unit_test(names_of_documents_are_found_present_and_former),
        cmocka_unit_test(a_thousand_times_as_many_names_take_no_longer),
        cmocka_unit_test(a_name_that_all_share_is_found_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
