/* The program over dpkg's log that a file is part of: package_log or package_replay, each of which defines its name. */
#ifndef PROGRAM_H
#define PROGRAM_H

/* What complaints begin with. */
extern const char program_name[];

/* Exit statuses: see package_log.c. */
enum { REPLAYED = 0, CANNOT_GO_ON = 1, BAD_INPUT = 2 };

#endif
