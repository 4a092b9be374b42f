/* Outcomes, and what is thrown. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_ERROR_HPP
#define SWIFTFSM_ERROR_HPP

#include "../swiftfsm.h"

#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace swiftfsm {

/* The result of sending an event: chapter 3 of swiftfsm.h. */
enum class Outcome : std::int32_t {
    none = SFSM_OK,                   /* of an update or an advance: there was no event, or no outcome of it */
    transitioned = SFSM_TRANSITIONED, /* a row was taken and its callbacks ran; the state may be the same */
    refused = SFSM_REFUSED,           /* a row matches, but a guard or its resolver refused; nothing changed */
    unhandled = SFSM_UNHANDLED,       /* this state has no row for this event and these cases; nothing changed */
    queued = SFSM_QUEUED,             /* the event waits: it was sent from inside a step, or behind events that wait */
    deferred = SFSM_DEFERRED          /* the event waits, since the row that was taken defers it */
};

/* Return the name of an outcome, "transitioned". */
inline const char *to_string(Outcome outcome) noexcept
{
    switch (outcome) {
    case Outcome::none: return "none";
    case Outcome::transitioned: return "transitioned";
    case Outcome::refused: return "refused";
    case Outcome::unhandled: return "unhandled";
    case Outcome::queued: return "queued";
    case Outcome::deferred: return "deferred";
    }
    return "unknown";
}

/*
 * A call that cannot be carried out: an unknown state, a wrong argument, a machine that is stopped. The call has
 * changed nothing, and every object stays usable. what() is the sentence of sfsm_status_text, after what is known
 * besides.
 */
class Error : public std::runtime_error {
public:
    explicit Error(sfsm_status status) : std::runtime_error(sfsm_status_text(status)), status_(status) {}
    Error(sfsm_status status, const std::string &text) : std::runtime_error(text), status_(status) {}

    /* Return the status, SFSM_UNKNOWN_STATE; and its name. */
    sfsm_status status() const noexcept { return status_; }
    const char *name() const noexcept { return sfsm_status_name(status_); }

private:
    sfsm_status status_;
};

/* A place in the source of a program or in a document. */
struct Place {
    const char *file = nullptr;
    int line = 0;

    /* Return the place of the caller; as a default argument, that of the caller of the function that has it. */
    static constexpr Place here(const char *file = __builtin_FILE(), int line = __builtin_LINE()) noexcept
    {
        return {file, line};
    }
};

/* An error or a warning of a definition: chapter 6 of swiftfsm.h. Owns its strings. */
struct Diagnostic {
    sfsm_diagnostic_kind kind = 0; /* SFSM_CLASH ... */
    sfsm_severity severity = SFSM_ERROR;
    std::string file; /* "" if there is none */
    int line = 0;     /* 0 if there is none */
    int column = 0;   /* of a document, otherwise 0 */
    std::string text; /* a sentence: what is wrong, with names, and a suggested fix; without the place */
    sfsm_id state = SFSM_NONE, event = SFSM_NONE, target = SFSM_NONE; /* those concerned */
    sfsm_id predicate = SFSM_NONE, value = SFSM_NONE;
    std::vector<std::pair<std::string, int>> places; /* all places concerned, such as both rows of a clash */

    const char *kind_name() const noexcept { return sfsm_diagnostic_kind_name(kind); }
};

/* The errors and warnings of a build, errors first. */
class Diagnostics {
public:
    Diagnostics() = default;

    /* Take over a list of the C library, which is released. */
    explicit Diagnostics(sfsm_diagnostics *list)
    {
        struct Release {
            void operator()(sfsm_diagnostics *owned) const noexcept { sfsm_diagnostics_release(owned); }
        };
        const std::unique_ptr<sfsm_diagnostics, Release> owner(list);
        text_ = sfsm_diagnostics_text(list);
        for (std::size_t index = 0; index < sfsm_diagnostics_count(list); ++index)
            all_.push_back(read(list, index));
    }

    std::size_t size() const noexcept { return all_.size(); }
    bool empty() const noexcept { return all_.empty(); }
    auto begin() const noexcept { return all_.begin(); }
    auto end() const noexcept { return all_.end(); }
    const Diagnostic &operator[](std::size_t index) const noexcept { return all_[index]; }

    /* Return all of them as text, "file:line: error: ...", one a line. */
    const std::string &text() const noexcept { return text_; }

    /* Return whether one of them is an error. */
    bool has_error() const noexcept { return !all_.empty() && all_.front().severity == SFSM_ERROR; }

    /* Add an error in front of the warnings. */
    void add_error(Diagnostic error)
    {
        std::string line = error.file.empty() ? "" : error.file + ":" + std::to_string(error.line) + ": ";
        text_.insert(0, line + "error: " + error.text + "\n");
        all_.insert(all_.begin(), std::move(error));
    }

private:
    static Diagnostic read(const sfsm_diagnostics *list, std::size_t index)
    {
        sfsm_diagnostic from{};
        from.size = sizeof from;
        sfsm_diagnostics_get(list, index, &from);
        Diagnostic to;
        to.kind = from.kind;
        to.severity = from.severity;
        to.file = from.file != nullptr ? from.file : "";
        to.line = from.line;
        to.column = from.column;
        to.text = from.text;
        to.state = from.state;
        to.event = from.event;
        to.target = from.target;
        to.predicate = from.predicate;
        to.value = from.value;
        for (std::size_t number = 0; number < from.place_count; ++number) {
            const char *file = nullptr;
            std::int32_t line = 0;
            sfsm_diagnostics_place(list, index, number, &file, &line);
            to.places.emplace_back(file != nullptr ? file : "", line);
        }
        return to;
    }

    std::vector<Diagnostic> all_;
    std::string text_;
};

/* A definition, a document or a snapshot with errors. what() is the text of all diagnostics. */
class DefinitionError : public Error {
public:
    DefinitionError(sfsm_status status, Diagnostics diagnostics)
        : Error(status, diagnostics.empty() ? sfsm_status_text(status) : diagnostics.text()),
          diagnostics_(std::make_shared<const Diagnostics>(std::move(diagnostics)))
    {}

    const Diagnostics &diagnostics() const noexcept { return *diagnostics_; }

private:
    std::shared_ptr<const Diagnostics> diagnostics_; /* an exception must be copied without failing */
};

namespace detail {

[[noreturn]] inline void fail(sfsm_status status)
{
    if (status == SFSM_OUT_OF_MEMORY)
        throw std::bad_alloc();
    throw Error(status);
}

/* Throws if `status` is an error. */
inline void check(sfsm_status status)
{
    if (status < 0)
        fail(status);
}

/* The same, where SFSM_BAD_VALUE has this meaning. */
inline void check(sfsm_status status, const char *bad_value)
{
    if (status == SFSM_BAD_VALUE)
        throw Error(status, bad_value);
    check(status);
}

/* The same where a snapshot or a journal is read. */
inline void check_stored(sfsm_status status, const char *name)
{
    const std::string stored = name;
    switch (status) {
    case SFSM_BAD_VALUE: throw Error(status, "This is no " + stored + " of this definition.");
    case SFSM_BAD_CONFIGURATION:
        throw Error(status, "The " + stored + " is damaged or cut off, or its states cannot be active together.");
    case SFSM_UNSUPPORTED: throw Error(status, "The " + stored + " has a later format: update the library.");
    default: check(status);
    }
}

} // namespace detail
} // namespace swiftfsm

#endif
