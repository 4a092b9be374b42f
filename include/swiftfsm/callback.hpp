/* Callbacks: lambdas and functions of your own signatures as callbacks of C. Part of swiftfsm.hpp, which includes it.
 */
#ifndef SWIFTFSM_CALLBACK_HPP
#define SWIFTFSM_CALLBACK_HPP

#include "call.hpp"
#include "step.hpp"

#include <functional>

namespace swiftfsm {
namespace detail {

/* What a callback is for: that decides what it returns. */
enum class Role { guard, action, resolver, update, provider };

/* ---- The parameters of a function ---- */

template <class... Types> struct Parameters {};

template <class Function> struct Signature : Signature<decltype(&Function::operator())> {};
template <class Result, class... P> struct Signature<Result (*)(P...)> {
    using type = Parameters<P...>;
    static constexpr bool is_const = true;
};
template <class Result, class... P> struct Signature<Result (*)(P...) noexcept> {
    using type = Parameters<P...>;
    static constexpr bool is_const = true;
};
template <class Result, class C, class... P> struct Signature<Result (C::*)(P...)> {
    using type = Parameters<P...>;
    static constexpr bool is_const = false;
};
template <class Result, class C, class... P> struct Signature<Result (C::*)(P...) const> {
    using type = Parameters<P...>;
    static constexpr bool is_const = true;
};
template <class Result, class C, class... P> struct Signature<Result (C::*)(P...) noexcept> {
    using type = Parameters<P...>;
    static constexpr bool is_const = false;
};
template <class Result, class C, class... P> struct Signature<Result (C::*)(P...) const noexcept> {
    using type = Parameters<P...>;
    static constexpr bool is_const = true;
};

template <class Function, class = void> struct HasSignature : std::false_type {};
template <class Function> struct HasSignature<Function, std::void_t<decltype(&Function::operator())>> : std::true_type {
};
template <class Function> struct HasSignature<Function *> : std::true_type {};

template <class Function> constexpr auto parameters_of() noexcept
{
    static_assert(HasSignature<Function>::value,
                  "swiftfsm: a callback is a function, or an object with one operator() that is no template: write the "
                  "types of its parameters");
    if constexpr (HasSignature<Function>::value) {
        return typename Signature<Function>::type();
    } else {
        return Parameters<>();
    }
}

/* Whether a function can be called as a constant: a lambda that is `mutable` may keep something between its calls. */
template <class Function> constexpr bool is_called_as_const() noexcept
{
    if constexpr (HasSignature<Function>::value) {
        return Signature<Function>::is_const;
    } else {
        return false;
    }
}

/* Makes what a parameter asks for. Arguments of the event are counted. */
template <class Types> class Supply;
template <class State, class Event, class Context, class Tick> class Supply<Step<State, Event, Context, Tick>> {
public:
    using StepType = Step<State, Event, Context, Tick>;
    template <class Parameter> using Plain = std::remove_cv_t<std::remove_reference_t<Parameter>>;
    template <class Parameter> static constexpr bool is_context =
        !std::is_void_v<Context> && std::is_lvalue_reference_v<Parameter> && std::is_same_v<Plain<Parameter>, Context>;
    template <class Parameter> static constexpr bool is_step = std::is_same_v<Plain<Parameter>, StepType>;
    template <class Parameter> static constexpr bool is_argument = !is_context<Parameter> && !is_step<Parameter>;

    template <class Parameter> static decltype(auto) make(const sfsm_step *step, std::size_t index)
    {
        if constexpr (is_context<Parameter>) {
            return *static_cast<Context *>(step->context);
        } else if constexpr (is_step<Parameter>) {
            return StepType(step);
        } else {
            static_assert(
                !std::is_lvalue_reference_v<Parameter> || std::is_const_v<std::remove_reference_t<Parameter>>,
                "swiftfsm: a parameter of a callback is the Step, the Context by reference, or an argument of "
                "the event by value");
            return argument<Plain<Parameter>>(step, index);
        }
    }

private:
    template <class Type> static Type argument(const sfsm_step *step, std::size_t index)
    {
        if (index < step->argument_count)
            return argument_of<Type>(step->arguments[index]);
        if (step->event == SFSM_NONE) /* a start, a stop or an update: there is no event that could carry anything */
            return Type{};
        throw Error(SFSM_ARGUMENT_COUNT, "A callback takes more arguments than its event declares.");
    }
};

/* The types (SFSM_I32 ...) of the arguments that a function takes, in order. */
template <class StepType, class... P> std::vector<sfsm_value_type> argument_types(Parameters<P...>)
{
    std::vector<sfsm_value_type> types;
    (
        [&] {
            if constexpr (Supply<StepType>::template is_argument<P>)
                types.push_back(value_type<std::remove_cv_t<std::remove_reference_t<P>>>());
        }(),
        ...);
    return types;
}

/* ---- Calling it ---- */

/* How many of the first parameters are arguments of the event. */
template <class StepType, class... P> constexpr std::size_t arguments_before(std::size_t parameter) noexcept
{
    constexpr bool is_argument[] = {Supply<StepType>::template is_argument<P>..., false};
    std::size_t count = 0;
    for (std::size_t index = 0; index < parameter; ++index)
        count += is_argument[index] ? 1 : 0;
    return count;
}

template <class StepType, class Function, class... P, std::size_t... numbers> decltype(auto)
invoke(Function &function, [[maybe_unused]] const sfsm_step *step, Parameters<P...>, std::index_sequence<numbers...>)
{
    return std::invoke(function,
                       Supply<StepType>::template make<P>(step, arguments_before<StepType, P...>(numbers))...);
}

template <class StepType, class Function, class... P>
decltype(auto) invoke_all(Function &function, const sfsm_step *step, Parameters<P...> parameters)
{
    return invoke<StepType>(function, step, parameters, std::index_sequence_for<P...>());
}

template <Role role, class Id> std::int32_t result_of(const Id &value)
{
    if constexpr (role == Role::guard) {
        return static_cast<bool>(value) ? 1 : 0;
    } else {
        return id_of(value);
    }
}
template <Role role, class Id> std::int32_t result_of(const std::optional<Id> &value)
{
    static_assert(role == Role::resolver || role == Role::update,
                  "swiftfsm: only a resolver or an update may have none");
    return value ? id_of(*value) : SFSM_NONE;
}

template <Role role, class State, class Event, class Result> constexpr void check_result()
{
    if constexpr (role == Role::action) {
        static_assert(std::is_void_v<Result>, "swiftfsm: an action, entry, exit or cycle callback or a hook returns "
                                              "nothing: throw to say that it failed");
    } else if constexpr (role == Role::guard) {
        static_assert(std::is_same_v<Result, bool>, "swiftfsm: a guard returns bool");
    } else if constexpr (role == Role::resolver) {
        static_assert(std::is_same_v<Result, State> || std::is_same_v<Result, std::optional<State>>,
                      "swiftfsm: a resolver returns a State, or std::optional<State>");
    } else if constexpr (role == Role::update) {
        static_assert(std::is_void_v<Result> || std::is_same_v<Result, Event> ||
                          std::is_same_v<Result, std::optional<Event>>,
                      "swiftfsm: an update callback returns nothing, an Event, or std::optional<Event>");
    } else {
        static_assert(std::is_enum_v<Result> || std::is_integral_v<Result>,
                      "swiftfsm: a provider returns a case of its predicate type");
    }
}

/* Calls a function. An exception is kept with the call, and C is told that the callback has failed. */
template <Role role, class State, class Event, class StepType, class Function>
std::int32_t call(Function &function, const sfsm_step *step) noexcept
{
    constexpr auto parameters = parameters_of<Function>();
    using Result = std::decay_t<decltype(invoke_all<StepType>(function, step, parameters))>;
    check_result<role, State, Event, Result>();
    try {
        if constexpr (std::is_void_v<Result>) {
            invoke_all<StepType>(function, step, parameters);
            return role == Role::update ? static_cast<std::int32_t>(SFSM_NONE) : 0;
        } else {
            return result_of<role>(invoke_all<StepType>(function, step, parameters));
        }
    } catch (...) {
        Call::keep(step->machine);
        return SFSM_FAILED;
    }
}

} // namespace detail
} // namespace swiftfsm

#endif
