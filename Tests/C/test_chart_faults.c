/* Chapter 12, what can be wrong with charts: every sentence, in full. The definitions are written as documents, but for what
 * no document can say. */
#include "charts.h"
#include "faults.h"

#include <stdio.h>

/* How deep states are nested at most. */
enum { MOST_DEPTH = 1025 };

/* Lines below "definition", and what is told of building them. */
typedef struct faulty {
    const char *lines, *told;
} faulty;

static void check_told(sfsm_builder *builder, const char *told) {
    sfsm_diagnostics *const diagnostics = faults_of(builder);
    assert_string_equal(sfsm_diagnostics_text(diagnostics), told);
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
}

static sfsm_builder *builder_reading(const char *lines) {
    char text[2048];
    const int length = snprintf(text, sizeof text, "definition\n  warnings off all\n%s", lines);
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    const sfsm_status status = sfsm_builder_read(builder, text, (size_t)length, &reading, &diagnostics);
    if (status != SFSM_OK) {
        fail_msg("%s", sfsm_diagnostics_text(diagnostics));
    }
    sfsm_diagnostics_release(diagnostics);
    return builder;
}

static void check_all(const faulty *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        check_told(builder_reading(cases[i].lines), cases[i].told);
    }
}

static void a_history_has_nothing_of_its_own(void **state) {
    (void)state;
    static const faulty cases[] = {
        {"  superstate s\n    go -> b\n"
         "  state a\n    default b\n    state b\n      go -> c\n    state c\n"
         "    history h adopts s\n      done go\n      timeout 5 go\n      entry f\n",
         "line 10: error: history h is never active, but has rows, callbacks, superstates, an event for when "
         "it is done and timeouts: give that to a state, or remove it\n"
         "    also line 4\n"},
        {"  state a\n    history h\n  a go -> h\n",
         "line 4: error: history h is nested in state a, which has no other children: nest some in it\n"},
        {"  history h\n  state a\n    go -> h\n",
         "line 3: error: history h is nested in no state: nest it in the one of which it says what was active\n"},
    };
    check_all(cases, COUNT(cases));
}

static void a_final_state_has_no_default(void **state) {
    (void)state;
    static const faulty cases[] = {
        {"  state a\n    default b\n    state b\n      go -> c\n    state c final\n      default b / f\n",
         "line 7: error: state c is final, but has a default: remove that, or do not mark the state as final\n"},
        {"  parallel p\n    state r final\n    state q\n",
         "line 4: error: state r is final, but a region of parallel state p: nest it in a state that is the "
         "region\n"},
        {"  state p\n    default q\n    state q\n      default z / f\n  p go -> q\n",
         "line 5: error: state q has the default z, which has no rows and no block: correct it, or declare z "
         "with a block\n"},
    };
    check_all(cases, COUNT(cases));
}

static void blocks_of_a_state_agree(void **state) {
    (void)state;
    static const faulty cases[] = {
        {"  state a\n    default b\n    state b\n      go -> a\n    history b\n",
         "line 3: error: the default of a leads back to itself (a -> b -> a): let one of these have a state "
         "as its default\n"
         "    also line 5\n"
         "line 5: error: history b is nested in state a, which has no other children: nest some in it\n"
         "line 5: error: history b is never active, but has rows: give that to a state, or remove it\n"
         "    also line 6\n"},
        {"  state a\n    default b\n    state b\n      go -> a\n    deep history b\n    state b final\n",
         "line 3: error: the default of a leads back to itself (a -> b -> a): let one of these have a state "
         "as its default\n"
         "    also line 5\n"
         "line 5: error: history b is nested in state a, which has no other children: nest some in it\n"
         "line 5: error: history b is never active, but has rows: give that to a state, or remove it\n"
         "    also line 6\n"
         "line 7: error: state b is a deep history and final: keep one of these\n"
         "    also line 8\n"},
        {"  state a\n    state b\n      go -> a\n  state c\n    go -> b\n  state b in c\n  state b in c\n",
         "line 4: error: state b is nested in a and in c: keep one of these parents\n"
         "    also line 8\n"
         "    also line 9\n"},
        {"  state a\n    done x\n    default b\n    state b\n      go -> a\n    state c\n  state a\n    default c\n    done y\n",
         "line 3: error: state a has the defaults b and c: keep one of them\n"
         "    also line 9\n"
         "line 3: error: state a raises x and y when it is done: keep one of them\n"
         "    also line 9\n"},
        {"  state a in b\n    go -> b\n  state b in a\n",
         "line 3: error: state a is nested in itself (a in b and b in a): nest one of them elsewhere\n"
         "    also line 5\n"},
        {"  state a in nowhere\n    go -> a\n",
         "line 3: error: state a is nested in nowhere, which has no rows and no block: correct the parent, or "
         "declare nowhere with a block\n"},
        {"  superstate s\n    done x\n  state a adopts s\n    go -> a\n",
         "line 3: error: superstate s is never active, so that it cannot be nested, final or done, or have a "
         "default: say that of the states that adopt it\n"},
    };
    check_all(cases, COUNT(cases));
}

