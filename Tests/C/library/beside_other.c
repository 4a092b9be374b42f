/* A turnstile whose action calls another library in Embedded Swift, in one program with the static library. */
#include <stdio.h>
#include <swiftfsm.h>

int32_t other_count(int32_t value);

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };

static int32_t count(const sfsm_step *step, void *total) {
    *(int32_t *)total = other_count(step->event == COIN ? 100 : 1);
    return 0;
}

int main(void) {
    static const sfsm_row rows[] = {SFSM_ROW(LOCKED, COIN, UNLOCKED, count), SFSM_ROW(UNLOCKED, PASS, LOCKED, count)};
    int32_t total = 0;
    sfsm_table *table = NULL;
    sfsm_machine *gate = NULL;
    sfsm_builder *builder = sfsm_builder_create();
    if (sfsm_builder_add_rows(builder, rows, 2) < 0 || sfsm_builder_build(builder, &table, NULL) < 0 ||
        sfsm_machine_create(table, LOCKED, &total, &gate) < 0) {
        fputs("the turnstile could not be built\n", stderr);
        return 1;
    }
    for (int person = 0; person < 3; person++) {
        sfsm_machine_send(gate, COIN);
        sfsm_machine_send(gate, PASS);
    }
    sfsm_machine_release(gate);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
    printf("counted by another library in Swift: %d\n", total);
    return total == 303 ? 0 : 1;
}
