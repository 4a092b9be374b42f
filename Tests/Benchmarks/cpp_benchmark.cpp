/*
 * cpp_benchmark [--check]: nanoseconds for one step through swiftfsm.hpp, and how that compares with REF, the same step
 * through swiftfsm.h. Slices of both alternate, as in step_benchmark. Checks that both have come to the same state by
 * the same callbacks; with --check it does nothing but that.
 */
#include "measure.h"
#include "ratios.h"

#include <swiftfsm.hpp>

#include <cinttypes>
#include <cstdio>

namespace {

constexpr std::size_t slice_events = 65536;
constexpr std::size_t rounds = 31;
constexpr std::size_t processes = 11;

enum class State { locked, unlocked };
enum class Event { coin, pass };

/* What ran, and in which order. */
struct Tally {
    std::uint64_t count = 0;
    std::uint64_t trace = 0;

    void mark(std::uint64_t number) noexcept
    {
        count += 1;
        trace = ((trace << 5) | (trace >> 59)) ^ number;
    }
};

using Builder = swiftfsm::Builder<State, Event, Tally>;
using Table = swiftfsm::Table<State, Event, Tally>;
using Machine = swiftfsm::Machine<State, Event, Tally>;
using Row = swiftfsm::Row<State, Event, Tally>;

/* ---- The callbacks, in C and in C++ ---- */

template <int number> std::int32_t c_action(const sfsm_step *, void *context)
{
    static_cast<Tally *>(context)->mark(number);
    return 0;
}
std::int32_t c_guard(const sfsm_step *, void *context)
{
    static_cast<Tally *>(context)->mark(7);
    return 1;
}
std::int32_t c_amount(const sfsm_step *step, void *context)
{
    static_cast<Tally *>(context)->mark(static_cast<std::uint64_t>(step->arguments[0].as.i64));
    return 0;
}

template <int number> void action(Tally &tally)
{
    tally.mark(number);
}

constexpr std::array constant_rows = {
    Row(State::locked, Event::coin, State::unlocked, [](Tally &tally) { tally.mark(1); }),
    Row(State::locked, Event::pass, State::locked, [](Tally &tally) { tally.mark(2); }),
    Row(State::unlocked, Event::coin, State::unlocked, [](Tally &tally) { tally.mark(3); }),
    Row(State::unlocked, Event::pass, State::locked, swiftfsm::function<action<4>>),
};

Table of_constant_rows(Tally &)
{
    return Table(constant_rows);
}

/* A turnstile whose actions are made of their numbers. */
template <class Make> Table turnstile(Make make)
{
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked, make(std::integral_constant<int, 1>()));
    builder.row(State::locked, Event::pass, State::locked, make(std::integral_constant<int, 2>()));
    builder.row(State::unlocked, Event::coin, State::unlocked, make(std::integral_constant<int, 3>()));
    builder.row(State::unlocked, Event::pass, State::locked, make(std::integral_constant<int, 4>()));
    return builder.build();
}

Table of_functions(Tally &)
{
    return turnstile([](auto number) { return &action<decltype(number)::value>; });
}

Table of_references(Tally &tally)
{
    return turnstile([&tally](auto number) { return [&tally] { tally.mark(decltype(number)::value); }; });
}

Table of_closures(Tally &tally)
{
    return turnstile([&tally](auto number) {
        const std::uint64_t mark = decltype(number)::value;
        return [&tally, mark] { tally.mark(mark); };
    });
}

Table of_std_functions(Tally &tally)
{
    return turnstile(
        [&tally](auto number) { return std::function<void()>([&tally] { tally.mark(decltype(number)::value); }); });
}

Table of_guards(Tally &tally)
{
    Builder builder;
    const std::uint64_t seven = 7, one = 1, four = 4;
    const auto guard = [&tally, seven] {
        tally.mark(seven);
        return true;
    };
    builder.row(State::locked, Event::coin, State::unlocked, [&tally, one] { tally.mark(one); }).guard(guard);
    builder.row(State::unlocked, Event::pass, State::locked, [&tally, four] { tally.mark(four); }).guard(guard);
    return builder.build();
}

Table of_arguments(Tally &)
{
    Builder builder;
    const auto amount = [](Tally &tally, std::int64_t cents) { tally.mark(static_cast<std::uint64_t>(cents)); };
    builder.event<std::int64_t>(Event::coin).event<std::int64_t>(Event::pass);
    builder.row(State::locked, Event::coin, State::unlocked, amount);
    builder.row(State::unlocked, Event::pass, State::locked, amount);
    return builder.build();
}

/* ---- The same in C ---- */

sfsm_machine *c_machine(const sfsm_row *rows, std::size_t count, bool takes_amounts, Tally &tally)
{
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_table *table = nullptr;
    sfsm_machine *machine = nullptr;
    if (takes_amounts &&
        (sfsm_builder_add_event(builder, 0, "i64") < 0 || sfsm_builder_add_event(builder, 1, "i64") < 0))
        give_up("the events were not declared");
    if (sfsm_builder_add_rows(builder, rows, count) < 0 || sfsm_builder_build(builder, &table, nullptr) < 0 ||
        sfsm_machine_create(table, 0, &tally, &machine) < 0)
        give_up("the machine in C was not made");
    sfsm_builder_release(builder);
    sfsm_table_release(table);
    return machine;
}

