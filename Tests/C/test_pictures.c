/* Pictures: what they show of a definition, and what is chosen to be shown. Whether programs draw them: Tests/Pictures. */
#include "written.h"

#include <stdio.h>
#include <stdlib.h>

static const char turnstile[] = "definition turnstile\n"
                                "  ids states locked = 0 unlocked = 1 alarming = 2\n"
                                "  event coin (i32 cents, str)\n"
                                "  predicate Policy weak strong\n"
                                "  initial locked\n"
                                "  superstate resettable\n"
                                "    reset -> locked / log\n"
                                "  state locked adopts resettable\n"
                                "    entry lock\n"
                                "    coin ? enough -> unlocked / thank\n"
                                "    pass [Policy weak] -> same / beep\n"
                                "    pass [Policy strong] -> alarming\n"
                                "    overriding reset -> internal / log\n"
                                "  state unlocked adopts resettable\n"
                                "    pass -> locked\n"
                                "  state alarming final\n"
                                "  locked request -> unlocked / log\n"
                                "  any panic -> dynamic by escape\n";
enum { LOCKED, UNLOCKED, ALARMING };

static void assert_picture(const char *document, const sfsm_writing *writing, const char *expected) {
    sfsm_table *const table = read_table(document);
    const written picture = write_table(table, writing);
    assert_string_equal(picture.text, expected);
    free(picture.text);
    sfsm_table_release(table);
}

static void a_matrix_has_what_each_state_does(void **state) {
    (void)state;
    const sfsm_id current = LOCKED;
    const sfsm_writing writing = {.size = sizeof writing, .format = SFSM_MATRIX, .current = &current, .current_count = 1};
    assert_picture(turnstile, &writing,
                   "            reset         coin                       pass                                            "
                   "  request         panic\n"
                   "> locked    – / log       [enough] unlocked / thank  [Policy weak] · / beep; [Policy strong] alarming"
                   "  unlocked / log\n"
                   "  unlocked  locked / log                             locked\n"
                   "  alarming\n"
                   "  any                                                                                             "
                   "                     by escape\n");
}

static void tables_of_markdown_and_html(void **state) {
    (void)state;
    const char *const document = "definition\n  state a\n    \"x|y\" -> \"<b>\"\n  state \"<b>\"\n    go -> same / act\n";
    const sfsm_writing markdown = {.size = sizeof markdown, .format = SFSM_MARKDOWN};
    assert_picture(document, &markdown,
                   "|  | **x\\|y** | **go** |\n| --- | --- | --- |\n| a | **\\<b\\>** |  |\n| \\<b\\> |  | **·** / act |\n");
    const sfsm_id current = 1;
    const sfsm_writing html = {.size = sizeof html, .format = SFSM_HTML, .current = &current, .current_count = 1};
    assert_picture(document, &html,
                   "<table class=\"swiftfsm\">\n"
                   "<tr><th></th><th><b>x|y</b></th><th><b>go</b></th></tr>\n"
                   "<tr><th>a</th><td><b>&lt;b&gt;</b></td><td></td></tr>\n"
                   "<tr class=\"current\"><th>&lt;b&gt;</th><td></td><td><b>·</b><span class=\"quiet\"> / act</span></td></tr>\n"
                   "</table>\n");
}

static void mermaid_is_flat(void **state) {
    (void)state;
    const sfsm_id current = LOCKED;
    const sfsm_writing writing = {.size = sizeof writing, .format = SFSM_MERMAID, .current = &current, .current_count = 1};
    assert_picture(turnstile, &writing,
                   "stateDiagram-v2\n"
                   "    direction LR\n"
                   "    state \"locked\" as s0\n"
                   "    s0 : in resettable\n"
                   "    s0 : entry / lock<br/>pass [Policy weak] / beep ↺<br/>reset / log\n"
                   "    state \"unlocked\" as s1\n"
                   "    s1 : in resettable\n"
                   "    state \"alarming\" as s2\n"
                   "    s2 --> [*]\n"
                   "    state \"any\" as s3\n"
                   "    state \"resettable\" as s4\n"
                   "    s4 : reset / log → locked\n"
                   "    state \"escape\" as s6\n"
                   "    [*] --> s0\n"
                   "    s0 --> s1 : coin(cents, str) [enough] / thank<br/>request / log\n"
                   "    s0 --> s2 : pass [Policy strong]\n"
                   "    s1 --> s0 : pass\n"
                   "    s3 --> s6 : panic\n"
                   "    classDef current fill:#fef3c7,stroke:#b45309,stroke-width:3px\n"
                   "    class s0 current\n");
}

/* How often a text stands in another one. */
static size_t count_of(const char *part, const char *text) {
    size_t count = 0;
    for (const char *found = strstr(text, part); found != NULL; found = strstr(found + 1, part)) {
        count++;
    }
    return count;
}

