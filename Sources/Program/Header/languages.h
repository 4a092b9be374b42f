/* How the ids of a definition are written in a language. */
#ifndef HEADER_LANGUAGES_H
#define HEADER_LANGUAGES_H

#include <stddef.h>

#include "identifiers.h"

/*
 * Templates, in which {file}, {definition}, {fingerprint}, {SPACE}, {space}, {Space} (the name of it all, in three styles),
 * {GROUP}, {Group}, {doc} (what the group is), {name}, {value} and {comment} are replaced.
 */
typedef struct language {
    const char *name;
    identifier_style style;
    /* Words that are no identifiers, ended by NULL. */
    const char *const *keywords;
    /* All constants share one scope, instead of one for each group. */
    bool is_flat;
    const char *begin, *begin_group, *member, *end_group, *end;
} language;

enum { LANGUAGE_COUNT = 7 };
extern const language languages[LANGUAGE_COUNT];
extern const char *const language_names[LANGUAGE_COUNT];

#endif
