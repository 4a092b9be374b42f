/*
 * generate_predicate_switch NAME TYPES CASES ROWS STATES FILE: writes the switches over state, event and one case after
 * the other that a careful programmer would have written for this shape.
 */
#include "predicate_workload.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct writer {
    FILE *out;
    const predicate_shape *shape;
    int32_t state;
} writer;

static void *allocate_or_end(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL) {
        fputs("no memory\n", stderr);
        exit(1);
    }
    return memory;
}

static void indent(const writer *self, int32_t depth)
{
    fprintf(self->out, "%*s", 4 * (depth + 2), "");
}

static void write_step(const writer *self, int32_t row, int32_t depth)
{
    indent(self, depth);
    fprintf(self->out, "actions[%d](machine, context);\n", predicate_action(self->shape, self->state, row));
    indent(self, depth);
    fprintf(self->out, "machine->state = %d;\n", predicate_target(self->shape, self->state, row));
    indent(self, depth);
    fprintf(self->out, "return REFERENCE_HANDLED;\n");
}

/* The row that is taken where these are left: the one that names most types. That which names none stands behind all
 * switches, once. */
static void write_row(const writer *self, const int32_t *rows, int32_t count, int32_t depth)
{
    int32_t best = rows[0];
    for (int32_t index = 1; index < count; ++index) {
        if (predicate_rank(self->shape, rows[index]) > predicate_rank(self->shape, best))
            best = rows[index];
    }
    if (predicate_rank(self->shape, best) > 0) {
        write_step(self, best, depth);
        return;
    }
    indent(self, depth);
    fprintf(self->out, "goto otherwise;\n");
}

/* The first type from `type` on that one of the rows names. */
static int32_t next_named_type(const predicate_shape *shape, const int32_t *rows, int32_t count, int32_t type)
{
    for (; type < shape->types; ++type) {
        for (int32_t index = 0; index < count; ++index) {
            if (predicate_named_case(shape, rows[index], type) != PREDICATE_SILENT)
                return type;
        }
    }
    return type;
}

/* Those of the rows that hold for this case of a type: the rows that name it, and those that are silent. */
static int32_t rows_for_case(const predicate_shape *shape, const int32_t *rows, int32_t count, int32_t type,
                             int32_t value, int32_t *chosen)
{
    int32_t left = 0;
    for (int32_t index = 0; index < count; ++index) {
        const int32_t named = predicate_named_case(shape, rows[index], type);
        if (named == PREDICATE_SILENT || named == value)
            chosen[left++] = rows[index];
    }
    return left;
}

/* What these rows come to, of which it is settled that they hold for the types before `from`. Some row is silent. */
static void write_rows(const writer *self, const int32_t *rows, int32_t count, int32_t from, int32_t depth)
{
    const predicate_shape *shape = self->shape;
    const int32_t type = next_named_type(shape, rows, count, from);
    if (type == shape->types) {
        write_row(self, rows, count, depth);
        return;
    }
    int32_t *chosen = allocate_or_end((size_t)count * sizeof *chosen);
    const int32_t silent = rows_for_case(shape, rows, count, type, PREDICATE_SILENT, chosen);
    indent(self, depth);
    fprintf(self->out, "switch (cases[%d]) {\n", type);
    for (int32_t value = 0; value < shape->cases; ++value) {
        const int32_t left = rows_for_case(shape, rows, count, type, value, chosen);
        if (left == silent)
            continue; /* no row names it */
        indent(self, depth);
        fprintf(self->out, "case %d:\n", value);
        write_rows(self, chosen, left, type + 1, depth + 1);
    }
    indent(self, depth);
    fprintf(self->out, "default:\n");
    write_rows(self, chosen, rows_for_case(shape, rows, count, type, PREDICATE_SILENT, chosen), type + 1, depth + 1);
    indent(self, depth);
    fprintf(self->out, "}\n");
    free(chosen);
}

/* Each state in a function of its own: compilers take minutes for thousands of rows in one. */
static void write_state(const writer *self, const char *name, const int32_t *rows)
{
    fprintf(self->out, "static __attribute__((noinline)) int32_t %s_in_%d(\n", name, self->state);
    fprintf(self->out, "    reference_machine *machine, int32_t event, const int32_t *cases)\n{\n");
    fprintf(self->out, "    const reference_action *actions = machine->actions;\n");
    fprintf(self->out, "    void *context = machine->context;\n");
    fprintf(self->out, "    switch (event) {\n    case 0:\n");
    write_rows(self, rows, self->shape->rows, 0, 0);
    fprintf(self->out, "    default:\n        return REFERENCE_UNHANDLED;\n    }\notherwise:\n");
    write_step(self, predicate_is_lattice(self->shape) ? 0 : self->shape->rows - 1, -1);
    fprintf(self->out, "}\n\n");
}

static void write_functions(FILE *out, const char *name, const predicate_shape *shape)
{
    int32_t *rows = allocate_or_end((size_t)shape->rows * sizeof *rows);
    for (int32_t row = 0; row < shape->rows; ++row)
        rows[row] = row;
    fprintf(out, "#include \"predicate_reference.h\"\n\n");
    for (int32_t state = 0; state < shape->states; ++state)
        write_state(&(writer){out, shape, state}, name, rows);
    fprintf(out, "int32_t %s(reference_machine *machine, int32_t event, const int32_t *cases)\n{\n", name);
    fprintf(out, "    switch (machine->state) {\n");
    for (int32_t state = 0; state < shape->states; ++state)
        fprintf(out, "    case %d:\n        return %s_in_%d(machine, event, cases);\n", state, name, state);
    fprintf(out, "    default:\n        return REFERENCE_UNHANDLED;\n    }\n}\n");
    free(rows);
}

int main(int argc, char **argv)
{
    if (argc != 7) {
        fputs("usage: generate_predicate_switch NAME TYPES CASES ROWS STATES FILE\n", stderr);
        return 2;
    }
    const predicate_shape shape = {atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), atoi(argv[5])};
    FILE *out = fopen(argv[6], "w");
    if (out == NULL) {
        perror(argv[6]);
        return 1;
    }
    write_functions(out, argv[1], &shape);
    if (fclose(out) != 0) {
        perror(argv[6]);
        return 1;
    }
    return 0;
}