static void boxes_stand_in_boxes(void **state) {
    (void)state;
    sfsm_table *const table = read_table("definition chart\n"
                                         "  initial on\n"
                                         "  parallel on\n"
                                         "    state sound\n"
                                         "      default quiet / hush\n"
                                         "      state quiet\n"
                                         "        louder -> loud\n"
                                         "      state loud\n"
                                         "        softer -> quiet raises changed\n"
                                         "        up -> on\n"
                                         "    state source\n"
                                         "      default recent\n"
                                         "      deep history recent\n"
                                         "        default radio\n"
                                         "      state radio\n"
                                         "        changed ? in loud -> same\n");
    const sfsm_id loud = sfsm_table_state_named(table, "loud", 4);
    const sfsm_writing writing = {.size = sizeof writing, .format = SFSM_DOT, .current = &loud, .current_count = 1};
    const written dot = write_table(table, &writing);
    assert_int_equal(count_of("subgraph cluster", dot.text), 3);
    assert_int_equal(count_of("fillcolor=\"#fef3c7\"", dot.text), 1);
    assert_int_equal(count_of("label=\"H*\"", dot.text), 1);
    /* Three dots where something begins, each with its arrow. */
    assert_int_equal(count_of("width=0.16", dot.text), 3);
    assert_int_equal(count_of("/ hush", dot.text), 1);
    assert_int_equal(count_of("raises changed", dot.text), 1);
    assert_int_equal(count_of("[in loud]", dot.text), 1);
    /* What leads to a box around its state is no arrow. */
    assert_int_equal(count_of("<b>up</b><font color=\"#6b7280\"> → </font>on", dot.text), 1);
    free(dot.text);
    sfsm_table_release(table);
}

static void what_is_chosen_is_shown(void **state) {
    (void)state;
    sfsm_table *const table = read_table(turnstile);
    const sfsm_id unlocked = UNLOCKED, alarming = ALARMING, unknown = 99;
    sfsm_writing writing = {.size = sizeof writing, .format = SFSM_MERMAID, .hidden = &alarming, .hidden_count = 1};
    written picture = write_table(table, &writing);
    assert_int_equal(count_of("alarming", picture.text), 0);
    assert_int_equal(count_of("Policy strong", picture.text), 0);
    assert_int_equal(count_of("unlocked", picture.text), 1);
    free(picture.text);
    writing = (sfsm_writing){.size = sizeof writing, .format = SFSM_MERMAID, .focus = &unlocked, .focus_count = 1};
    picture = write_table(table, &writing);
    assert_int_equal(count_of("state \"locked\"", picture.text), 1);
    assert_int_equal(count_of("resettable\" as", picture.text), 1);
    assert_int_equal(count_of("alarming", picture.text), 0);
    assert_int_equal(count_of("any", picture.text), 0);
    free(picture.text);
    writing = (sfsm_writing){.size = sizeof writing, .format = SFSM_MERMAID, .flags = SFSM_FLAT};
    picture = write_table(table, &writing);
    assert_int_equal(count_of("resettable", picture.text), 0);
    assert_int_equal(count_of("s1 --> s0 : reset / log<br/>pass\n", picture.text), 1);
    free(picture.text);
    writing = (sfsm_writing){.size = sizeof writing, .format = SFSM_MERMAID, .hidden = &unknown, .hidden_count = 1,
                             .current = &unknown, .current_count = 1};
    picture = write_table(table, &writing);
    assert_int_equal(count_of("alarming", picture.text), 1);
    free(picture.text);
    sfsm_table_release(table);
}

static void counts_are_widths(void **state) {
    (void)state;
    sfsm_table *const table = read_table("definition\n  state a\n    go -> b\n    stay -> same\n  state b\n    back -> a\n");
    const uint64_t taken[3] = {1000000, 7, 0};
    const sfsm_writing writing = {.size = sizeof writing, .format = SFSM_DOT, .taken = taken, .taken_count = 3};
    const written dot = write_table(table, &writing);
    assert_int_equal(count_of("penwidth=5.9", dot.text), 1);
    assert_int_equal(count_of("penwidth=1.0", dot.text), 1);
    assert_int_equal(count_of(" ×1000000<", dot.text), 1);
    assert_int_equal(count_of(" ×7 ↺<", dot.text), 1);
    free(dot.text);
    sfsm_table_release(table);
}

