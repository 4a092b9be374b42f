/* What the programs have in common that compare the library with REF: they measure each comparison in several new
 * processes, and print a line of medians for it. With --check they only make sure that both sides do the same. */
#ifndef RATIOS_H
#define RATIOS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct time_pair {
    double library, reference; /* ns an operation; the reference's 0 if there is none to compare with */
    double other;              /* of a second reference, or 0 */
} time_pair;

/* One table. The functions are told the number of a comparison, from 0. */
typedef struct ratios {
    const char *program;   /* its name, for its usage */
    const char *agreement; /* what --check says if both sides did the same */
    void (*print_title)(void);
    const char *labels;                   /* above the names */
    const char *library;                  /* above the library's times */
    const char *other;                    /* above the ratios of a second reference; NULL: there is no such column */
    int name_width;                       /* without the indentation, which there is under headings */
    int time_width, ratio_width;          /* of the other columns */
    size_t processes;                     /* how many measure */
    size_t count;                         /* of comparisons */
    const char *(*name)(size_t index);    /* lasts until the next call at least */
    const char *(*heading)(size_t index); /* what is printed above the line, or NULL; may itself be NULL */
    double (*goal)(size_t index);         /* the ratio to reach; 0: none is set. NULL: there is no such column */
    time_pair (*measure)(size_t index);   /* in this process; gives up if the sides did not do the same */
} ratios;

/* All of main's work; returns what main is to return. */
int ratios_main(const ratios *self, int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
