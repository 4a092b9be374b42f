/* A program of somebody else's: it knows the installed header and library, nothing of where they were built. */
#include <stdio.h>
#include <swiftfsm.h>

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };

static int32_t count(const sfsm_step *step, void *context) {
    (void)step;
    ++*(int *)context;
    return 0;
}

int main(void) {
    static const sfsm_row rows[] = {SFSM_ROW(LOCKED, COIN, UNLOCKED, count), SFSM_ROW(UNLOCKED, PASS, LOCKED, count)};
    int steps = 0;
    sfsm_table *table = NULL;
    sfsm_machine *gate = NULL;
    sfsm_builder *builder = sfsm_builder_create();
    if (sfsm_builder_add_rows(builder, rows, 2) < 0 || sfsm_builder_build(builder, &table, NULL) < 0 ||
        sfsm_machine_create(table, LOCKED, &steps, &gate) < 0) {
        fputs("the turnstile could not be built\n", stderr);
        return 1;
    }
    sfsm_machine_send(gate, COIN);
    sfsm_machine_send(gate, PASS);
    printf("swiftfsm %s: %d steps\n", sfsm_version_string(), steps);
    sfsm_machine_release(gate);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
    return steps == 2 && sfsm_version() / 1000 == SFSM_VERSION_MAJOR * 1000 + SFSM_VERSION_MINOR ? 0 : 1;
}
