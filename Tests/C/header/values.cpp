// The same through a C++ compiler, whose sfsm_value_of is a set of functions; and what only C++ has.
#define main check_what_c_has
#include "values.c"
#undef main

#include <string>

enum class coins { cent = 1 };
enum coin : unsigned char { EURO = 100 };

int main() {
    const std::string text = "euro";
    const int32_t reference_target = 7;
    const int32_t &reference = reference_target;
    char buffer[8] = "cents";
    EXPECT(sfsm_value_of(nullptr).type == SFSM_PTR && sfsm_value_of(nullptr).as.ptr == nullptr);
    EXPECT(sfsm_value_of(true).type == SFSM_BOOL); // in C it is an int
    EXPECT(is_integer(sfsm_value_of(EURO), 100));
    EXPECT(is_integer(sfsm_value_of(static_cast<int>(coins::cent)), 1));
    EXPECT(sfsm_send(gate, COIN, text.c_str(), reference, buffer, nullptr, 2.5) == 105);
    EXPECT(is_string(sent.arguments[0], text.c_str()) && is_integer(sent.arguments[1], 7));
    EXPECT(is_string(sent.arguments[2], buffer) && is_pointer(sent.arguments[3], nullptr));
    // The template takes any number.
    EXPECT(sfsm_send(gate, COIN, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13) == 113 && is_counting(13));
    return check_what_c_has() != 0 || failures != 0;
}
