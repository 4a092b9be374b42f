/* REF for steps with predicates: switches over state, event and one case after the other, generated, behind a shared
 * library of their own. reference_matching_TYPESxCASESxROWSxSTATES is that of such a shape (predicate_workload.h). */
#ifndef PREDICATE_REFERENCE_H
#define PREDICATE_REFERENCE_H

#include "reference.h"

typedef int32_t (*predicate_reference)(reference_machine *machine, int32_t event, const int32_t *cases);

int32_t reference_matching_1x10x5x2(reference_machine *machine, int32_t event, const int32_t *cases);
int32_t reference_matching_1x10x5x2000(reference_machine *machine, int32_t event, const int32_t *cases);
int32_t reference_matching_3x3x5x2(reference_machine *machine, int32_t event, const int32_t *cases);
int32_t reference_matching_3x3x5x2000(reference_machine *machine, int32_t event, const int32_t *cases);
int32_t reference_matching_3x10x5x2(reference_machine *machine, int32_t event, const int32_t *cases);
int32_t reference_matching_8x2x256x2(reference_machine *machine, int32_t event, const int32_t *cases);
int32_t reference_matching_8x2x256x40(reference_machine *machine, int32_t event, const int32_t *cases);
int32_t reference_matching_8x4x5x2(reference_machine *machine, int32_t event, const int32_t *cases);

#endif
