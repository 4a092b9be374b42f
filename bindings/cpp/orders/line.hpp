/* A line of what is applied to orders, as in bindings/c/orders/event_line.h:
 *
 *     KEY ORDER create CUSTOMER
 *     KEY ORDER EVENT [ARGUMENT ...]
 *     @TIME
 */
#ifndef LINE_HPP
#define LINE_HPP

#include "order.hpp"

#include <optional>

/* What is wrong with a line: what() says how to fix it. */
class WrongLine : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct Line {
    std::optional<std::chrono::seconds> time; /* @TIME: nothing else is set then */
    std::string key;
    std::int64_t order = 0;
    std::string name;               /* of the event; "create" */
    std::vector<std::string> words; /* its arguments; the customer */
};

/* Read a line. Nothing for one that says nothing. Throws WrongLine. */
std::optional<Line> read_line(const std::string &text);

/* Return the arguments of an event. Strings are those of the line. Throws WrongLine. */
std::vector<sfsm_value> arguments_of(const Line &line, const Table &table, Event event);

/* Read a whole number. Throws WrongLine, which says what needs it. */
std::int64_t read_number(const std::string &word, const std::string &what);

#endif
