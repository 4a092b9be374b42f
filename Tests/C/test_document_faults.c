/* What is told of documents that cannot be read: every sentence, with its line and column. */
#include "support.h"

#include <stdio.h>

/* A document of one statement, and what is told of it. */
typedef struct fault {
    const char *line, *told;
} fault;

static void check_text(const char *text, size_t length, const char *told) {
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    assert_status(sfsm_builder_read(builder, text, length, &reading, &diagnostics), SFSM_INVALID_DEFINITION);
    assert_string_equal(sfsm_diagnostics_text(diagnostics), told);
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
}

static void check_statement(const fault *fault) {
    char text[1024], told[1024];
    const int length = snprintf(text, sizeof text, "definition\n  %s\n", fault->line);
    snprintf(told, sizeof told, "line 2:%s\n", fault->told);
    check_text(text, (size_t)length, told);
}

static void each_statement_says_what_it_expects(void **state) {
    (void)state;
    static const fault faults[] = {
        {"format 2", "10: error: expected format 1, which this library reads, found format 2"},
        {"format x", "10: error: expected the number of a format, found 'x'"},
        {"ids rooms a", "7: error: expected 'states', 'events' or 'predicates', found 'rooms'"},
        {"ids states", "13: error: expected the name of a state, found the end of the line"},
        {"ids states a = b", "18: error: expected a number from -2147483632 to 2147483647, found 'b'"},
        {"ids states a = 1 b = 1", "24: error: expected a number that is free: 1 is another name's"},
        {"ids states a = 1 a = 2", "24: error: expected no other number for 'a', which is 1 already"},
        {"ids states any", "14: error: expected a name of your own, found a reserved word: quotes make it a name"},
        {"named states a", "9: error: expected 'events', found 'states'"},
        {"named events any", "16: error: expected the name of an event of your own, found 'any'"},
        {"initial", "10: error: expected the name of a state, found the end of the line"},
        {"guards maybe", "10: error: expected 'exclusive' or 'first match', found 'maybe'"},
        {"guards first", "15: error: expected 'match', found the end of the line"},
        {"entry exit", "13: error: expected 'on change' or 'always', found the end of the line"},
        {"entry note", "9: error: expected 'exit', found 'note'"},
        {"order exit entry", "9: error: expected each of the five phases once, resolve before commit and entry"},
        {"order then", "9: error: expected 'resolve', 'exit', 'actions', 'commit' or 'entry', found 'then'"},
        {"warnings maybe", "12: error: expected 'on' or 'off', found 'maybe'"},
        {"warnings off every one", "16: error: expected 'all' or a kind of warnings, found 'every'"},
        {"on startup note", "6: error: expected 'unhandled' or 'step', found 'startup'"},
        {"event coin", "13: error: expected '(', found the end of the line"},
        {"event coin (money)",
         "15: error: expected a type: bool, i8 to i64, u8 to u64, f32, f64, str or ptr, found 'money'"},
        {"event coin (i32 i32", "22: error: expected ')', found the end of the line"},
        {"predicate Policy", "19: error: expected the name of a case, found the end of the line"},
        {"predicate Policy of 0", "23: error: expected a number of cases from 1 to 16384, found '0'"},
        {"predicate Policy a by", "24: error: expected the name of a callback, found the end of the line"},
        {"callable job x void()", "12: error: expected 'guard', 'action', 'resolver', 'entry', 'exit', 'cycle', 'update', "
                                  "'provider', 'unhandled' or 'step', found 'job'"},
        {"callable guard x bool(i33)",
         "20: error: expected a parameter at character 6 of the signature 'bool(i33)'"},
        {"a x -> y z", "12: error: expected 'and', 'by', '/', 'raises' or the end of the line, found 'z'"},
        {"x y z -> a", "7: error: expected '[', '?' or '->', found 'z'"},
        {"a x ? -> b", "9: error: expected the name of a callback, found '->'"},
        {"a x [] -> b", "8: error: expected the name of a predicate type, found ']'"},
        {"a x ->", "9: error: expected the name of a state, found the end of the line"},
        {"a x -> b /", "13: error: expected the name of a callback, found the end of the line"},
        {"frobnicate", "3: error: expected a row with '->', or a line that begins a definition's statement, found "
                       "'frobnicate'"},
        {"a: guards exclusive", "6: error: expected a row, a block, 'event', 'predicate' or 'initial' behind a label, found "
                                "'guards'"},
        {"in nowhere", "6: error: expected the label of a block that stands above"},
        {"state a adopts nobody", "18: error: expected the name or label of a superstate, found 'nobody'"},
        {"state a was a", "15: error: expected a name that is no more, found 'a', which is one"},
        {"a x > b", "7: error: expected a name or a mark: a name with this character stands in quotes"},
        {"a \"x", "7: error: expected '\"' at the end of a quoted name"},
        {"a \"\"", "5: error: expected a name, found an empty one"},
        {"a \"x\\n\"", "7: error: expected '\"' or '\\' behind '\\' in a quoted name"},
        {"a x# no", "6: error: expected a space before a comment"},
    };
    for (size_t i = 0; i < COUNT(faults); i++) {
        check_statement(&faults[i]);
    }
}

