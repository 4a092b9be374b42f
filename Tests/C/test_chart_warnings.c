/* Chapters 6 and 12, what is worth a warning in a chart, and what is not: every sentence, in full. The definitions are written
 * as documents. */
#include "charts.h"

#include <stdio.h>

static sfsm_builder *builder_reading(const char *lines) {
    char text[2048];
    const int length = snprintf(text, sizeof text, "definition\n%s", lines);
    assert_true(length > 0 && (size_t)length < sizeof text);
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    if (sfsm_builder_read(builder, text, (size_t)length, &reading, &diagnostics) != SFSM_OK) {
        fail_msg("%s", sfsm_diagnostics_text(diagnostics));
    }
    sfsm_diagnostics_release(diagnostics);
    return builder;
}

/* The lines below "definition" are built with these warnings, or without any. */
static void check_warned(const char *lines, const char *told) {
    sfsm_builder *const builder = builder_reading(lines);
    sfsm_diagnostics *const warnings = warnings_of(builder);
    assert_string_equal(warnings != NULL ? sfsm_diagnostics_text(warnings) : "", told);
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

static const int32_t kinds[] = {
    SFSM_TARGET_IN_SIBLING_REGION, SFSM_CONFLICTING_REGIONS,       SFSM_SINGLE_REGION,  SFSM_NEVER_DONE,
    SFSM_USELESS_DEFERRAL,         SFSM_POSSIBLE_EVENTLESS_CIRCLE, SFSM_UNUSED_HISTORY,
};

/* One warning of each kind. */
static const char suspicious[] = "  initial a\n"
                                 "  parallel p\n"
                                 "    done finished\n"
                                 "    state q\n"
                                 "      go -> a\n"
                                 "    state r\n"
                                 "      go -> same\n"
                                 "      back -> q\n"
                                 "    history h\n"
                                 "    state t\n"
                                 "      default x\n"
                                 "      state x\n"
                                 "        go -> y\n"
                                 "      state y\n"
                                 "        eventless ? ready -> x\n"
                                 "  parallel single\n"
                                 "    state s\n"
                                 "      go -> p\n"
                                 "  a go -> single\n"
                                 "  a wait -> defer\n"
                                 "  p finished -> a\n"
                                 "  x eventless ? ready -> y\n";

static void each_kind_is_chosen_for_itself(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        for (int is_alone = 0; is_alone < 2; is_alone++) {
            sfsm_builder *const builder = builder_reading(suspicious);
            if (is_alone) {
                assert_status(sfsm_builder_set_warning(builder, SFSM_ALL_WARNINGS, false), SFSM_OK);
            }
            assert_status(sfsm_builder_set_warning(builder, kinds[i], is_alone), SFSM_OK);
            sfsm_diagnostics *const warnings = warnings_of(builder);
            for (size_t other = 0; other < COUNT(kinds); other++) {
                assert_int_equal(count_of_kind(warnings, kinds[other]), (other == i) == (is_alone == 1));
            }
            assert_int_equal(sfsm_diagnostics_count(warnings), is_alone ? 1 : COUNT(kinds) - 1);
            sfsm_diagnostics_release(warnings);
            sfsm_builder_release(builder);
        }
    }
}

/* Two regions, each of two states. */
#define REGIONS(of_x, of_w, beside)                                                                                   \
    "  initial p\n"                                                                                                   \
    "  parallel p\n"                                                                                                  \
    "    state q\n"                                                                                                   \
    "      default x\n"                                                                                               \
    "      state x\n"                                                                                                 \
    "        " of_x "\n"                                                                                              \
    "      state y\n"                                                                                                 \
    "        go -> x\n"                                                                                               \
    "    state r\n"                                                                                                   \
    "      default z\n"                                                                                               \
    "      state z\n"                                                                                                 \
    "        on -> w\n"                                                                                               \
    "      state w\n"                                                                                                 \
    "        " of_w "\n" beside

static void regions_that_keep_to_themselves_are_none(void **state) {
    (void)state;
    check_warned(REGIONS("go -> y", "on -> z", ""), "");
}

static void a_target_in_a_sibling_region(void **state) {
    (void)state;
    static const char sibling[] =
        "leaves and enters all regions of the parallel state p: raise an event that a row of region r takes, or ask whether "
        "a state is active there\n"
        "    also line 3\n";
    char told[512];
    snprintf(told, sizeof told, "line 7: warning: (x, go) -> y %s", sibling);
    check_warned(REGIONS("go -> y and w", "on -> z", ""), told);
    snprintf(told, sizeof told, "line 16: warning: (q, back) -> w %s", sibling);
    check_warned(REGIONS("go -> y", "on -> z", "  q back -> w\n"), told);
    check_warned(REGIONS("go -> y", "on -> z", "  q back -> y\n"),
                 "line 16: warning: (q, back) -> y leaves and enters all regions of the parallel state p: mark the row as "
                 "local, so that it leaves region q alone\n"
                 "    also line 3\n");
}

static void the_parallel_state_itself_is_no_target_in_a_sibling_region(void **state) {
    (void)state;
    check_warned(REGIONS("go -> y", "on -> p", ""), "");
    check_warned(REGIONS("go -> y", "on -> z", "  q back -> p\n"), "");
}

/* Places: the row that leaves the regions, and those of other regions that cannot be taken with it. */
static void rows_of_two_regions_of_which_one_leaves_both(void **state) {
    (void)state;
    check_warned(REGIONS("go -> off", "on -> z", "  off go -> y\n  z go -> w\n"),
                 "line 7: warning: (x, go) -> off and (z, go) -> w are of two regions of state p, and one of them leaves "
                 "both regions, so that where both could be taken only the first is: add guards, use another event, or give "
                 "the row to state p\n"
                 "    also line 17\n");
    check_warned(REGIONS("go -> y", "on -> z", "  off go -> p\n  z go -> off\n"),
                 "line 17: warning: (x, go) -> y and (z, go) -> off are of two regions of state p, and one of them leaves "
                 "both regions, so that where both could be taken only the first is: add guards, use another event, or give "
                 "the row to state p\n"
                 "    also line 7\n"
                 "    also line 9\n");
}

