/* Explanations of charts: the rows stand in the order in which a step asks their guards. */
#include "charts.h"

enum { WORK, LEFT, LEFT_IN, LEFT_LEAF, RIGHT, RIGHT_IN, RIGHT_LEAF, SIDE, STATE_COUNT };
enum { GO, ROW_COUNT = 12 };

/* Two regions of three levels, and one that is a leaf. */
static const int32_t parents[STATE_COUNT] = {SFSM_NONE, WORK, LEFT, LEFT_IN, WORK, RIGHT, RIGHT_IN, WORK};

/* The row of a guard, what it answers, and where it notes that it was asked. */
typedef struct question {
    size_t row;
    bool answer;
    struct questions *all;
} question;

typedef struct questions {
    question items[ROW_COUNT];
    size_t asked[64], count;
} questions;

static int32_t answer(const sfsm_step *step, void *context) {
    (void)step;
    const question *const asked = context;
    assert_true(asked->all->count < COUNT(asked->all->asked));
    asked->all->asked[asked->all->count++] = asked->row;
    return asked->answer;
}

static uint32_t draw(uint32_t *seed, uint32_t count) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 16) % count;
}

/* Rows with a guard each, of states, of any state, and of two superstates that random states adopt. */
static sfsm_machine *random_machine(uint32_t *seed, questions *questions) {
    sfsm_builder *const builder = sfsm_builder_create();
    size_t superstates[2], block = 0;
    for (size_t i = 0; i < COUNT(superstates); i++) {
        assert_status(sfsm_builder_add_superstate(builder, &superstates[i]), SFSM_OK);
    }
    for (int32_t id = 0; id < STATE_COUNT; id++) {
        assert_status(sfsm_builder_add_state(builder, id, id == WORK ? SFSM_PARALLEL : 0, &block), SFSM_OK);
        if (parents[id] != SFSM_NONE) {
            assert_status(sfsm_builder_nest(builder, block, parents[id]), SFSM_OK);
        }
        if (draw(seed, 3) == 0) {
            assert_status(sfsm_builder_adopt(builder, block, superstates[draw(seed, 2)]), SFSM_OK);
        }
    }
    static const int32_t targets[] = {SFSM_INTERNAL, SFSM_SAME, LEFT, RIGHT_LEAF, SIDE, WORK, SFSM_DEFER};
    for (size_t i = 0; i < ROW_COUNT; i++) {
        sfsm_row row = {.event = draw(seed, 4) == 0 ? SFSM_ANY : GO, .target = targets[draw(seed, COUNT(targets))]};
        const uint32_t place = i < 2 ? STATE_COUNT + 1 + (uint32_t)i : draw(seed, STATE_COUNT + 3);
        row.source = place < STATE_COUNT ? (int32_t)place : place == STATE_COUNT ? SFSM_ANY : SFSM_NONE;
        row.block = place > STATE_COUNT ? superstates[place - STATE_COUNT - 1] : 0;
        questions->items[i] = (question){i + 1, draw(seed, 3) == 0, questions};
        assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
        assert_status(sfsm_builder_add_guard(builder, i + 1, answer, &questions->items[i], NULL), SFSM_OK);
    }
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    return machine_from(builder, WORK, NULL);
}

/* Whether the guards from `next` on were asked in the order of these rows. Of a row that says that it was not tried, the
 * guard may have been asked: the row gave way to another. */
static bool fits(const questions *asked, size_t next, const size_t *rows, const sfsm_reason *reasons, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const bool may_be_asked = next < asked->count && asked->asked[next] == rows[i];
        if (reasons[i].kind != SFSM_NOT_TRIED && !may_be_asked) {
            return false;
        }
        if (reasons[i].kind == SFSM_NOT_TRIED && may_be_asked &&
            fits(asked, next, rows + i + 1, reasons + i + 1, count - i - 1)) {
            return true;
        }
        next += may_be_asked ? 1 : 0;
    }
    return next == asked->count;
}