static void defaults_lead_somewhere(void **state) {
    (void)state;
    static const faulty cases[] = {
        {"  state a\n    default h\n    history h\n    state b\n      go -> a\n    state c\n      go -> b\n",
         "line 3: error: the default of a leads back to itself (a -> h -> a): let one of these have a state "
         "as its default\n"
         "    also line 5\n"},
        {"  state a\n    default nowhere\n    state b\n      go -> a\n",
         "line 3: error: state a has the default nowhere, which has no rows and no block: correct it, or "
         "declare nowhere with a block\n"},
        {"  state a\n    state b\n      go -> a\n    state c\n      go -> b\n",
         "line 3: error: state a has the children b and c, but none of them is its default: name one to be "
         "entered with it\n"
         "    also line 4\n"
         "    also line 6\n"},
    };
    check_all(cases, COUNT(cases));
}

/* More of them than are listed. */
static void long_lists_are_cut(void **state) {
    (void)state;
    char lines[2048] = "  state a\n", *end = lines + strlen(lines);
    for (int i = 0; i < 18; i++) {
        end += sprintf(end, "    state s%d\n      go -> a\n", i);
    }
    check_told(builder_reading(lines),
         "line 3: error: state a has the children s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, "
         "s14, s15 and 2 more, but none of them is its default: name one to be entered with it\n"
         "    also line 4\n"
         "    also line 6\n"
         "    also line 8\n"
         "    also line 10\n"
         "    also line 12\n"
         "    also line 14\n"
         "    also line 16\n"
         "    also line 18\n"
         "    also line 20\n"
         "    also line 22\n"
         "    also line 24\n"
         "    also line 26\n"
         "    also line 28\n"
         "    also line 30\n"
         "    also line 32\n"
         "    also line 34\n"
         "    also line 36\n"
         "    also line 38\n");
}

static sfsm_builder *builder_with_depth(int32_t depth) {
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_set_warning(builder, SFSM_ALL_WARNINGS, false), SFSM_OK);
    for (int32_t id = 0; id < depth; id++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state_at(builder, id, 0, "gate.c", id + 1, &block), SFSM_OK);
        if (id > 0) {
            assert_status(sfsm_builder_nest(builder, block, id - 1), SFSM_OK);
        }
    }
    add_row(builder, depth - 1, 1, 0, 1);
    return builder;
}

static void nesting_has_a_limit(void **state) {
    (void)state;
    check_sound(builder_with_depth(MOST_DEPTH));
    check_told(builder_with_depth(MOST_DEPTH + 1),
         "gate.c:1025: error: state 1024 has children, although it is nested 1025 deep: do not nest states "
         "deeper than that\n");
}

/* A circle of more defaults than are listed. */
static void long_circles_are_cut(void **state) {
    (void)state;
    char lines[2048] = "  state a\n    default h0\n    state b\n      go -> a\n", *end = lines + strlen(lines);
    for (int i = 0; i < 18; i++) {
        end += sprintf(end, "    history h%d\n      default h%d\n", i, (i + 1) % 18);
    }
    check_told(builder_reading(lines),
         "line 7: error: the default of h0 leads back to itself (h0 -> h1 -> h2 -> h3 -> h4 -> h5 -> h6 -> h7 "
         "-> h8 -> h9 -> h10 -> h11 -> h12 -> h13 -> h14 -> h15 -> ...): let one of these have a state as its "
         "default\n"
         "    also line 9\n"
         "    also line 11\n"
         "    also line 13\n"
         "    also line 15\n"
         "    also line 17\n"
         "    also line 19\n"
         "    also line 21\n"
         "    also line 23\n"
         "    also line 25\n"
         "    also line 27\n"
         "    also line 29\n"
         "    also line 31\n"
         "    also line 33\n"
         "    also line 35\n"
         "    also line 37\n"
         "    also line 39\n"
         "    also line 41\n");
}

/* A state with these flags in line 1, and another block of it in line 2, inside WASHING. */
static sfsm_builder *builder_with_kinds(uint32_t first, uint32_t second) {
    sfsm_builder *const builder = washing_builder();
    assert_status(sfsm_builder_set_warning(builder, SFSM_ALL_WARNINGS, false), SFSM_OK);
    const uint32_t flags[] = {first, second};
    for (int32_t i = 0; i < 2; i++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state_at(builder, HOME, flags[i], "gate.c", i + 1, &block), SFSM_OK);
        assert_status(sfsm_builder_nest(builder, block, PROGRAM), SFSM_OK);
    }
    return builder;
}

