"""Random lives of orders: lines for "orders DB apply"."""

import random

CUSTOMERS = {f"customer-{i}": "blocked" if i == 0 else "regular" if i % 2 else "new" for i in range(12)}

# Events that may come at any time, most of them at a wrong one.
STRAY = [
    "add tea 300", "place", "approve", "reject", "pay 100 stray", "pay 0 stray", "refund 50 goodwill", "cancel changed-mind",
    "hold", "resume", "allocate", "run-out", "pick", "pack", "ship stray", "deliver neighbour", "lose", 'return "too small"', "arrive",
    "accept", "decline", "repaid", "write-off",
]  # fmt: skip


def payments(chance: random.Random, total: int) -> list[str]:
    """The total in one part or two."""
    first = chance.choice([total, chance.randrange(1, total)])
    return [f"pay {part} bank-{chance.randrange(1000)}" for part in (first, total - first) if part > 0]


def life(chance: random.Random) -> list[str]:
    """What happens to an order, turn by turn: a usual life, in which something may be missing or too much, or nothing happens
    for some turns."""
    customer = chance.choice(sorted(CUSTOMERS))
    prices = [chance.randrange(100, 20000) for _ in range(chance.randint(1, 2))]
    events = [f"add article-{price} {price}" for price in prices] + ["place"]
    events += ["approve"] if CUSTOMERS[customer] == "new" else []
    paying = payments(chance, sum(prices))
    sending = ["allocate", "pick", "pack", *chance.choice([["ship JD{}", "deliver door"], ["deliver door", "ship JD{}"]])]
    sending = [each.format(chance.randrange(10**6)) for each in sending]
    events += [*sending, *paying] if chance.random() < 0.4 else [sending[0], *paying, *sending[1:]]
    events += chance.choice([[], [], ["return broken", "arrive", chance.choice(["accept", "decline"]), "repaid"]])
    events = [each for each in events if chance.random() < 0.98]
    for _ in range(chance.choice([0, 0, 1, 3])):
        events.insert(chance.randrange(len(events) + 1), chance.choice(STRAY))
    if chance.random() < 0.3:
        pause = chance.randrange(len(events) + 1)
        events[pause:pause] = [""] * chance.randrange(5, 40)
    return [f"create {customer}", *events]


def lives(seed: int, orders: int, events: int | None = None) -> list[str]:
    """The lines for as many orders, whose events take turns; at most as many as `events`. Between two turns passes
    some time."""
    chance = random.Random(seed)
    waiting = {order: life(chance) for order in range(1, orders + 1)}
    lines: list[str] = []
    time = turn = count = 0
    while waiting:
        lines.append(f"@{time}")
        for order in list(waiting):
            if count == events:
                return lines
            if waiting[order][turn] != "":
                lines.append(f"{order}.{turn} {order} {waiting[order][turn]}")
                count += 1
            if len(waiting[order]) == turn + 1:
                del waiting[order]
        turn += 1
        time += chance.choice([600, 4000, 20000, 90000])
    return [*lines, f"@{time + 10**6}", f"@{time + 3 * 10**6}"]
