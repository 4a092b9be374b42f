/* Long queues of events with arguments, which grow while they are run, and long strings. */
#include "arguments.h"

enum { FIRST = 4 };

/* Event number n is sent with a string of some length, in which n stands over and over, and with n between others.
 * Some events carry nothing. */
typedef struct count {
    int32_t sent, limit; /* how many events were sent, and how many shall be */
    int32_t at_once;     /* so many by each step */
    int32_t run;         /* how many have run, all of them with their own arguments */
    bool is_wrong;
} count;

enum { LONGEST = 600 };

static void write_text(char text[LONGEST + 1], int32_t number) {
    const size_t length = (size_t)number * 7919u % LONGEST;
    for (size_t index = 0; index < length; index++) {
        text[index] = (char)('a' + ((size_t)number + index) % 26);
    }
    text[length] = '\0';
}

static bool carries_nothing(int32_t number) {
    return number % 5 == 4;
}

static void send_numbered(sfsm_machine *machine, count *count) {
    char text[LONGEST + 1];
    const int32_t number = count->sent++;
    write_text(text, number);
    const sfsm_outcome outcome =
        carries_nothing(number)
            ? sfsm_send(machine, GO)
            : sfsm_send(machine, STAY, number, text, number % 256, 0.5 * number, text, machine, -number, number % 2);
    count->is_wrong = outcome < 0 || count->is_wrong;
    memset(text, '?', sizeof text);
}

static bool is_intact(const sfsm_step *step, int32_t number) {
    const sfsm_value *const values = step->arguments;
    char text[LONGEST + 1];
    write_text(text, number);
    if (carries_nothing(number)) {
        return step->event == GO && values == NULL && step->argument_count == 0;
    }
    return step->event == STAY && step->argument_count == 8 && values[0].as.i32 == number
           && strcmp(values[1].as.str, text) == 0 && values[2].as.u8 == number % 256
           && values[3].as.f64 == 0.5 * number && strcmp(values[4].as.str, text) == 0
           && values[5].as.ptr == (void *)step->machine && values[6].as.i64 == -number
           && values[7].as.boolean == (number % 2 == 1);
}

static int32_t check_numbered(const sfsm_step *step, void *context) {
    count *const count = context;
    count->is_wrong = !is_intact(step, count->run) || count->is_wrong;
    for (int32_t more = 0; more < count->at_once && count->sent < count->limit; more++) {
        send_numbered(step->machine, count);
    }
    count->is_wrong = !is_intact(step, count->run) || count->is_wrong; /* also after the queue has grown */
    count->run++;
    return 0;
}

static void long_queues_that_grow_while_they_are_run(void **state) {
    (void)state;
    static const int32_t at_once[] = {1, 2, 3, 7, 100, 4000};
    for (size_t index = 0; index < COUNT(at_once); index++) {
        count count = {.limit = (int32_t)test_size(8000, 300), .at_once = at_once[index]};
        sfsm_builder *const builder = sfsm_builder_create();
        declare_event(builder, STAY, "i32, str, u8, f64, str, ptr, i64, bool");
        ADD_ROWS(builder, {HOME, GO, SFSM_INTERNAL, 1, DOING(check_numbered, &count)},
                 {HOME, STAY, SFSM_SAME, 2, DOING(check_numbered, &count)});
        sfsm_machine *const machine = machine_from(builder, HOME, NULL);
        for (int32_t round = 0; round < 2; round++) { /* the second in the queue that the first has left */
            count.sent = count.run = 0;
            send_numbered(machine, &count);
            assert_false(count.is_wrong);
            assert_int_equal(count.run, count.limit);
        }
        sfsm_machine_release(machine);
    }
}

static int32_t send_a_long_text(const sfsm_step *step, void *context) {
    const size_t length = *(const size_t *)context;
    char *const text = malloc(length + 1);
    memset(text, 'x', length);
    text[length] = '\0';
    sfsm_send(step->machine, FIRST, text);
    free(text);
    return 0;
}

static int32_t measure(const sfsm_step *step, void *length) {
    *(size_t *)length = strlen(step->arguments[0].as.str);
    return 0;
}

static void strings_of_every_length(void **state) {
    (void)state;
    static const size_t lengths[] = {0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 255, 256, 4095, 4096, 65536, 20000000};
    size_t sent = 0, arrived = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    declare_event(builder, FIRST, "str");
    ADD_ROWS(builder, {HOME, GO, SFSM_SAME, 1, DOING(send_a_long_text, &sent)},
             {HOME, FIRST, SFSM_SAME, 2, DOING(measure, &arrived)});
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    for (size_t index = 0; index < COUNT(lengths); index++) {
        sent = lengths[index];
        arrived = SIZE_MAX;
        assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        assert_int_equal(arrived, sent);
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_queues_that_grow_while_they_are_run),
        cmocka_unit_test(strings_of_every_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