static void the_kind_of_a_state_is_said_once(void **state) {
    (void)state;
    static const struct {
        uint32_t first, second;
        const char *told;
    } cases[] = {
        {SFSM_PARALLEL, SFSM_SHALLOW_HISTORY,
         "gate.c:1: error: state 10 is parallel and a shallow history: keep one of these\n    also gate.c:2\n"},
        {SFSM_DEEP_HISTORY, SFSM_SHALLOW_HISTORY,
         "gate.c:1: error: state 10 is a deep history and a shallow history: keep one of these\n    also gate.c:2\n"},
        {SFSM_FINAL, SFSM_PARALLEL,
         "gate.c:1: error: state 10 is final and parallel: keep one of these\n    also gate.c:2\n"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        sfsm_builder *const builder = builder_with_kinds(cases[i].first, cases[i].second);
        sfsm_diagnostics *const faults = faults_of(builder);
        if (strstr(sfsm_diagnostics_text(faults), cases[i].told) == NULL) {
            fail_msg("%s is not in\n%s", cases[i].told, sfsm_diagnostics_text(faults));
        }
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(builder);
    }
}

static int32_t act(const sfsm_step *step, void *context) {
    (void)step, (void)context;
    return 0;
}

/* A default action of a state that has no default to enter. */
static void default_actions_have_a_default(void **state) {
    (void)state;
    sfsm_builder *const builder = washing_builder();
    size_t block = 0;
    assert_status(sfsm_builder_set_warning(builder, SFSM_ALL_WARNINGS, false), SFSM_OK);
    assert_status(sfsm_builder_add_state_at(builder, WASHING, 0, "gate.c", 7, &block), SFSM_OK);
    assert_status(sfsm_builder_on_default(builder, block, act, NULL, NULL), SFSM_OK);
    check_told(builder, "gate.c:7: error: state 2 has actions for its default, but none that is ever entered: remove them\n");
}

static void circles_without_an_event_never_end(void **state) {
    (void)state;
    static const faulty cases[] = {
        {"  a eventless -> b\n  b eventless -> c\n  c eventless -> a\n",
         "line 3: error: (a, eventless) -> b, (b, eventless) -> c and (c, eventless) -> a lead in a circle that never ends, "
         "without an event or a guard: give one of them either\n"
         "    also line 4\n"
         "    also line 5\n"},
        {"  a go -> same\n  any eventless -> internal\n",
         "line 4: error: (any, eventless) -> internal leads in a circle that never ends, without an event or a guard: give "
         "it either\n"},
    };
    check_all(cases, COUNT(cases));
}

static void a_circle_without_an_event_is_told_of_its_first_row(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    add_row(builder, HOME, SFSM_EVENTLESS, END, 7);
    add_row(builder, END, SFSM_EVENTLESS, HOME, 8);
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_EVENTLESS_CIRCLE, "(HOME, eventless) -> END and (END, eventless)");
    assert_int_equal(fault.state, HOME);
    assert_int_equal(fault.event, SFSM_EVENTLESS);
    assert_int_equal(fault.target, END);
    assert_int_equal(fault.line, 7);
    assert_int_equal(fault.place_count, 2);
}

/* Three targets, no two of which go together: the first two are told of, and the second one is at fault. */
static void targets_that_exclude_each_other_are_told_once(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    add_row(builder, END, STAY, HOME, 7);
    assert_status(sfsm_builder_add_target(builder, 3, AWAY), SFSM_OK);
    assert_status(sfsm_builder_add_target(builder, 3, END), SFSM_OK);
    const sfsm_diagnostic fault =
        ONLY_FAULT(builder, SFSM_EXCLUSIVE_TARGETS, "(END, STAY) leads to HOME and to AWAY, which are never active together");
    assert_int_equal(fault.state, END);
    assert_int_equal(fault.event, STAY);
    assert_int_equal(fault.target, AWAY);
    assert_int_equal(fault.line, 7);
}

/* Reserved words, which no call of a function gets past. */
static void what_is_raised_has_a_name_of_its_own(void **state) {
    (void)state;
    static const faulty cases[] = {
        {"  state t\n    go -> s\n  state s\n    go -> t\n    back -> t raises any\n",
         "line 7: error: (s, back) -> t raises the reserved id any: use one of your own (from -2147483632 up)\n"},
        {"  state t\n    default x\n    done any\n    state x\n      go -> s\n  s go -> t\n",
         "line 3: error: state t raises the reserved id any: use one of your own (from -2147483632 up)\n"},
    };
    check_all(cases, COUNT(cases));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_history_has_nothing_of_its_own),
        cmocka_unit_test(a_final_state_has_no_default),
        cmocka_unit_test(blocks_of_a_state_agree),
        cmocka_unit_test(defaults_lead_somewhere),
        cmocka_unit_test(long_lists_are_cut),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(long_circles_are_cut),
        cmocka_unit_test(the_kind_of_a_state_is_said_once),
        cmocka_unit_test(default_actions_have_a_default),
        cmocka_unit_test(circles_without_an_event_never_end),
        cmocka_unit_test(a_circle_without_an_event_is_told_of_its_first_row),
        cmocka_unit_test(targets_that_exclude_each_other_are_told_once),
        cmocka_unit_test(what_is_raised_has_a_name_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
