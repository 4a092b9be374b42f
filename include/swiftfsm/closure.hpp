/* Closures: a function object as a function, a context and a finalizer of C. Part of swiftfsm.hpp, which includes it.
 */
#ifndef SWIFTFSM_CLOSURE_HPP
#define SWIFTFSM_CLOSURE_HPP

#include "callback.hpp"

#include <cstring>
#include <new>

namespace swiftfsm {
namespace detail {

/* Without members, such as a lambda that captures nothing: nothing has to be kept. */
template <class Function> inline constexpr bool is_stateless_v =
    std::is_empty_v<Function> &&std::is_trivially_copyable_v<Function> &&std::is_trivially_destructible_v<Function>;

/* As large as a pointer, such as a function or a lambda that captures `this` or one reference: the context itself. Each
 * call has a copy, so it must not change by being called. */
template <class Function> inline constexpr bool is_small_v =
    !is_stateless_v<Function> && sizeof(Function) <= sizeof(void *) && std::is_trivially_copyable_v<Function> &&
    std::is_trivially_destructible_v<Function> && is_called_as_const<Function>();

/* The one object of a stateless type: an array of bytes begins the life of such an object by itself. */
template <class Function> struct Stateless {
    alignas(Function) static inline unsigned char bytes[sizeof(Function)] = {};
    static Function &object() noexcept { return *std::launder(reinterpret_cast<Function *>(bytes)); }
};

/* The functions that C calls for functions of one type in one role. */
template <Role role, class State, class Event, class Context, class Tick, class Function> struct Trampoline {
    using StepType = Step<State, Event, Context, Tick>;

    static std::int32_t stateless(const sfsm_step *step, void *) noexcept
    {
        return call<role, State, Event, StepType>(Stateless<Function>::object(), step);
    }

    static std::int32_t small(const sfsm_step *step, void *context) noexcept
    {
        alignas(Function) unsigned char bytes[sizeof(Function)];
        std::memcpy(bytes, &context, sizeof bytes);
        return call<role, State, Event, StepType>(*std::launder(reinterpret_cast<Function *>(bytes)), step);
    }

    static std::int32_t allocated(const sfsm_step *step, void *context) noexcept
    {
        return call<role, State, Event, StepType>(*static_cast<Function *>(context), step);
    }

    /* C must not see the exception of a destructor. */
    static void finalize(void *context) noexcept
    {
        try {
            delete static_cast<Function *>(context);
        } catch (...) {
        }
    }
};

/* Return a function as a callback, which the caller passes on. Throws std::bad_alloc, and what copying it throws. */
template <Role role, class State, class Event, class Context, class Tick, class Given>
sfsm_callback callback_of(Given &&given)
{
    using Function = std::decay_t<Given>;
    using Calls = Trampoline<role, State, Event, Context, Tick, Function>;
    if constexpr (std::is_pointer_v<std::remove_reference_t<Given>>) {
        if (given == nullptr)
            throw Error(SFSM_NULL_POINTER, "A callback is a null pointer.");
    } else if constexpr (std::is_class_v<Function> && std::is_constructible_v<bool, const Function &> &&
                         !is_stateless_v<Function>) {
        if (!static_cast<bool>(given)) /* a std::function */
            throw Error(SFSM_NULL_POINTER, "A callback is an empty function object.");
    }
    if constexpr (is_stateless_v<Function>) {
        return {Calls::stateless, nullptr, nullptr};
    } else {
        if constexpr (is_small_v<Function>) {
            const Function function(std::forward<Given>(given));
            void *context = nullptr;
            std::memcpy(&context, &function, sizeof function);
            if (context != nullptr) /* a null context means the machine's */
                return {Calls::small, context, nullptr};
            return {Calls::allocated, new Function(function), Calls::finalize};
        } else {
            return {Calls::allocated, new Function(std::forward<Given>(given)), Calls::finalize};
        }
    }
}

/* A function that is known when this is compiled. */
template <auto function, class P> struct Fixed;
template <auto function, class... P> struct Fixed<function, Parameters<P...>> {
    decltype(auto) operator()(P... parameters) const { return function(std::forward<P>(parameters)...); }
};

} // namespace detail

/* A function as a callback that is called directly, also in constant rows: swiftfsm::function<unlock>. */
template <auto callback>
inline constexpr detail::Fixed<callback, typename detail::Signature<decltype(callback)>::type> function{};

} // namespace swiftfsm

#endif
