/* The values that events carry: read, written and compared. */
#ifndef SCENARIOS_VALUES_H
#define SCENARIOS_VALUES_H

#include "words.h"

/* The word for a type: "i32"; "integer" for one of no type yet, "none" for 0. */
const char *type_text(test_case *test, int32_t type);

/* Takes the word for a type that an event may declare; 0, and a fault, if it is none. */
int32_t take_type(cursor *cursor);
/* The same of a word that was taken already, without a fault. */
int32_t type_named(const char *word);

/* Takes "150" of a given type: true or false, a number, a text in quotes or none, the word for a pointer or none. */
sfsm_value take_value_of(test_case *test, cursor *cursor, int32_t type);

/* Takes "(i32 150, str "euro")"; with `takes_integers` also numbers without a type. */
arguments take_arguments(test_case *test, cursor *cursor, bool takes_integers);

/* Whether type and value are the same: strings by what they say, floating-point numbers by their bits. */
bool values_are_alike(const sfsm_value *one, const sfsm_value *other);
bool arguments_are_alike(const arguments *some, const arguments *others);

/* As a case writes them: "i32 150", "(i32 150, str "euro")". */
const char *value_text(test_case *test, const sfsm_value *value);
const char *arguments_text(test_case *test, const arguments *arguments);

/* Copies that last only until they are taken back, which spoils them: what the library keeps must be its own. */
sfsm_value *lend_arguments(const arguments *arguments);
void take_back_arguments(sfsm_value *lent, size_t count);

#endif
