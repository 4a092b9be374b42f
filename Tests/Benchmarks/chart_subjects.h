/* The charts whose step is measured, each with a flat table that calls as many callbacks at each step. */
#ifndef CHART_SUBJECTS_H
#define CHART_SUBJECTS_H

#include "actions.h"

#include <stddef.h>

typedef struct chart_subject {
    const char *name;
    void (*define)(sfsm_builder *builder, int32_t regions);
    int32_t regions;   /* of its parallel state; 0 if there is none */
    int32_t events;    /* they are sent at random, from 0 on */
    int32_t callbacks; /* how many run at each step */
    int32_t steps;     /* the flat steps that one is compared with: a region each, where all react */
    double goal;       /* the ratio to reach; 0: none is set */
} chart_subject;

extern const chart_subject chart_subjects[];
extern const size_t chart_subject_count;

/* A machine over the chart, in its default configuration. Gives up if the definition has a fault. */
sfsm_machine *chart_machine(const chart_subject *self, tally *marks);

/* One over a flat table of two states, with as many events and callbacks. */
sfsm_machine *flat_machine(const chart_subject *self, tally *marks);

#endif
