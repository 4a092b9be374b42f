/*
 * generate_switch NAME STATES EVENTS ACTIONS FILE: writes the nested switch that a careful programmer would have
 * written for this grid, one case a transition.
 */
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>

static void write_switch(FILE *out, const char *name, int32_t states, int32_t events, int32_t actions)
{
    fprintf(out, "#include \"reference.h\"\n\nint32_t %s(reference_machine *machine, int32_t event)\n{\n", name);
    fprintf(out, "    const reference_action *actions = machine->actions;\n    void *context = machine->context;\n");
    fprintf(out, "    switch (machine->state) {\n");
    for (int32_t state = 0; state < states; ++state) {
        fprintf(out, "    case %d:\n        switch (event) {\n", state);
        for (int32_t event = 0; event < events; ++event) {
            fprintf(out, "        case %d:\n", event);
            fprintf(out, "            actions[%d](machine, context);\n",
                    workload_action(actions, events, state, event));
            fprintf(out, "            machine->state = %d;\n", workload_target(states, events, state, event));
            fprintf(out, "            return REFERENCE_HANDLED;\n");
        }
        fprintf(out, "        default:\n            return REFERENCE_UNHANDLED;\n        }\n");
    }
    fprintf(out, "    default:\n        return REFERENCE_UNHANDLED;\n    }\n}\n");
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fputs("usage: generate_switch NAME STATES EVENTS ACTIONS FILE\n", stderr);
        return 2;
    }
    FILE *out = fopen(argv[5], "w");
    if (out == NULL) {
        perror(argv[5]);
        return 1;
    }
    write_switch(out, argv[1], atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
    if (fclose(out) != 0) {
        perror(argv[5]);
        return 1;
    }
    return 0;
}
