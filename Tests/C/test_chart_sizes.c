/* Charts of about as many states as words of the engine's sets have bits: what is told of a state does not depend on its place
 * among them. The definitions are written as documents. */
#include "versions.h"

#include <stdio.h>

typedef struct document {
    char text[16384];
    size_t length;
} document;

static void add(document *document, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(document *document, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const size_t room = sizeof document->text - document->length;
    const int length = vsnprintf(document->text + document->length, room, format, values);
    va_end(values);
    assert_true(length >= 0 && (size_t)length < room);
    document->length += (size_t)length;
}

/* Two regions: a lamp, and so many steps, each of which leads to the next one. With a lamp it has four states more. */
static document stairs(int count, const char *rows) {
    document all = {.length = 0};
    add(&all, "definition\n  initial house\n  parallel house\n    state lamp\n      default dark\n      state dark\n"
              "        press -> bright\n      state bright\n        press -> dark\n    state stairs\n      default s1\n");
    for (int step = 1; step <= count; step++) {
        add(&all, "      state s%d\n        up -> s%d\n        down -> s%d\n", step, step % count + 1,
            (step + count - 2) % count + 1);
    }
    add(&all, "%s", rows);
    return all;
}

static void each_event_reaches_the_leaves_that_have_a_row_for_it(void **state) {
    (void)state;
    for (int count = 54; count <= 126; count += count == 62 ? 56 : 1) {
        const document document = stairs(count, "");
        sfsm_machine *const machine = machine_of_document(document.text);
        char names[32];
        for (int step = 1; step <= count; step++) {
            snprintf(names, sizeof names, "%s s%d", step % 2 != 0 ? "dark" : "bright", step);
            assert_is_in(machine, names);
            send_events(machine, "up down press up");
        }
        sfsm_machine_release(machine);
    }
}

static void a_row_for_any_event_is_for_each_one_in_a_state_far_behind(void **state) {
    (void)state;
    const document document = stairs(80, "  s79 any -> s1\n  dark up -> same\n  bright leave -> dark\n");
    sfsm_machine *const machine = machine_of_document(document.text);
    for (int step = 1; step < 79; step++) {
        send_events(machine, "up");
    }
    assert_is_in(machine, "dark s79");
    send_events(machine, "leave");
    assert_is_in(machine, "dark s1");
    sfsm_machine_release(machine);
}

/* Two parents with a history each: rooms of which any was the last. */
static document house(int count) {
    document all = {.length = 0};
    add(&all, "definition\n  initial outside\n  outside in -> last\n  outside visit -> recent\n");
    add(&all, "  state home\n    default r1\n    leave -> outside\n    history last\n");
    for (int room = 1; room <= count; room++) {
        add(&all, "    state r%d\n      next -> r%d\n", room, room % count + 1);
    }
    add(&all, "  state shop\n    default counter\n    leave -> outside\n    history recent\n    state counter\n"
              "      next -> shelf\n    state shelf\n      next -> counter\n");
    return all;
}

static void a_history_keeps_any_of_many_children(void **state) {
    (void)state;
    const int count = 130;
    const document document = house(count);
    sfsm_machine *const machine = machine_of_document(document.text);
    char name[16];
    send_events(machine, "in");
    for (int room = 1; room <= count; room++) {
        snprintf(name, sizeof name, "r%d", room);
        assert_is_in(machine, name);
        send_events(machine, "leave visit leave in");
        assert_is_in(machine, name);
        send_events(machine, "next");
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_event_reaches_the_leaves_that_have_a_row_for_it),
        cmocka_unit_test(a_row_for_any_event_is_for_each_one_in_a_state_far_behind),
        cmocka_unit_test(a_history_keeps_any_of_many_children),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
