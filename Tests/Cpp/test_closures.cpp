/* The lifetime of closures: freed once, with the last reference to the table, wherever that is; what needs no memory.
 */
#include "gate.hpp"

#include <cstdlib>
#include <memory>
#include <new>

namespace {

std::size_t allocations = 0;

/* Its destructor throws, which no caller of C may see. */
struct Bomb {
    int *destroyed;
    bool is_armed = true;
    Bomb(int *counter) : destroyed(counter) {}
    Bomb(const Bomb &other) : destroyed(other.destroyed) { const_cast<Bomb &>(other).is_armed = false; }
    ~Bomb() noexcept(false)
    {
        if (is_armed) {
            ++*destroyed;
            throw 1;
        }
    }
    void operator()() const {}
};

/* Copying it throws. */
struct Uncopyable {
    Uncopyable() = default;
    Uncopyable(const Uncopyable &) { throw 2; }
    void operator()() const {}
};

} // namespace

/* Not inline: g++ would see malloc, and compare it with delete. */
__attribute__((noinline)) void *operator new(std::size_t size)
{
    ++allocations;
    if (void *const memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}
__attribute__((noinline)) void *operator new(std::size_t size, const std::nothrow_t &) noexcept
{
    ++allocations;
    return std::malloc(size);
}
__attribute__((noinline)) void operator delete(void *memory) noexcept
{
    std::free(memory);
}
__attribute__((noinline)) void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

TEST_CASE("closures live as long as the table, hooks as long as their machine")
{
    const auto counted = std::make_shared<int>(0);
    {
        std::optional<Machine> gate;
        {
            Builder builder;
            builder.row(State::locked, Event::coin, State::unlocked, [counted] {}).guard([counted] { return true; });
            builder.row(State::unlocked, Event::pass, State::locked);
            builder.state(State::locked).entry([counted] {}).exit([counted] {});
            builder.on_step([counted] {});
            gate.emplace(builder.build(), State::locked);
        }
        CHECK(counted.use_count() == 6);
        gate->on_step([counted] {});
        CHECK(counted.use_count() == 7);
        Machine other(gate->table(), State::locked);
        gate.reset();
        CHECK(counted.use_count() == 6);
    }
    CHECK(counted.use_count() == 1);
    {
        Builder never_built;
        never_built.row(State::locked, Event::coin, State::unlocked, [counted] {});
        Builder moved = std::move(never_built);
        CHECK(counted.use_count() == 2);
    }
    CHECK(counted.use_count() == 1);
    {
        Builder built;
        auto row = built.row(State::locked, Event::coin, State::locked);
        built.build();
        CHECK(status_of([&] { row.action([counted] {}); }) == SFSM_ALREADY_BUILT);
    }
    CHECK(counted.use_count() == 1);
}

TEST_CASE("neither destructors nor copies of closures throw through C")
{
    int destroyed = 0;
    {
        Builder builder;
        builder.row(State::locked, Event::coin, State::locked, Bomb(&destroyed));
        Machine gate(builder.build(), State::locked);
        gate.send(Event::coin);
    }
    CHECK(destroyed == 1);
    Builder builder;
    const Uncopyable uncopyable;
    auto row = builder.row(State::locked, Event::coin, State::locked);
    CHECK_THROWS_AS(row.action(uncopyable), int);
    Machine gate(builder.build(), State::locked);
    CHECK(gate.send(Event::coin) == Outcome::transitioned);
}

TEST_CASE("what captures nothing, a pointer or a reference is not allocated, nor is anything in a step")
{
    int calls = 0;
    int *const none = nullptr;
    Builder builder;
    auto row = builder.row(State::locked, Event::coin, swiftfsm::same);
    std::size_t before = allocations;
    row.action([] {}).action([&calls] { ++calls; });
    CHECK(allocations == before);
    row.action([none, &calls] { calls += none == nullptr; });
    CHECK(allocations > before);
    row.action([none] {
        if (none != nullptr)
            throw 1;
    });
    Machine gate(builder.build(), State::locked);
    before = allocations;
    for (int count = 0; count < 100; ++count)
        gate.send(Event::coin);
    const std::size_t after = allocations;
    CHECK(before == after);
    CHECK(calls == 200);
}

TEST_CASE("a mutable lambda keeps its captures from call to call, whatever their size and value")
{
    static std::vector<int> counted;
    const auto counted_by = [](auto callback) {
        counted.clear();
        Builder builder;
        builder.row(State::locked, Event::coin, swiftfsm::same, callback);
        Machine gate(builder.build(), State::locked);
        for (int count = 0; count < 3; ++count)
            gate.send(Event::coin);
        return counted;
    };
    CHECK(counted_by([n = 0]() mutable { counted.push_back(n++); }) == std::vector{0, 1, 2});
    CHECK(counted_by([n = 1]() mutable { counted.push_back(n++); }) == std::vector{1, 2, 3});
    CHECK(counted_by([n = 1]() mutable noexcept { counted.push_back(n++); }) == std::vector{1, 2, 3});
    CHECK(counted_by([n = 1, step = 2L]() mutable {
              counted.push_back(n);
              n += static_cast<int>(step);
          }) == std::vector{1, 3, 5});
}
