/* Calls: exceptions of callbacks, kept until the call has returned from C. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_CALL_HPP
#define SWIFTFSM_CALL_HPP

#include "value.hpp"

#include <exception>
#include <utility>

namespace swiftfsm {
namespace detail {

/* The sentence of a status that is due to a message, with which argument or predicate type of it was wrong. */
inline std::string text_of(const sfsm_machine *machine, sfsm_status status)
{
    std::string text = sfsm_status_text(status);
    if (status == SFSM_ARGUMENT_COUNT || status == SFSM_ARGUMENT_TYPE) {
        std::size_t index = 0;
        sfsm_value_type declared = 0, sent = 0;
        sfsm_machine_rejected_argument(machine, &index, &declared, &sent);
        text += " Argument " + std::to_string(index + 1) + ": declared is " +
                (declared != 0 ? value_type_name(declared) : "none") + ", sent was " +
                (sent != 0 ? value_type_name(sent) : "none") + ".";
    } else if (status == SFSM_MISSING_PREDICATE || status == SFSM_UNKNOWN_PREDICATE ||
               status == SFSM_REPEATED_PREDICATE) {
        sfsm_id predicate = SFSM_NONE, value = SFSM_NONE;
        sfsm_machine_rejected_case(machine, &predicate, &value);
        const char *const name = sfsm_table_predicate_name(sfsm_machine_table(machine), predicate);
        text += " Predicate type " + (name != nullptr ? std::string(name) : std::to_string(predicate));
        text += value != SFSM_NONE ? ", case " + std::to_string(value) + "." : std::string(".");
    }
    return text;
}

/*
 * A call into the library that runs callbacks. Callbacks run on the thread of the call, so what one of them throws is
 * kept in a list of this thread until the call ends. A call takes what callbacks of its own machine have thrown, the
 * first of them; what other machines have thrown meanwhile was the business of who sent to them. A call from inside a
 * callback leaves alone what was kept before it. The usual call, where nothing is kept, reads the list and writes
 * nothing.
 */
class __attribute__((visibility("default"))) Call {
public:
    /* `machine`: nullptr for whichever. */
    explicit Call(const sfsm_machine *machine) noexcept : machine_(machine), before_(kept())
    {
        if (__builtin_expect(before_ != nullptr, 0))
            kept() = nullptr;
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;
    ~Call()
    {
        if (__builtin_expect(before_ != nullptr, 0))
            put_back(before_);
    }

    /* Return a result that is no error. Throws what was kept, or Error. */
    std::int32_t finish(std::int32_t result)
    {
        if (__builtin_expect(result < 0 || kept() != nullptr, 0))
            settle(machine_, result, false);
        return result;
    }

    /* The same of a message, which is checked before any callback runs: the text of an Error says what was wrong with
     * it. */
    std::int32_t finish_message(std::int32_t result)
    {
        if (__builtin_expect(result < 0 || kept() != nullptr, 0))
            settle(machine_, result, true);
        return result;
    }

    /* Return what was kept, or nullptr. */
    std::exception_ptr take() noexcept { return take(machine_); }

    /* Keep the exception that is being handled. `machine` is that of the callback. */
    __attribute__((cold, noinline)) static void keep(const sfsm_machine *machine) noexcept
    {
        static thread_local const Emptied emptied; /* when the thread ends */
        (void)emptied;
        std::size_t count = 0;
        for (const Kept *each = kept(); each != nullptr; each = each->next) {
            if (each->machine == machine || ++count == limit)
                return;
        }
        if (Kept *const made = new (std::nothrow) Kept{machine, std::current_exception(), kept()})
            kept() = made;
    }

private:
    struct Kept {
        const sfsm_machine *machine;
        std::exception_ptr exception;
        Kept *next;
    };

    struct Emptied {
        Emptied() noexcept {}
        ~Emptied() { put_back(nullptr); }
    };

    /* Of one thread: where C alone sends to machines, nobody takes what these have thrown. */
    static constexpr std::size_t limit = 16;

    static Kept *&kept() noexcept
    {
        static thread_local Kept *list = nullptr;
        return list;
    }

    __attribute__((cold, noinline)) static void put_back(Kept *before) noexcept
    {
        while (Kept *const last = kept()) {
            kept() = last->next;
            delete last;
        }
        kept() = before;
    }

    static std::exception_ptr take(const sfsm_machine *machine) noexcept
    {
        std::exception_ptr first;
        for (Kept *each = kept(); each != nullptr; each = each->next) {
            if (machine == nullptr || each->machine == machine)
                first = std::move(each->exception);
        }
        put_back(nullptr);
        return first;
    }

    __attribute__((cold, noinline)) static void settle(const sfsm_machine *machine, std::int32_t result,
                                                       bool is_message)
    {
        if (std::exception_ptr thrown = take(machine))
            std::rethrow_exception(std::move(thrown));
        if (result == SFSM_OUT_OF_MEMORY)
            throw std::bad_alloc();
        if (result < 0 && is_message)
            throw Error(result, text_of(machine, result));
        check(result);
    }

    const sfsm_machine *machine_;
    Kept *before_;
};

} // namespace detail
} // namespace swiftfsm

#endif
