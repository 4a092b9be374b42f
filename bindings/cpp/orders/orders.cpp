/*
 * An order service in memory, whose rules are in orders.fsm, which the service in C (bindings/c/orders) reads too.
 *
 *     orders_cpp DOCUMENT [CUSTOMER=STANDING ...] < LINES
 *
 * applies a line each (line.hpp), then prints the steps of all orders. STANDING is new, regular or blocked. Exit
 * status: 0; 1 if some lines were wrong, which is told with their numbers; 2 if the arguments or the document cannot be
 * used.
 */
#include "service.hpp"

#include <fstream>
#include <iostream>
#include <sstream>

namespace {

std::string read_file(const char *path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error(std::string(path) + " cannot be read");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void trust(Service &service, const std::string &argument)
{
    const std::size_t equals = argument.find('=');
    const std::string standing = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (standing != "new" && standing != "regular" && standing != "blocked")
        throw std::runtime_error("expected CUSTOMER=new, regular or blocked, not '" + argument + "'");
    service.trust(argument.substr(0, equals), standing == "new"       ? Customer::new_one
                                              : standing == "regular" ? Customer::regular
                                                                      : Customer::blocked);
}

/* Returns how many lines were wrong. */
std::size_t apply_all(Service &service)
{
    std::size_t counts[] = {0, 0, 0}, wrong = 0, due = 0, number = 0;
    for (std::string text; std::getline(std::cin, text);) {
        ++number;
        try {
            const std::optional<Line> line = read_line(text);
            if (line && line->time) {
                due += service.advance(*line->time);
            } else if (line) {
                counts[static_cast<int>(service.apply(*line))]++;
            }
        } catch (const std::exception &error) { /* of the line, of the machine, or of an action */
            std::cerr << "orders: line " << number << ": " << error.what() << '\n';
            ++wrong;
        }
    }
    std::cout << "applied " << counts[0] << ", not taken " << counts[1] << ", applied before " << counts[2]
              << ", wrong " << wrong << "; timers of " << due << " orders\n";
    return wrong;
}

} // namespace

int main(int count, char **arguments)
{
    try {
        if (count < 2)
            throw std::runtime_error("usage: orders_cpp DOCUMENT [CUSTOMER=STANDING ...] < LINES");
        Service service(order_table(read_file(arguments[1]), arguments[1]));
        for (int index = 2; index < count; ++index)
            trust(service, arguments[index]);
        const std::size_t wrong = apply_all(service);
        service.report(std::cout);
        return wrong > 0 ? 1 : 0;
    } catch (const std::exception &error) {
        std::cerr << "orders: " << error.what() << '\n';
        return 2;
    }
}