static void a_parallel_state_with_less_than_two_children(void **state) {
    (void)state;
    check_warned("  parallel p\n    state q\n      go -> off\n  off go -> p\n",
                 "line 2: warning: state p is parallel, but has one child: nest more in it, or do not make it parallel\n"
                 "    also line 3\n");
    check_warned("  parallel p\n    go -> off\n  off go -> p\n",
                 "line 2: warning: state p is parallel, but has no children: nest more in it, or do not make it parallel\n");
    check_warned("  parallel p\n    state q\n      go -> off\n    state r\n  off go -> p\n", "");
}

/* A history is no child that would have to be done. */
static void a_parallel_state_is_done_with_all_its_children_but_histories(void **state) {
    (void)state;
    static const char lines[] = "  initial p\n"
                                "  parallel p\n"
                                "    done finished\n"
                                "    state q\n"
                                "      default x\n"
                                "      state x\n"
                                "        go -> y\n"
                                "      state y final\n"
                                "    state r\n"
                                "      default z\n"
                                "      state z\n"
                                "        go -> w\n"
                                "      state w\n"
                                "        on -> %s\n"
                                "    history h\n"
                                "  p finished -> off\n"
                                "  off go -> h\n";
    char text[1024];
    snprintf(text, sizeof text, lines, "z");
    check_warned(text, "line 3: warning: state p can never be done, since some child of it can never be done: add final "
                       "children, or do not name event finished for it\n");
    snprintf(text, sizeof text, lines, "v\n      state v final");
    check_warned(text, "");
}

static void a_state_that_leads_to_nothing_but_itself(void **state) {
    (void)state;
    check_warned("  initial a\n  state a\n    state b\n      go -> a\n",
                 "line 4: warning: no row leads out of state b: add a row, or mark the state as final\n");
    check_warned("  initial a\n  state a\n    default c\n    state b\n      go -> a\n    state c\n      go -> b\n", "");
}

static void rows_without_an_event_that_may_lead_in_a_circle(void **state) {
    (void)state;
    static const char told[] = "line 3: warning: (a, eventless) -> b and (b, eventless) -> a may lead in a circle without an "
                               "event: make sure that a guard says no in the end\n"
                               "    also line 4\n";
    check_warned("  initial a\n  a eventless ? ready -> b\n  b eventless -> a\n  b go -> a\n", told);
    check_warned("  initial a\n  a eventless ? in c -> b\n  b eventless ? not in c -> a\n  a go -> c\n  c go -> a\n  b go -> c\n",
                 "");
}

/* v is left while x is active, and u leads back to it, by the history, while x is not. */
static void conditions_that_exclude_each_other_end_a_circle_through_a_history(void **state) {
    (void)state;
    static const char lines[] = "  initial p\n"
                                "  parallel p\n"
                                "    state r\n"
                                "      default a\n"
                                "      state a\n"
                                "        default v\n"
                                "        history h\n"
                                "          default t\n"
                                "        state t\n"
                                "          go -> v\n"
                                "        state v\n"
                                "          eventless ? in x -> u\n"
                                "      state u\n"
                                "        eventless ? %s x -> h\n"
                                "    state q\n"
                                "      default x\n"
                                "      state x\n"
                                "        go -> y\n"
                                "      state y\n"
                                "        go -> x\n";
    char text[1024];
    snprintf(text, sizeof text, lines, "not in");
    check_warned(text, "");
    snprintf(text, sizeof text, lines, "in");
    check_warned(text, "line 13: warning: (v, eventless) -> u and (u, eventless) -> h may lead in a circle without an event: "
                       "make sure that a guard says no in the end\n"
                       "    also line 15\n");
}

/* The first row asks whether c is active and whether it is not. Among up to 32 conditions that is seen. */
static void of_too_many_conditions_it_is_not_known_whether_they_exclude_each_other(void **state) {
    (void)state;
    for (int count = 32; count <= 33; count++) {
        char lines[1024] = "  initial a\n  a eventless ? in c", *end = lines + strlen(lines);
        for (int i = 2; i < count; i++) {
            end += sprintf(end, " not in d");
        }
        sprintf(end, " not in c -> b\n  b eventless -> a\n  a go -> c\n  c go -> d\n  d go -> a\n  b go -> a\n");
        check_warned(lines, count == 32 ? ""
                                        : "line 3: warning: (a, eventless) -> b and (b, eventless) -> a may lead in a circle "
                                          "without an event: make sure that a guard says no in the end\n"
                                          "    also line 4\n");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_is_chosen_for_itself),
        cmocka_unit_test(regions_that_keep_to_themselves_are_none),
        cmocka_unit_test(a_target_in_a_sibling_region),
        cmocka_unit_test(the_parallel_state_itself_is_no_target_in_a_sibling_region),
        cmocka_unit_test(rows_of_two_regions_of_which_one_leaves_both),
        cmocka_unit_test(a_parallel_state_with_less_than_two_children),
        cmocka_unit_test(a_parallel_state_is_done_with_all_its_children_but_histories),
        cmocka_unit_test(a_state_that_leads_to_nothing_but_itself),
        cmocka_unit_test(rows_without_an_event_that_may_lead_in_a_circle),
        cmocka_unit_test(conditions_that_exclude_each_other_end_a_circle_through_a_history),
        cmocka_unit_test(of_too_many_conditions_it_is_not_known_whether_they_exclude_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
