/* What the words of a case stand for. */
#ifndef SCENARIOS_WORDS_H
#define SCENARIOS_WORDS_H

#include "case.h"

/* Takes a state, event or predicate type, reserved ones included. */
int32_t take_id(test_case *test, cursor *cursor, vocabulary vocabulary);

/* The same of a word that was taken already, and is not "reserved". */
int32_t id_of(test_case *test, cursor *cursor, vocabulary vocabulary, const char *word);

/* The word for an id, for people; a number if there is none. Holds until the case is released. */
const char *id_text(test_case *test, vocabulary vocabulary, int32_t id);

/* The number of a case of a predicate type: by its name, as a number, or "none". */
int32_t case_number(test_case *test, int32_t line, int32_t predicate, const char *word);
const char *case_text(test_case *test, int32_t predicate, int32_t value);

/* "[Mood glad, Policy weak]" */
const char *cases_text(test_case *test, const sent_cases *cases);

/* Takes "[Mood glad, Policy weak]" as it stands in runs and expectations. */
sent_cases take_cases(test_case *test, cursor *cursor);

/* What a label stands for, which has been used by that; NULL, and a fault, if it is not one. */
const label *use_label(test_case *test, int32_t line, const char *word);

/* Whether a line is a row: it has an arrow. */
bool is_row(const line *line);

/* Whether a label stands before a row. */
bool is_row_label(const test_case *test, const label *label);

/* Goes past the word for a role; ROLE_COUNT if none comes next. */
role take_role(cursor *cursor);

/* The callback of this name and role: always the same. The second form says that it is registered somewhere; the third
 * gives NULL if the definition has none. */
callback *callback_named(test_case *test, role role, const char *name);
callback *registered_callback(test_case *test, role role, const char *name);
callback *find_callback(const test_case *test, role role, const char *name);

#endif
