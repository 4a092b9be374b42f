/* Definitions: blocks, predicates, names, policies, and errors with the places of the user's own lines. */
#include "gate.hpp"

namespace {

enum class Policy { weak, strong };
enum class Level : std::int8_t { low = -1, high = 1 };
enum class Valve : bool { closed, open };
enum class Pin : std::uint8_t { first, last = 255 };
template <class Part> struct Rack {
    enum class Slot { free, used };
};

} // namespace

namespace door {
enum class Mode { closed, open };
} // namespace door
namespace user {
enum class Mode { guest, admin };
} // namespace user
namespace named {
enum class Mode { off, on };
} // namespace named

template <> struct swiftfsm::predicate_type<named::Mode> {
    static constexpr sfsm_id id = 6;
    static constexpr std::int32_t case_count = 2;
};

template <> struct swiftfsm::predicate_type<Level> {
    static constexpr sfsm_id id = 5;
    static constexpr std::int32_t case_count = 3;
};

static_assert(swiftfsm::predicate_type<Policy>::case_count == 2);
static_assert(swiftfsm::detail::enumerator_name<Policy::strong>() == "strong");
static_assert(swiftfsm::detail::enumerator_name<static_cast<Policy>(7)>().empty());
static_assert(swiftfsm::predicate_type<Valve>::case_count == 2);
static_assert(swiftfsm::detail::name_of_number<Valve, 1>() == "open");
static_assert(swiftfsm::detail::name_of_number<Valve, 2>().empty());
static_assert(swiftfsm::detail::name_of_number<Pin, 255>() == "last");
static_assert(swiftfsm::detail::name_of_number<Pin, 256>().empty());
static_assert(swiftfsm::detail::type_name<Policy>() == "Policy");
static_assert(swiftfsm::detail::type_name<Rack<int[3]>::Slot>() == "Slot");
#ifndef __clang__ /* which does not name them */
static_assert(swiftfsm::detail::enumerator_name<Rack<int[3]>::Slot::used>() == "used");
using Casts = Rack<std::integral_constant<Policy, static_cast<Policy>(7)>>; /* written with a cast */
static_assert(swiftfsm::detail::enumerator_name<Casts::Slot::used>() == "used");
#endif
static_assert(swiftfsm::detail::enumerator_name<static_cast<Rack<int[3]>::Slot>(7)>().empty());
static_assert(swiftfsm::detail::type_name<door::Mode>() == "Mode");
static_assert(swiftfsm::detail::qualified_name<door::Mode>() == "door::Mode");
static_assert(swiftfsm::predicate_type<door::Mode>::id == 1397651250);

TEST_CASE("an enumeration of bool has two values, whatever is counted")
{
    swiftfsm::Builder<Valve, Valve> builder;
    builder.row(Valve::closed, Valve::open, Valve::open);
    builder.row(Valve::open, Valve::closed, Valve::closed);
    const auto table = builder.build();
    CHECK(table.event_count() == 2);
    CHECK(table.event_name(Valve::closed) == "closed");
    CHECK(table.write().find("ids events open = 1") != std::string::npos);
}

TEST_CASE("all errors of a definition are thrown together, with file, line and names")
{
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked);
    builder.row(State::locked, Event::coin, State::locked);
    const int line = __LINE__ - 2;
    builder.row(State::unlocked, Event::pass, State::broken);
    builder.state(State::locked);
    try {
        builder.build();
        CHECK(false);
    } catch (const swiftfsm::DefinitionError &error) {
        CHECK(error.status() == SFSM_INVALID_DEFINITION);
        const auto &all = error.diagnostics();
        const auto clash =
            std::find_if(all.begin(), all.end(), [](const auto &each) { return each.kind == SFSM_CLASH; });
        REQUIRE(clash != all.end());
        CHECK(clash->file == __FILE__);
        CHECK(clash->line == line);
        CHECK(clash->severity == SFSM_ERROR);
        CHECK(clash->text.find("locked") != std::string::npos);
        CHECK(clash->text.find("coin") != std::string::npos);
        CHECK(clash->places.size() == 2);
        CHECK(clash->places[1].second == line + 1);
        CHECK(std::string(clash->kind_name()) == "clash");
        CHECK(clash->state == 0);
        const std::string text = error.what();
        CHECK(text.find(__FILE__ ":" + std::to_string(line) + ": error: ") != std::string::npos);
        CHECK(text.find("broken") != std::string::npos);
        const swiftfsm::Error copy = error; /* copying keeps the text */
        CHECK(text == copy.what());
    }
    CHECK(!builder.try_build());
    CHECK(builder.diagnostics().has_error());
