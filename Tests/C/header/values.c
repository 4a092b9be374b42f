/*
 * What sfsm_value_of makes of each type of C, and what sfsm_send hands over: run through C and C++ compilers. The
 * library is not needed; this program has an sfsm_machine_send_message of its own, which notes what it is called with.
 */
#include "swiftfsm.h"

#include <stdio.h>
#include <string.h>

static int failures;

/* Notes each expectation that does not hold. */
static void expect_that(bool holds, const char *text, int line) {
    if (!holds) {
        fprintf(stderr, "line %d: %s\n", line, text);
        failures++;
    }
}
#define EXPECT(expression) expect_that((expression), #expression, __LINE__)

/* ---------------------------------------------------------------------------------------------------------------
 * Values
 * ------------------------------------------------------------------------------------------------------------- */

static bool is_integer(sfsm_value value, int64_t number) {
    return value.type == SFSM_INTEGER && value.as.i64 == number;
}

static bool is_string(sfsm_value value, const char *text) {
    return value.type == SFSM_STR && value.as.str == text;
}

static bool is_pointer(sfsm_value value, const void *pointer) {
    return value.type == SFSM_PTR && value.as.ptr == pointer;
}

static void check_integers(void) {
    const bool yes = true, no = false;
    const char letter = 'A';
    const signed char tiny = -128;
    const unsigned char byte = 255;
    const short low = -32768;
    const unsigned short word = 65535;
    const int lowest = -2147483647 - 1;
    const unsigned int highest = 4294967295u;
    const long negative = -1234567890L;
    const unsigned long positive = 4294967295ul;
    const long long least = INT64_MIN;
    const unsigned long long most = INT64_MAX;
    EXPECT(sfsm_value_of(yes).type == SFSM_BOOL && sfsm_value_of(yes).as.boolean);
    EXPECT(sfsm_value_of(no).type == SFSM_BOOL && !sfsm_value_of(no).as.boolean);
    EXPECT(is_integer(sfsm_value_of(letter), 'A'));
    EXPECT(is_integer(sfsm_value_of(tiny), -128));
    EXPECT(is_integer(sfsm_value_of(byte), 255));
    EXPECT(is_integer(sfsm_value_of(low), -32768));
    EXPECT(is_integer(sfsm_value_of(word), 65535));
    EXPECT(is_integer(sfsm_value_of(lowest), INT32_MIN));
    EXPECT(is_integer(sfsm_value_of(highest), UINT32_MAX));
    EXPECT(is_integer(sfsm_value_of(negative), -1234567890));
    EXPECT(is_integer(sfsm_value_of(positive), UINT32_MAX));
    EXPECT(is_integer(sfsm_value_of(least), INT64_MIN));
    EXPECT(is_integer(sfsm_value_of(most), INT64_MAX));
    EXPECT(is_integer(sfsm_value_of(150), 150));
    EXPECT(is_integer(sfsm_value_of(SFSM_NONE), SFSM_NONE)); /* an enumerator */
    EXPECT(is_integer(sfsm_value_of((int8_t)-1), -1));
    EXPECT(is_integer(sfsm_value_of((uint16_t)1), 1));
    EXPECT(is_integer(sfsm_value_of((int64_t)-1), -1));
    EXPECT(is_integer(sfsm_value_of(sizeof letter), 1));
}

static void check_what_no_int64_holds(void) {
    const unsigned long long above = (unsigned long long)INT64_MAX + 1, most = UINT64_MAX;
    EXPECT(sfsm_value_of(above).type == SFSM_U64 && sfsm_value_of(above).as.u64 == above);
    EXPECT(sfsm_value_of(most).type == SFSM_U64 && sfsm_value_of(most).as.u64 == UINT64_MAX);
    EXPECT(sfsm_value_of((uint64_t)UINT64_MAX).type == SFSM_U64);
}

static void check_real_numbers(void) {
    const float narrow = 0.1f;
    const double wide = 0.1;
    EXPECT(sfsm_value_of(narrow).type == SFSM_F32 && sfsm_value_of(narrow).as.f32 == narrow);
    EXPECT(sfsm_value_of(wide).type == SFSM_F64 && sfsm_value_of(wide).as.f64 == wide);
    EXPECT(sfsm_value_of(-1.5).as.f64 == -1.5);
}

static void check_strings_and_pointers(void) {
    static char letters[] = "letters";
    char *const variable = letters;
    const char *constant = letters;
    const char *nothing = NULL;
    int number = 7;
    const int fixed = 8;
    void *const any = &number;
    const void *const any_fixed = &fixed;
    unsigned char *const bytes = (unsigned char *)letters;
    sfsm_machine *const machine = (sfsm_machine *)any;
    EXPECT(is_string(sfsm_value_of(letters), letters));
    EXPECT(is_string(sfsm_value_of(variable), letters));
    EXPECT(is_string(sfsm_value_of(constant), letters));
    EXPECT(is_string(sfsm_value_of(nothing), NULL));
    EXPECT(sfsm_value_of("text").type == SFSM_STR && strcmp(sfsm_value_of("text").as.str, "text") == 0);
    EXPECT(is_pointer(sfsm_value_of(&number), &number));
    EXPECT(is_pointer(sfsm_value_of(&fixed), &fixed));
    EXPECT(is_pointer(sfsm_value_of(any), &number));
    EXPECT(is_pointer(sfsm_value_of(any_fixed), &fixed));
    EXPECT(is_pointer(sfsm_value_of(bytes), letters)); /* no string: its bytes are not char */
    EXPECT(is_pointer(sfsm_value_of(machine), &number));
    EXPECT(is_pointer(sfsm_value_of((void *)0), NULL));
}