static void check_order(const sfsm_table *table, const questions *asked, const sfsm_reason *reasons, size_t count) {
    size_t rows[64] = {0};
    for (size_t i = 0; i < count; i++) {
        sfsm_transition transition = {.size = sizeof transition};
        assert_status(sfsm_table_transition(table, reasons[i].transition, &transition), SFSM_OK);
        rows[i] = transition.row;
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(reasons[i].transition, reasons[j].transition);
        }
    }
    assert_true(fits(asked, 0, rows, reasons, count));
}

static void rows_stand_in_the_order_in_which_a_send_asks_their_guards(void **state) {
    (void)state;
    uint32_t seed = 1;
    for (size_t round = 0; round < test_size(2000, 50); round++) {
        questions questions = {.count = 0};
        sfsm_machine *const machine = random_machine(&seed, &questions);
        sfsm_reason reasons[64];
        size_t count = 0;
        const sfsm_outcome expected = sfsm_machine_explain(machine, MESSAGE(GO), reasons, COUNT(reasons), &count);
        assert_true(expected > 0 && count <= COUNT(reasons));
        check_order(sfsm_machine_table(machine), &questions, reasons, count);
        questions.count = 0;
        assert_status(sfsm_machine_send(machine, GO), expected);
        check_order(sfsm_machine_table(machine), &questions, reasons, count);
        sfsm_machine_release(machine);
    }
}

/* Of two rows for GO the first is taken, and the other not tried. */
static void check_first_is_taken(sfsm_builder *builder) {
    sfsm_machine *const machine = machine_from(builder, WORK, NULL);
    sfsm_reason reasons[2];
    size_t count = 0;
    assert_status(sfsm_machine_explain(machine, MESSAGE(GO), reasons, COUNT(reasons), &count), SFSM_TRANSITIONED);
    assert_int_equal(count, 2);
    assert_int_equal(reasons[0].kind, SFSM_TAKEN);
    assert_int_equal(reasons[1].kind, SFSM_NOT_TRIED);
    sfsm_machine_release(machine);
}

/* Rows of two regions that both lead out of them: the one that is found first is taken. */
static void a_row_that_gives_way_to_another_is_not_tried(void **state) {
    (void)state;
    enum { OUTSIDE = STATE_COUNT };
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state(builder, WORK, SFSM_PARALLEL, NULL), SFSM_OK);
    for (int32_t id = LEFT; id <= RIGHT; id += RIGHT - LEFT) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, id, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_nest(builder, block, WORK), SFSM_OK);
    }
    const sfsm_row rows[] = {SFSM_ROW(LEFT, GO, OUTSIDE, NULL), SFSM_ROW(RIGHT, GO, OUTSIDE, NULL),
                             SFSM_ROW(OUTSIDE, GO, WORK, NULL)};
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    check_first_is_taken(builder);
}

/* The row that two regions have from one superstate is taken once, where it is found first. */
static void a_row_of_a_superstate_gives_way_to_itself(void **state) {
    (void)state;
    enum { OUTSIDE = STATE_COUNT };
    sfsm_builder *const builder = sfsm_builder_create();
    size_t superstate = 0;
    assert_status(sfsm_builder_add_superstate(builder, &superstate), SFSM_OK);
    const sfsm_row row = {.source = SFSM_NONE, .event = GO, .target = OUTSIDE, .block = superstate};
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, WORK, SFSM_PARALLEL, NULL), SFSM_OK);
    for (int32_t id = LEFT; id <= RIGHT; id += RIGHT - LEFT) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, id, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_nest(builder, block, WORK), SFSM_OK);
        assert_status(sfsm_builder_adopt(builder, block, superstate), SFSM_OK);
    }
    row_from(builder, OUTSIDE, GO, WORK);
    check_first_is_taken(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_stand_in_the_order_in_which_a_send_asks_their_guards),
        cmocka_unit_test(a_row_that_gives_way_to_another_is_not_tried),
        cmocka_unit_test(a_row_of_a_superstate_gives_way_to_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