#ifdef __cpp_lib_expected
    const auto expected = builder.build_expected();
    REQUIRE(!expected);
    CHECK(expected.error().text() == builder.diagnostics().text());
#endif
}

TEST_CASE("a builder with errors can be corrected, and is spent when it has built")
{
    Builder builder;
    builder.row(State::locked, Event::coin, State::broken);
    CHECK_THROWS_AS(builder.build(), swiftfsm::DefinitionError);
    builder.state(State::broken, swiftfsm::Kind::final);
    const auto table = builder.try_build();
    REQUIRE(table);
    CHECK(builder.diagnostics().empty());
    CHECK(!builder.diagnostics().has_error());
    CHECK(status_of([&] { builder.build(); }) == SFSM_ALREADY_BUILT);
    CHECK(status_of([&] { builder.row(State::locked, Event::pass, swiftfsm::same); }) == SFSM_ALREADY_BUILT);
    CHECK(status_of([&] { builder.state(State::locked); }) == SFSM_ALREADY_BUILT);
    CHECK(status_of([&] { builder.event<int>(Event::coin); }) == SFSM_ALREADY_BUILT);
    CHECK(status_of([&] { builder.initial(State::locked); }) == SFSM_ALREADY_BUILT);
    CHECK(status_of([&] { builder.on_step([] {}); }) == SFSM_ALREADY_BUILT);
    CHECK(status_of([&] { builder.guards(swiftfsm::GuardPolicy::first_match); }) == SFSM_ALREADY_BUILT);
    CHECK(table->row_count() == 1);
    CHECK(table->name(State::broken) == "broken");
    CHECK(table->name(Event::kick) == "kick");
    CHECK(table->state("locked") == State::locked);
    CHECK(!table->state("nowhere"));
    CHECK(table->event("pass") == Event::pass);
    CHECK(table->states() == std::vector{State::locked, State::broken});
    CHECK(table->events().size() == 3);
    CHECK(!table->initial());
}

TEST_CASE("callbacks must take what their event declares")
{
    Builder builder;
    builder.event<int, std::string_view>(Event::coin);
    builder.row(State::locked, Event::coin, State::unlocked, [](std::string_view) {});
    const int line = __LINE__ - 1;
    builder.row(State::unlocked, Event::pass, State::locked, [](int) {});
    builder.row(State::unlocked, Event::coin, swiftfsm::same, [](std::int64_t, const std::string &) {});
    builder.warning(SFSM_UNUSED_EVENT, true);
    REQUIRE(!builder.try_build());
    const auto &all = builder.diagnostics();
    REQUIRE(all.size() >= 2);
    CHECK(all[1].kind == SFSM_SIGNATURE_MISMATCH);
    CHECK(all[1].file == __FILE__);
    CHECK(all[1].line == line);
    CHECK(all[1].text ==
          "a callback takes (str), but the event coin declares (i32, str): let it take the first of these");
    CHECK(all[0].text == "a callback takes (i32), but the event pass declares (): let it take the first of these");
    CHECK(all[2].severity == SFSM_WARNING);
    CHECK(all.text().find("callback takes (str)") != std::string::npos);
}

