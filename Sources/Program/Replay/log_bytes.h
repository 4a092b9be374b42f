/* The bytes of a log, of which at least one record is in memory at a time. */
#ifndef REPLAY_LOG_BYTES_H
#define REPLAY_LOG_BYTES_H

#include "log.h"

/* Reads more bytes behind those that were not looked at, which may move. False if there are none. */
bool log_read_more(log_reader *log);

#endif
