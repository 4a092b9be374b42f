/* What callbacks take, compared with what events declare. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_EXPECTATION_HPP
#define SWIFTFSM_EXPECTATION_HPP

#include "callback.hpp"

namespace swiftfsm {
namespace detail {

template <class StepType, class... P> constexpr bool takes_arguments(Parameters<P...>) noexcept
{
    return arguments_before<StepType, P...>(sizeof...(P)) > 0;
}
template <class StepType, class Function> constexpr bool takes_arguments() noexcept
{
    return takes_arguments<StepType>(parameters_of<std::decay_t<Function>>());
}

/* The types of the arguments that a callback takes, in order, and where it was registered. */
struct Expectation {
    std::vector<sfsm_value_type> types;
    std::string file;
    int line = 0;

    template <class StepType, class Function> static Expectation of(Place place)
    {
        Expectation expected;
        expected.types = argument_types<StepType>(parameters_of<std::decay_t<Function>>());
        expected.file = place.file != nullptr ? place.file : "";
        expected.line = place.line;
        return expected;
    }

    /* Return what is wrong if this event leads to the callback; nothing if it fits. */
    std::optional<Diagnostic> mismatch(const sfsm_table *table, sfsm_id event) const
    {
        const std::size_t count = sfsm_table_argument_count(table, event);
        bool fits = types.size() <= count;
        std::string taken, declared;
        for (std::size_t index = 0; index < types.size(); ++index) {
            fits = fits && takes(types[index], sfsm_table_argument_type(table, event, index));
            taken += std::string(index > 0 ? ", " : "") + value_type_name(types[index]);
        }
        if (fits)
            return std::nullopt;
        for (std::size_t index = 0; index < count; ++index)
            declared +=
                std::string(index > 0 ? ", " : "") + value_type_name(sfsm_table_argument_type(table, event, index));
        const char *const name = sfsm_table_event_name(table, event);
        Diagnostic error;
        error.kind = SFSM_SIGNATURE_MISMATCH;
        error.event = event;
        error.file = file;
        error.line = line;
        error.text = "a callback takes (" + taken + "), but the event " +
                     (name != nullptr ? name : std::to_string(event)) + " declares (" + declared +
                     "): let it take the first of these";
        error.places.emplace_back(file, line);
        return error;
    }
};

} // namespace detail
} // namespace swiftfsm

#endif
