/* Tables read from documents, with callbacks by name. */
#include "gate.hpp"

#include <memory>

namespace {

const char *const document = R"(definition turnstile version 3
  ids states locked = 0 unlocked = 1 broken = 2
  ids events coin = 0 pass = 1 kick = 2
  initial locked
  event coin (i32 cents, str currency)
  predicate Policy weak strong by office
  callable guard enough bool(context, i32)
  state locked
    entry lock
    paid: coin ? enough -> unlocked / thank count
    pass [Policy weak] -> same / beep
  state unlocked
    pass -> locked
    kick -> dynamic by where
  state broken final
)";

using Bindings = swiftfsm::Bindings<State, Event>;

Bindings bindings(Trace &trace, bool has_hook = true)
{
    Bindings made;
    made.guard("enough", [](int cents) { return cents >= 20; });
    made.entry("lock", [&trace] { trace.push_back("lock"); });
    made.action("thank", [&trace](int, std::string_view currency) { trace.emplace_back(currency); });
    made.action("count",
                [&trace, owned = std::make_shared<int>(1)] { trace.push_back(std::to_string(owned.use_count())); });
    made.action("beep", [&trace] { trace.push_back("beep"); });
    made.provider("office", [] { return 0; });
    made.resolver("where", [] { return State::broken; });
    if (has_hook)
        made.on_step("", [&trace](const Step &step) { trace.push_back(step.machine().table().row_label(step.row())); });
    return made;
}

std::string faults_of(std::string_view text, Bindings bound)
{
    try {
        Table::read(text, std::move(bound), "gate.fsm");
    } catch (const swiftfsm::DefinitionError &error) {
        return error.what();
    }
    return "";
}

std::string replaced(std::string text, const std::string &what, const std::string &by)
{
    return text.replace(text.find(what), what.size(), by);
}

} // namespace

TEST_CASE("a document with callbacks")
{
    Trace trace;
    const Table table = Table::read(document, bindings(trace), "gate.fsm");
    Machine gate(table);
    CHECK(gate.state() == State::locked);
    CHECK(gate.send(Event::coin, 10, "EUR") == Outcome::refused);
    CHECK(gate.send(Event::coin, 20, "EUR") == Outcome::transitioned);
    CHECK(gate.send(Event::pass) == Outcome::transitioned);
    CHECK(gate.send(Event::pass) == Outcome::transitioned);
    CHECK(trace == Trace{"", "EUR", "1", "paid", "lock", "", "beep", ""});
    gate.set_state(State::unlocked);
    CHECK(gate.send(Event::kick) == Outcome::transitioned);
    CHECK(gate.state() == State::broken);
    CHECK(table.arguments(Event::coin) == "i32, str");
    CHECK(status_of([&] { table.write(); }) == SFSM_UNNAMED_CALLBACK);
    CHECK(table.write(swiftfsm::Format::dot).find("enough") != std::string::npos);

    const Table written = Table::read(document, bindings(trace, false));
    CHECK(written.write().find("coin ? enough -> unlocked / thank count") != std::string::npos);
    CHECK(written.fingerprint() == Table::read(written.write(), bindings(trace, false)).fingerprint());
}

TEST_CASE("faults of documents have file, line and column, and no callback is lost")
{
    Trace trace;
    auto watched = std::make_shared<int>(0);
    const auto with_watched = [&] {
        Bindings made = bindings(trace);
        made.action("unused", [watched] {});
        made.on_step("", [watched] {});
        return made;
    };
    CHECK(faults_of(replaced(document, "-> same", "to same"), with_watched()).find("gate.fsm:11:") == 0);
    CHECK(faults_of("", with_watched()) != "");
    const std::string missing = faults_of(document, Bindings());
    for (const char *name : {"enough", "lock", "thank", "count", "beep", "office", "where"})
        CHECK(missing.find(name) != std::string::npos);
    CHECK(faults_of(document, with_watched()) == "");
    with_watched();
    CHECK(watched.use_count() == 1);
}

TEST_CASE("a document must have the names, numbers and arguments of the program")
{
    Trace trace;
    const std::string other =
        faults_of(replaced(document, "locked = 0 unlocked = 1", "locked = 1 unlocked = 0"), bindings(trace));
    CHECK(other.find("the program's State::locked is 0, which the document names unlocked") != std::string::npos);
    const std::string without =
        faults_of(replaced(replaced(document, " kick = 2", ""), "    kick -> dynamic by where\n", ""), bindings(trace));
    CHECK(without.find("the program's Event::kick is 2, which the document does not have") != std::string::npos);
    Bindings wrong = bindings(trace);
    const std::string types = faults_of(replaced(replaced(document, "(i32 cents, str currency)", "(str currency)"),
                                                 "  callable guard enough bool(context, i32)\n", ""),
                                        std::move(wrong));
    CHECK(types.find("a callback takes (i32), but the event coin declares (str)") != std::string::npos);
}

TEST_CASE("a definition that no document can say")
{
    Builder builder;
    builder.name(State::locked, "two\nlines");
    builder.row(State::locked, Event::coin, State::unlocked);
    builder.row(State::unlocked, Event::pass, State::locked);
    const auto table = builder.build();
    const std::string text = "No document can say this definition: a name has characters";
    CHECK(said_by([&] { table.write(); }).substr(0, text.size()) == text);
    CHECK(said_by([&] { table.fingerprint(); }).substr(0, text.size()) == text);
    CHECK(table.write(swiftfsm::Format::mermaid) != "");
}