TEST_CASE("what only shows when a step runs is an exception")
{
    Builder builder;
    builder.event<std::uint64_t>(Event::coin);
    builder.row(State::locked, swiftfsm::any, swiftfsm::same, [](int) {});
    builder.row(State::locked, Event::coin, swiftfsm::same, [](std::uint64_t) {}).guard([](std::uint64_t cents) {
        return cents > 0;
    });
    Machine gate(builder.build(), State::locked);
    CHECK(gate.send(Event::coin, 5) == Outcome::transitioned);
    CHECK(gate.send(Event::coin, std::uint64_t(-1)) == Outcome::transitioned);
    CHECK(status_of([&] { gate.send(Event::coin, -1); }) == SFSM_ARGUMENT_TYPE);
    CHECK(status_of([&] { gate.send(Event::pass); }) == SFSM_ARGUMENT_COUNT);
}

TEST_CASE("superstates and overriding")
{
    Trace trace;
    Builder builder;
    auto common = builder.superstate("common");
    common.row(Event::kick, State::broken, [&] { trace.push_back("kicked"); });
    common.exit([&] { trace.push_back("left"); });
    builder.state(State::locked).adopt(common).row(Event::coin, State::unlocked);
    auto unlocked = builder.state(State::unlocked);
    unlocked.adopt(common).overriding(Event::kick, swiftfsm::same).action([&] { trace.push_back("overridden"); });
    unlocked.row(Event::pass, State::locked);
    builder.state(State::broken, swiftfsm::Kind::final);
    Machine gate(builder.build(), State::locked);
    gate.send(Event::coin);
    gate.send(Event::kick);
    gate.send(Event::pass);
    gate.send(Event::kick);
    CHECK(trace == Trace{"left", "overridden", "left", "left", "kicked"});
    CHECK(gate.state() == State::broken);
}

TEST_CASE("predicates by enumeration")
{
    Policy policy = Policy::weak;
    Builder builder;
    builder.predicate<Policy>().predicate<Level>([] { return Level::high; });
    builder.row(State::locked, Event::pass, swiftfsm::same).match(Policy::weak);
    builder
        .row(State::locked, Event::pass, State::broken,
             [&](const Step &step) {
                 policy = step.predicate<Policy>().value();
                 CHECK(step.predicate<Level>() == Level::high);
             })
        .match(Policy::strong)
        .match(Level::high);
    builder.row(State::locked, Event::coin, State::unlocked).match(Policy::weak, Policy::strong);
    builder.row(State::unlocked, Event::kick, State::locked);
    builder.row(State::broken, Event::kick, State::locked);
    const auto table = builder.build();
    Machine gate(table, State::locked);
    CHECK(gate.send_matching({Policy::weak}, Event::pass) == Outcome::transitioned);
    CHECK(gate.state() == State::locked);
    CHECK(status_of([&] { gate.send(Event::pass); }) == SFSM_MISSING_PREDICATE);
    CHECK_THROWS_WITH(gate.send_matching({}, Event::pass),
                      (std::string(sfsm_status_text(SFSM_MISSING_PREDICATE)) + " Predicate type Policy.").c_str());
    CHECK(status_of([&] {
              gate.send_matching({Policy::weak, Policy::strong}, Event::pass);
          }) == SFSM_REPEATED_PREDICATE);
    CHECK(status_of([&] { gate.send_matching({static_cast<Policy>(2)}, Event::pass); }) == SFSM_UNKNOWN_CASE);
    CHECK(said_by([&] { gate.permitted(); }) ==
          std::string(sfsm_status_text(SFSM_MISSING_PREDICATE)) + " Predicate type Policy.");
    CHECK(gate.why_matching({Policy::strong}, Event::pass).find("for another case of Policy") != std::string::npos);
    CHECK(gate.send_matching({Policy::strong, Level::high}, Event::pass) == Outcome::transitioned);
    CHECK(gate.state() == State::broken);
    CHECK(policy == Policy::strong);
    Machine lenient(table, State::locked, swiftfsm::Strictness::lenient);
    CHECK(lenient.send(Event::pass) == Outcome::unhandled);
    CHECK(std::string(sfsm_table_case_name(table.handle(), swiftfsm::predicate_type<Policy>::id, 1)) == "strong");
}