static void each_line_of_a_block_says_what_it_expects(void **state) {
    (void)state;
    static const char text[] = "definition\n"
                               "  state a\n"
                               "    entry\n"
                               "    timeout -1 x\n"
                               "    default b\n"
                               "    default c\n"
                               "    done x\n"
                               "    done y\n"
                               "    frob\n"
                               "  superstate s\n"
                               "    state inner\n"
                               "      x -> y\n"
                               "  a x -> b\n"
                               "    y -> b\n"
                               "  state b\n"
                               "      x -> a\n"
                               "   y -> a\n"
                               "  state b in a in c\n"
                               "  l: a z -> b\n"
                               "  l: state d\n";
    check_text(text, sizeof text - 1,
               "line 3:10: error: expected the name of a callback, found the end of the line\n"
               "line 4:13: error: expected a delay from 0 to 9223372036854775807, found '-1'\n"
               "line 6:13: error: expected one default in a block, found another\n"
               "line 8:10: error: expected one event for when the state is done, found another\n"
               "line 9:5: error: expected a row with '->', a block, 'entry', 'exit', 'cycle', 'update', 'default', 'done' "
               "or 'timeout', found 'frob'\n"
               "line 11:5: error: expected rows and callbacks below a superstate: no state is nested in one\n"
               "line 14:5: error: expected nothing below a line that is no block\n"
               "line 16:7: error: expected an indentation of at most two spaces more than that of the line before\n"
               "line 17:4: error: expected an indentation by two spaces for each level\n"
               "line 18:16: error: expected the end of the line, found 'in'\n"
               "line 20:3: error: expected a label that is new, found 'l' again\n");
}

static void a_document_has_one_definition(void **state) {
    (void)state;
    static const fault texts[] = {
        {"", "line 1:1: error: expected 'definition', found the end of the text\n"},
        {"# nothing\n", "line 1:1: error: expected 'definition', found the end of the text\n"},
        {"  a x -> b\n", "line 1:3: error: expected an indentation of at most two spaces more than that of the line before\n"},
        {"run from a\n", "line 1:1: error: expected 'definition', found 'run'\n"},
        {"digraph g {\n", "line 1:11: error: expected a name or a mark: a name with this character stands in quotes\n"},
        {"definition a b\n", "line 1:14: error: expected the end of the line, found 'b'\n"},
        {"definition\n  a x -> same\ndefinition\n",
         "line 3:1: error: expected one definition in a document, found another\n"},
        {"definition\n  a x -> same\nfinally\n",
         "line 3:1: error: expected 'run', 'diagnostics' or 'transitions', found 'finally'\n"},
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        check_text(texts[i].line, strlen(texts[i].line), texts[i].told);
    }
}

static void characters_that_no_document_has(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        const char *told;
    } texts[] = {
#define BYTES(text) text, sizeof(text) - 1
        {BYTES("definition a\0b\n"), "line 1:13: error: expected text, found a control character\n"},
        {BYTES("definition\n  state caf\xe9\n"), "line 2:12: error: expected UTF-8, found bytes that are none\n"},
        {BYTES("definition\n  state \xc0\x80\n"), "line 2:9: error: expected UTF-8, found bytes that are none\n"},
        {BYTES("definition\n  # \xe2\x80\xae\n"), "line 2:5: error: expected characters that can be seen: this one is hidden, "
                                                  "or changes the direction of the text\n"},
        {BYTES("definition\n  state caf\xc3\xa9\xe2\x80\x8b\n"),
         "line 2:13: error: expected characters that can be seen: this one is hidden, or changes the direction of the text\n"},
        {BYTES("definition\r  state a\n"), "line 1:11: error: expected LF or CRLF at the end of a line, found CR alone\n"},
        {BYTES("definition\n\tstate a\n"), "line 2:1: error: expected spaces, found a tab\n"},
        {BYTES("definition\n  state \"a\tb\"\n"), "line 2:11: error: expected spaces, found a tab\n"},
        {BYTES("definition\n  state aaaaaaaaaaaa\x7f\n"), "line 2:21: error: expected text, found a control character\n"},
#undef BYTES
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        check_text(texts[i].text, texts[i].length, texts[i].told);
    }
}

static void a_byte_order_mark_and_crlf_say_nothing(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    const char text[] = "\xef\xbb\xbf# caf\xc3\xa9\r\ndefinition\r\n  caf\xc3\xa9 x -> same\r\n\r\nrun from anywhere\r\n  what \t ever\r\n";
    assert_status(sfsm_builder_read(builder, text, sizeof text - 1, NULL, NULL), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_string_equal(sfsm_table_state_name(table, 0), "caf\xc3\xa9");
    sfsm_table_release(table);
}

static void at_most_twenty_faults_are_told(void **state) {
    (void)state;
    char text[4096] = "definition\n";
    for (int i = 0; i < 100; i++) {
        strcat(text, "  what\n");
    }
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    assert_status(sfsm_builder_read(builder, text, strlen(text), NULL, &diagnostics), SFSM_INVALID_DEFINITION);
    assert_int_equal(sfsm_diagnostics_count(diagnostics), 20);
    assert_int_equal(diagnostic_at(diagnostics, 19).line, 21);
    assert_int_equal(diagnostic_at(diagnostics, 19).kind, SFSM_DOCUMENT_SYNTAX);
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_statement_says_what_it_expects),
        cmocka_unit_test(each_line_of_a_block_says_what_it_expects),
        cmocka_unit_test(a_document_has_one_definition),
        cmocka_unit_test(characters_that_no_document_has),
        cmocka_unit_test(a_byte_order_mark_and_crlf_say_nothing),
        cmocka_unit_test(at_most_twenty_faults_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