const sfsm_row plain_rows[] = {
    SFSM_ROW(0, 0, 1, c_action<1>),
    SFSM_ROW(0, 1, 0, c_action<2>),
    SFSM_ROW(1, 0, 1, c_action<3>),
    SFSM_ROW(1, 1, 0, c_action<4>),
};
const sfsm_row guarded_rows[] = {SFSM_ROW_IF(0, 0, c_guard, 1, c_action<1>),
                                 SFSM_ROW_IF(1, 1, c_guard, 0, c_action<4>)};
const sfsm_row amount_rows[] = {SFSM_ROW(0, 0, 1, c_amount), SFSM_ROW(1, 1, 0, c_amount)};

/* ---- Measuring ---- */

struct Comparison {
    const char *name;
    Table (*table)(Tally &tally);
    const sfsm_row *rows;
    std::size_t row_count;
    std::uint64_t callbacks; /* a step */
    double goal;
};

const Comparison comparisons[] = {
    {"constexpr rows", of_constant_rows, plain_rows, 4, 1, 1.1},
    {"lambdas, one reference", of_references, plain_rows, 4, 1, 1.3},
    {"lambdas, two captures", of_closures, plain_rows, 4, 1, 1.3},
    {"guard and action", of_guards, guarded_rows, 2, 2, 1.3},
    {"an argument", of_arguments, amount_rows, 2, 1, 1.3},
    /* What is known at run time only takes a second call through a pointer. */
    {"functions", of_functions, plain_rows, 4, 1, 1.5},
    {"std::function", of_std_functions, plain_rows, 4, 1, 1.5},
};

__attribute__((noinline, aligned(64))) std::uint64_t slice(Machine &machine, const Event *events)
{
    std::uint64_t outcomes = 0;
    for (std::size_t index = 0; index < slice_events; ++index)
        outcomes += static_cast<std::uint64_t>(machine.send(events[index]));
    return outcomes;
}

__attribute__((noinline, aligned(64))) std::uint64_t slice_with_amounts(Machine &machine, const Event *events)
{
    std::uint64_t outcomes = 0;
    for (std::size_t index = 0; index < slice_events; ++index)
        outcomes += static_cast<std::uint64_t>(machine.send(events[index], static_cast<std::int64_t>(index)));
    return outcomes;
}

__attribute__((noinline, aligned(64))) std::uint64_t c_slice(sfsm_machine *machine, const std::int32_t *events)
{
    std::uint64_t outcomes = 0;
    for (std::size_t index = 0; index < slice_events; ++index)
        outcomes += static_cast<std::uint32_t>(sfsm_machine_send(machine, events[index]));
    return outcomes;
}

__attribute__((noinline, aligned(64))) std::uint64_t c_slice_with_amounts(sfsm_machine *machine,
                                                                          const std::int32_t *events)
{
    std::uint64_t outcomes = 0;
    for (std::size_t index = 0; index < slice_events; ++index)
        outcomes += static_cast<std::uint32_t>(sfsm_send(machine, events[index], static_cast<std::int64_t>(index)));
    return outcomes;
}

template <class Slice, class Sent, class Events> double time_of(Slice run, Sent &machine, const Events &events)
{
    const double start = thread_nanoseconds();
    const std::uint64_t outcomes = run(machine, events.data());
    const double end = thread_nanoseconds();
    if (outcomes != SFSM_TRANSITIONED * slice_events)
        give_up("a step was not taken");
    return (end - start) / slice_events;
}

time_pair measure(std::size_t number)
{
    const Comparison &self = comparisons[number];
    const bool takes_amounts = self.table == of_arguments;
    Tally tally, c_tally;
    Machine machine(self.table(tally), State::locked, tally);
    sfsm_machine *const reference = c_machine(self.rows, self.row_count, takes_amounts, c_tally);
    std::vector<Event> events;
    std::vector<std::int32_t> ids;
    for (std::size_t index = 0; index < slice_events; ++index) {
        ids.push_back(static_cast<std::int32_t>(index % 2));
        events.push_back(static_cast<Event>(index % 2));
    }
    double times[rounds], c_times[rounds];
    for (std::size_t round = 0; round < rounds; ++round) {
        c_times[round] = time_of(takes_amounts ? c_slice_with_amounts : c_slice, reference, ids);
        times[round] = time_of(takes_amounts ? slice_with_amounts : slice, machine, events);
    }
    if (tally.count != self.callbacks * slice_events * rounds || tally.count != c_tally.count ||
        tally.trace != c_tally.trace)
        give_up("%s: C and C++ did not call the same", self.name);
    if (swiftfsm::detail::id_of(machine.state()) != sfsm_machine_state(reference))
        give_up("%s: C and C++ came to different states", self.name);
    sfsm_machine_release(reference);
    return {median(times, rounds), median(c_times, rounds), 0};
}

void print_title()
{
    std::printf(
        "One step from C++, ns of processor time: medians of %zu processes with %zu slices of %zu events. REF is the\n"
        "same step from C\n",
        processes, rounds, slice_events);
}

} // namespace

int main(int argc, char **argv)
{
    ratios steps{};
    steps.program = "cpp_benchmark";
    steps.agreement = "C and C++ did the same.";
    steps.print_title = print_title;
    steps.labels = "";
    steps.library = "C++";
    steps.name_width = 26;
    steps.time_width = 8;
    steps.ratio_width = 8;
    steps.processes = processes;
    steps.count = std::size(comparisons);
    steps.name = [](std::size_t index) { return comparisons[index].name; };
    steps.goal = [](std::size_t index) { return comparisons[index].goal; };
    steps.measure = measure;
    return ratios_main(&steps, argc, argv);
}