TEST_CASE("two enumerations with one name are one predicate type only if they are given other ids")
{
    const auto text_of = [](auto use) -> std::string {
        Builder builder;
        auto row = builder.row(State::locked, Event::pass, State::unlocked);
        builder.predicate<door::Mode>().predicate<door::Mode>();
        row.match(door::Mode::open);
        try {
            use(builder, row);
        } catch (const swiftfsm::Error &error) {
            CHECK(error.status() == SFSM_BAD_VALUE);
            return error.what();
        }
        return "";
    };
    const std::string text =
        "The predicate types door::Mode and user::Mode have the same id, " +
        std::to_string(swiftfsm::predicate_type<user::Mode>::id) +
        ": specialize swiftfsm::predicate_type for one of them.";
    CHECK(text_of([](Builder &builder, auto &) { builder.predicate<user::Mode>(); }) == text);
    CHECK(text_of([](Builder &builder, auto &) { builder.predicate<user::Mode>([] { return user::Mode::admin; }); }) ==
          text);
    CHECK(text_of([](Builder &, auto &row) { row.match(user::Mode::admin); }) == text);
    CHECK(text_of([](Builder &builder, auto &row) {
              builder.predicate<named::Mode>();
              row.match(named::Mode::on);
          }) == "");
}

TEST_CASE("policies and the order of a step")
{
    Trace trace;
    using swiftfsm::Phase;
    Builder builder;
    builder.guards(swiftfsm::GuardPolicy::first_match).entry_exit(swiftfsm::EntryExitPolicy::always);
    builder.order({Phase::resolve, Phase::actions, Phase::exit, Phase::commit, Phase::entry});
    builder.row(State::locked, Event::coin, State::unlocked).guard([] { return false; });
    builder.row(State::locked, Event::coin, swiftfsm::same, [&] { trace.push_back("action"); });
    builder.row(State::unlocked, Event::pass, State::locked);
    builder.state(State::locked).entry([&] { trace.push_back("entry"); }).exit([&] { trace.push_back("exit"); });
    builder.name(State::locked, "shut").name_event(Event::coin, "euro").warning(SFSM_UNUSED_EVENT, true);
    const auto table = builder.build();
    CHECK(builder.diagnostics().size() == 1);
    CHECK(builder.diagnostics()[0].kind == SFSM_UNUSED_EVENT);
    CHECK(table.name(State::locked) == "shut");
    CHECK(table.event_name(Event::coin) == "euro");
    Machine gate(table, State::locked);
    CHECK(gate.send(Event::coin) == Outcome::transitioned);
    CHECK(trace == Trace{"action", "exit", "entry"});
    CHECK(status_of([] {
              Builder wrong;
              wrong.order({Phase::commit, Phase::commit, Phase::exit, Phase::actions, Phase::entry});
          }) == SFSM_BAD_VALUE);
}

TEST_CASE("tables are references, also in other threads")
{
    auto table = std::make_unique<Table>(plain_gate());
    Table other = *table;
    CHECK(other == *table);
    table.reset();
    Machine gate(other, State::locked);
    other = plain_gate();
    CHECK(gate.table() != other);
    CHECK(gate.send(Event::coin) == Outcome::transitioned);
    CHECK(other.write(swiftfsm::Format::mermaid).find("locked") != std::string::npos);
    CHECK(other.write().find("locked coin -> unlocked") != std::string::npos);
    CHECK(other.snapshot_key() == plain_gate().snapshot_key());
    CHECK(other.fingerprint() == plain_gate().fingerprint());
}
