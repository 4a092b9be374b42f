/* The service: all orders, in memory. */
#ifndef SERVICE_HPP
#define SERVICE_HPP

#include "line.hpp"

#include <map>
#include <ostream>

/* What came of a line. */
enum class Applied { applied, not_taken, applied_before };

class Service {
public:
    explicit Service(Table table) : table_(std::move(table)) {}

    /* Say how far a customer is trusted; new ones otherwise. */
    void trust(const std::string &customer, Customer standing) { standings_[customer] = standing; }

    /* Apply a line. Throws WrongLine, and what the actions of the order throw: then nothing has changed. */
    Applied apply(const Line &line);

    /* Tell all orders the time: their timers are sent. Returns how many of them had one. */
    std::size_t advance(std::chrono::seconds now);

    /* Print the steps of all orders, as "orders DB show ORDER" in C does of one. */
    void report(std::ostream &out) const;

private:
    /* One order. It stays where it is, since its machine refers to it. */
    struct Live {
        Order order;
        Machine machine;
        Live(const Table &table, Customer standing) : machine(table, swiftfsm::stopped, order)
        {
            order.standing = standing;
        }
    };

    Applied create(const Line &line);
    Applied change(const Line &line);

    Table table_;
    std::map<std::int64_t, Live> orders_;
    std::map<std::string, Customer> standings_;
    std::map<std::string, std::pair<std::int64_t, std::string>> keys_; /* the order and the event of each key */
    std::chrono::seconds now_{0};
};

#endif