/* ---------------------------------------------------------------------------------------------------------------
 * Sends
 * ------------------------------------------------------------------------------------------------------------- */

static struct {
    sfsm_machine *machine;
    int32_t event;
    const sfsm_case *cases;
    size_t case_count;
    sfsm_value arguments[16];
    size_t argument_count;
} sent;

sfsm_outcome sfsm_machine_send_message(sfsm_machine *machine, const sfsm_message *message) {
    EXPECT(message->size == sizeof(sfsm_message));
    sent.machine = machine;
    sent.event = message->event;
    sent.cases = message->cases;
    sent.case_count = message->case_count;
    sent.argument_count = message->argument_count;
    for (size_t index = 0; index < message->argument_count && index < 16; index++) {
        sent.arguments[index] = message->arguments[index];
    }
    return (sfsm_outcome)message->argument_count + 100;
}

enum { COIN = 7 };
static sfsm_machine *const gate = (sfsm_machine *)&sent;
static const sfsm_case weak[] = {{3, 1}, {4, 0}};

/* Whether the last send had these numbers, from 1 upwards, and no cases. */
static bool is_counting(size_t count) {
    bool counts = sent.machine == gate && sent.event == COIN && sent.cases == NULL && sent.case_count == 0;
    for (size_t index = 0; index < sent.argument_count; index++) {
        counts = counts && is_integer(sent.arguments[index], (int64_t)index + 1);
    }
    return counts && sent.argument_count == count;
}

static void check_sends(void) {
    EXPECT(sfsm_send(gate, COIN) == 100 && is_counting(0));
    EXPECT(sfsm_send(gate, COIN, 1) == 101 && is_counting(1));
    EXPECT(sfsm_send(gate, COIN, 1, 2) == 102 && is_counting(2));
    EXPECT(sfsm_send(gate, COIN, 1, 2, 3) == 103 && is_counting(3));
    EXPECT(sfsm_send(gate, COIN, 1, 2, 3, 4) == 104 && is_counting(4));
    EXPECT(sfsm_send(gate, COIN, 1, 2, 3, 4, 5) == 105 && is_counting(5));
    EXPECT(sfsm_send(gate, COIN, 1, 2, 3, 4, 5, 6) == 106 && is_counting(6));
    EXPECT(sfsm_send(gate, COIN, 1, 2, 3, 4, 5, 6, 7) == 107 && is_counting(7));
    EXPECT(sfsm_send(gate, COIN, 1, 2, 3, 4, 5, 6, 7, 8) == 108 && is_counting(8));
    EXPECT(sfsm_send(gate, COIN, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 109 && is_counting(9));
    EXPECT(sfsm_send(gate, COIN, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 110 && is_counting(10));
    EXPECT(sfsm_send(gate, COIN, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) == 111 && is_counting(11));
    EXPECT(sfsm_send(gate, COIN, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 112 && is_counting(12));
}

static void check_sends_of_many_kinds(void) {
    const char *title = "euro";
    const bool paid = true;
    int cents = 150;
    EXPECT(sfsm_send(gate, COIN | 0, cents, title, paid, 0.5f, 0.25, &cents, 'A' + 1, cents > 1 ? 3 : 4) == 108);
    EXPECT(is_integer(sent.arguments[0], 150) && is_string(sent.arguments[1], title));
    EXPECT(sent.arguments[2].type == SFSM_BOOL && sent.arguments[3].type == SFSM_F32);
    EXPECT(sent.arguments[4].type == SFSM_F64 && is_pointer(sent.arguments[5], &cents));
    EXPECT(is_integer(sent.arguments[6], 'B') && is_integer(sent.arguments[7], 3));
}

static void check_sends_with_cases(void) {
    EXPECT(sfsm_send_matching(gate, weak, 2, COIN) == 100);
    EXPECT(sent.cases == weak && sent.case_count == 2 && sent.event == COIN && sent.machine == gate);
    EXPECT(sfsm_send_matching(gate, weak + 1, 1, COIN, 150, "euro") == 102);
    EXPECT(sent.cases == weak + 1 && sent.case_count == 1 && is_integer(sent.arguments[0], 150));
    EXPECT(sfsm_send_matching(gate, NULL, 0, COIN, 1) == 101 && is_counting(1));
    EXPECT(sfsm_send_matching(gate, weak, 2, COIN, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 112);
    EXPECT(sent.case_count == 2 && is_integer(sent.arguments[11], 12));
}

int main(void) {
    check_integers();
    check_what_no_int64_holds();
    check_real_numbers();
    check_strings_and_pointers();
    check_sends();
    check_sends_of_many_kinds();
    check_sends_with_cases();
    return failures != 0;
}
