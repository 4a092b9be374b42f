/* Snapshots and journals. */
#include "gate.hpp"

using namespace std::chrono_literals;

TEST_CASE("a snapshot goes on in another machine")
{
    Machine gate(plain_gate(), State::locked);
    gate.send(Event::coin);
    gate.send_later(Event::pass, 50ms);
    gate.advance(20ms);
    const std::vector<std::byte> bytes = gate.snapshot();
    const std::string json = gate.snapshot_json(true);
    Machine other(plain_gate(), State::locked);
    other.restore(bytes);
    CHECK(other.state() == State::unlocked);
    CHECK(other.due() == 30ms);
    Machine third(plain_gate(), State::locked);
    third.restore(json);
    CHECK(third.due() == 50ms);
    third.advance(50ms);
    CHECK(third.state() == State::locked);
}

TEST_CASE("what has no place is named, or migrated, and nothing changes otherwise")
{
    enum class Old { locked, unlocked, jammed };
    swiftfsm::Builder<Old, Event> builder;
    builder.row(Old::locked, Event::coin, Old::jammed);
    builder.row(Old::jammed, Event::pass, Old::locked);
    swiftfsm::Machine old(builder.build(), Old::jammed);
    const std::string json = old.snapshot_json();
    Machine gate(plain_gate(), State::locked);
    gate.send(Event::coin);
    try {
        gate.restore(json);
        CHECK(false);
    } catch (const swiftfsm::DefinitionError &error) {
        CHECK(error.status() == SFSM_UNKNOWN_STATE);
        CHECK(std::string(error.what()).find("jammed") != std::string::npos);
    }
    struct Refused {};
    CHECK_THROWS_AS(gate.restore(json, [](const sfsm_missing &) -> sfsm_id { throw Refused(); }), Refused);
    CHECK(gate.state() == State::unlocked);
    gate.restore(json, [](const sfsm_missing &missing) {
        CHECK(std::string(missing.name, missing.length) == "jammed");
        return static_cast<sfsm_id>(State::locked);
    });
    CHECK(gate.state() == State::locked);
    CHECK(status_of([&] { gate.restore("{"); }) == SFSM_BAD_VALUE);
    CHECK(status_of([&] { gate.restore(std::vector<std::byte>(7)); }) == SFSM_BAD_VALUE);
}

TEST_CASE("snapshots, journals and times that cannot be used say why")
{
    Machine gate(plain_gate(), State::locked);
    std::vector<std::byte> bytes = gate.snapshot();
    CHECK(said_by([&] { gate.restore("nothing"); }) == "This is no snapshot of this definition.");
    CHECK(said_by([&] { gate.restore({bytes.data(), bytes.size() - 1}); }) ==
          "The snapshot is damaged or cut off, or its states cannot be active together.");
    CHECK(said_by([&] { gate.restore("{"); }).find("byte 1 of the snapshot's JSON") != std::string::npos);
    CHECK(said_by([&] { gate.replay_journal(std::vector<std::byte>(100)); }) ==
          "The journal is damaged or cut off, or its states cannot be active together.");
    bytes[4] = std::byte(9);
    CHECK(said_by([&] { gate.restore(bytes); }) == "The snapshot has a later format: update the library.");
    gate.advance(5ms);
    CHECK(said_by([&] { gate.advance(4ms); }) == "The time is earlier than the one that the machine was told last.");
    CHECK(said_by([&] { gate.send_later(Event::coin, -1ms); }) == "The delay is negative.");
    CHECK(gate.now() == 5ms);
}

TEST_CASE("a snapshot that cannot be taken names the argument")
{
    Builder builder;
    builder.event<int, const void *>(Event::coin);
    bool is_taken = false;
    builder.row(State::locked, Event::pass, State::unlocked, [](Step step) {
        step.machine().send(Event::coin, 1, &step);
        step.machine().send(Event::kick);
        throw 1;
    });
    builder.row(State::unlocked, Event::coin, State::locked, [&] { is_taken = true; });
    Machine gate(builder.build(), State::locked);
    CHECK_THROWS_AS(gate.send(Event::pass), int);
    CHECK(said_by([&] { gate.snapshot(); }) == "Event coin waits, whose argument 2 is a pointer.");
    CHECK(!is_taken);
}

TEST_CASE("a journal is replayed, and what its writer throws is not lost")
{
    std::vector<std::byte> journal;
    Machine gate(plain_gate(), State::locked);
    gate.set_journal(
        [&](swiftfsm::view<const std::byte> record) { journal.insert(journal.end(), record.begin(), record.end()); });
    gate.send(Event::coin);
    gate.send(Event::pass);
    gate.send(Event::coin);
    Machine other(plain_gate(), State::locked);
    CHECK(other.replay_journal(journal) == 3);
    CHECK(other.state() == State::unlocked);
    CHECK(other.snapshot() == gate.snapshot());
    CHECK(other.replay_journal(journal, 2) == 2);
    CHECK(other.state() == State::locked);
    CHECK(status_of([&] { other.replay_journal(std::vector<std::byte>(100)); }) == SFSM_BAD_CONFIGURATION);

    struct Full {};
    int count = 0;
    gate.set_journal([&](swiftfsm::view<const std::byte>) {
        if (++count == 2)
            throw Full();
    });
    gate.check_journal();
    CHECK(gate.send(Event::pass) == Outcome::transitioned);
    CHECK(gate.state() == State::locked);
    CHECK_THROWS_AS(gate.check_journal(), Full);
    CHECK_THROWS_AS(gate.set_journal([](swiftfsm::view<const std::byte>) { throw Full(); }), Full);
    gate.end_journal();
    CHECK(status_of([&] { gate.set_journal({}); }) == SFSM_NULL_POINTER);
    std::string lines;
    gate.set_journal(
        [&](swiftfsm::view<const std::byte> record) {
            lines.append(reinterpret_cast<const char *>(record.data()), record.size());
        },
        true);
    gate.send(Event::coin);
    CHECK(lines.find("{\"step\":") != std::string::npos);
}

TEST_CASE("the journal of a machine that is destroyed inside its own callback")
{
    std::optional<Machine> gate;
    Trace trace;
    Builder builder;
    builder.row(State::locked, Event::coin, swiftfsm::same, [&] { gate.reset(); });
    gate.emplace(builder.build(), State::locked);
    gate->set_journal([&trace, text = std::string("a record that is long enough to be allocated")](
                          swiftfsm::view<const std::byte>) { trace.push_back(text); });
    gate->send(Event::coin);
    CHECK(trace.size() >= 1);
}