static int32_t act(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static void definitions_of_code_have_pictures(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    size_t row = 0;
    assert_status(sfsm_builder_add_row(builder, 0, 1, 2, &row), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row, act, NULL, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_row(builder, 2, 1, 0, &row), SFSM_OK);
    assert_status(sfsm_builder_name_states(builder, &(const sfsm_name){2, "two\nlines"}, 1), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    const sfsm_writing writing = {.size = sizeof writing, .format = SFSM_MATRIX};
    const written matrix = write_table(table, &writing);
    assert_string_equal(matrix.text, "              1\n  0           two\\nlines / …\n  two\\nlines  0\n");
    free(matrix.text);
    sfsm_table_release(table);
}

/* Superstates that adopt each other stand in each other: not all of them are indented by their depth. */
static void indentation_has_a_limit(void **state) {
    (void)state;
    enum { DEPTH = 500 };
    static char document[40 * DEPTH];
    int length = sprintf(document, "definition\n  superstate u0\n    e -> same\n");
    for (int i = 1; i < DEPTH; i++) {
        length += sprintf(document + length, "  superstate u%d adopts u%d\n", i, i - 1);
    }
    sprintf(document + length, "  state s adopts u%d\n    go -> s\n", DEPTH - 1);
    sfsm_table *const table = read_table(document);
    const sfsm_writing writing = {.size = sizeof writing, .format = SFSM_DOT};
    const written dot = write_table(table, &writing);
    char spaces[132] = "";
    memset(spaces, ' ', sizeof spaces - 1);
    assert_non_null(strstr(dot.text, spaces + 4));
    assert_null(strstr(dot.text, spaces));
    free(dot.text);
    sfsm_table_release(table);
}

/* Where a language asks for a text there is one. */
static void names_may_be_empty(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    row_from(builder, 0, 5, 1);
    row_from(builder, 1, 5, SFSM_INTERNAL);
    row_from(builder, 1, 6, 0);
    assert_status(sfsm_builder_name_states(builder, &(const sfsm_name){0, ""}, 1), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, &(const sfsm_name){5, ""}, 1), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    for (sfsm_format format = SFSM_DOT; format <= SFSM_PLANTUML; format++) {
        const sfsm_writing writing = {.size = sizeof writing, .format = format};
        const written picture = write_table(table, &writing);
        static const char *const faults[] = {"<b></b>", "\"10\"></font>", " : \n", "state \"\""};
        for (size_t i = 0; i < COUNT(faults); i++) {
            if (strstr(picture.text, faults[i]) != NULL) {
                fail_msg("%s is in\n%s", faults[i], picture.text);
            }
        }
        free(picture.text);
    }
    sfsm_table_release(table);
}

/* An event that waits, and requests for whatever state is asked for, lead to no one state. */
static void rows_without_a_target_say_what_they_do(void **state) {
    (void)state;
    static const char document[] = "definition\n"
                                   "  state a\n"
                                   "    default b\n"
                                   "    state b\n"
                                   "      stay -> defer\n"
                                   "      go -> c\n"
                                   "    state c\n"
                                   "      go -> b\n"
                                   "  b request -> any / note\n";
    const struct {
        int32_t format;
        const char *waits, *asks;
    } pictures[] = {{SFSM_MATRIX, "defer", "any / note"},
                    {SFSM_DOT, "→ defer", "→ any"},
                    {SFSM_MERMAID, "→ defer", "→ any"},
                    {SFSM_PLANTUML, "→ defer", "→ any"}};
    sfsm_table *const table = read_table(document);
    for (size_t i = 0; i < COUNT(pictures); i++) {
        const sfsm_writing writing = {.size = sizeof writing, .format = pictures[i].format};
        const written picture = write_table(table, &writing);
        if (strstr(picture.text, pictures[i].waits) == NULL || strstr(picture.text, pictures[i].asks) == NULL) {
            fail_msg("%s and %s are not both in\n%s", pictures[i].waits, pictures[i].asks, picture.text);
        }
        free(picture.text);
    }
    sfsm_table_release(table);
}

static void rows_with_several_targets(void **state) {
    (void)state;
    static const char document[] = "definition d\n"
                                   "  initial out\n"
                                   "  state out\n"
                                   "    far -> b and d\n"
                                   "  parallel p\n"
                                   "    state r1\n"
                                   "      default a\n"
                                   "      state a\n"
                                   "        x -> b\n"
                                   "      state b\n"
                                   "        x -> a\n"
                                   "    state r2\n"
                                   "      default c\n"
                                   "      state c\n"
                                   "        x -> d\n"
                                   "      state d\n"
                                   "        x -> out\n";
    static const struct {
        int32_t format;
        const char *shown[2];
    } cases[] = {{SFSM_MATRIX, {"b and d", "out"}}, {SFSM_MERMAID, {"s0 --> s1 : far", "s0 --> s2 : far"}}};
    sfsm_table *const table = read_table(document);
    for (size_t i = 0; i < COUNT(cases); i++) {
        const sfsm_writing writing = {.size = sizeof writing, .format = cases[i].format};
        const written picture = write_table(table, &writing);
        for (size_t part = 0; part < COUNT(cases[i].shown); part++) {
            if (strstr(picture.text, cases[i].shown[part]) == NULL) {
                fail_msg("there is no \"%s\" in:\n%s", cases[i].shown[part], picture.text);
            }
        }
        free(picture.text);
    }
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matrix_has_what_each_state_does),
        cmocka_unit_test(tables_of_markdown_and_html),
        cmocka_unit_test(mermaid_is_flat),
        cmocka_unit_test(boxes_stand_in_boxes),
        cmocka_unit_test(what_is_chosen_is_shown),
        cmocka_unit_test(counts_are_widths),
        cmocka_unit_test(definitions_of_code_have_pictures),
        cmocka_unit_test(indentation_has_a_limit),
        cmocka_unit_test(names_may_be_empty),
        cmocka_unit_test(rows_without_a_target_say_what_they_do),
        cmocka_unit_test(rows_with_several_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
