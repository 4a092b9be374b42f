#include "reference_build.h"

#include <stdlib.h>

struct reference_cells {
    size_t mask;
    reference_row rows[]; /* without an action where free */
};

static size_t place_of(const reference_cells *self, int32_t source, int32_t event)
{
    uint64_t hash = (uint64_t)(uint32_t)source << 32 | (uint32_t)event;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    size_t place = (size_t)(hash >> 32) & self->mask;
    while (self->rows[place].action != NULL &&
           (self->rows[place].source != source || self->rows[place].event != event))
        place = (place + 1) & self->mask;
    return place;
}

reference_cells *reference_build(const reference_row *rows, size_t count)
{
    size_t places = 4;
    while (places < 2 * count)
        places *= 2;
    reference_cells *self = calloc(1, sizeof *self + places * sizeof self->rows[0]);
    if (self == NULL)
        return NULL;
    self->mask = places - 1;
    for (size_t index = 0; index < count; ++index) {
        const size_t place = place_of(self, rows[index].source, rows[index].event);
        if (self->rows[place].action != NULL) {
            free(self);
            return NULL;
        }
        self->rows[place] = rows[index];
    }
    return self;
}

const reference_row *reference_find(const reference_cells *self, int32_t source, int32_t event)
{
    const reference_row *row = &self->rows[place_of(self, source, event)];
    return row->action != NULL ? row : NULL;
}

void reference_free(reference_cells *self)
{
    free(self);
}
