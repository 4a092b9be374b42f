"""Orders behind FastAPI: examples/web_orders.py."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, text

pytest.importorskip("fastapi", reason="there is no FastAPI")
pytest.importorskip("httpx", reason="there is no httpx")

from fastapi.testclient import TestClient  # noqa: E402
from web_orders import RULES, Event, State, created, payment  # noqa: E402


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = create_engine(f"sqlite:///{tmp_path}/orders.db", connect_args={"timeout": 120})
    yield engine
    engine.dispose()


@pytest.fixture
def client(engine: Engine) -> Iterator[TestClient]:
    with TestClient(created(engine)) as client:
        yield client


def told(response: Any) -> tuple[int, Any]:
    found = response.json()
    return response.status_code, found.get("detail", found.get("state"))


def test_the_life_of_an_order(client: TestClient) -> None:
    made = client.post("/orders", json={"price_cents": 500})
    assert made.status_code == 201
    assert made.json() == {
        "id": 1,
        "state": "open",
        "paid_cents": 0,
        "price_cents": 500,
        "events": ["pay", "cancel"],
    }
    assert told(client.post("/orders/1/pay", json={"cents": 200})) == (200, "open")
    assert told(client.post("/orders/1/pay", json={"cents": 300})) == (200, "paid")
    assert told(client.post("/orders/1/ship")) == (200, "shipped")
    assert client.get("/orders/1").json()["events"] == []


def test_an_illegal_event_is_409_with_the_words_of_why_not(client: TestClient) -> None:
    client.post("/orders", json={"price_cents": 500})
    with RULES.machine(State.OPEN) as machine:
        reason = machine.why_not(Event.SHIP)
    assert reason is not None and "has no row for" in reason
    assert told(client.post("/orders/1/ship")) == (409, reason)
    assert told(client.get("/orders/1")) == (200, "open")


def test_a_guard_that_refuses_is_named(client: TestClient) -> None:
    client.post("/orders", json={"price_cents": 500})
    status, reason = told(client.post("/orders/1/pay", json={"cents": 501}))
    assert status == 409 and "is_all" in reason and "is_part" in reason
    assert client.get("/orders/1").json()["paid_cents"] == 0


@pytest.mark.parametrize("request_of", [("GET", ""), ("POST", "/ship"), ("POST", "/pay")])
def test_an_order_that_is_not_there_is_404(client: TestClient, request_of: tuple[str, str]) -> None:
    method, path = request_of
    response = client.request(method, f"/orders/7{path}", json={"cents": 1} if path == "/pay" else None)
    assert told(response) == (404, "there is no order 7")


@pytest.mark.parametrize("body", [None, {}, {"cents": "much"}, {"cents": 0}, {"cents": -5}, {"cents": 2**63}, [5], 5])
def test_bodies_that_are_none_change_nothing(client: TestClient, body: Any) -> None:
    client.post("/orders", json={"price_cents": 500})
    assert client.post("/orders/1/pay", json=body).status_code == 422
    assert client.get("/orders/1").json()["paid_cents"] == 0


@pytest.mark.parametrize("price", [0, -1, None, "x", 2**63])
def test_prices_that_are_none(client: TestClient, price: Any) -> None:
    assert client.post("/orders", json={"price_cents": price}).status_code == 422


@pytest.mark.parametrize("order", ["x", "1.5", "0", "-1", str(2**70)])
def test_numbers_of_orders_that_are_none(client: TestClient, order: str) -> None:
    assert client.get(f"/orders/{order}").status_code == 422


def test_of_two_requests_at_once_one_wins(client: TestClient) -> None:
    client.post("/orders", json={"price_cents": 500})
    both_have_read = threading.Barrier(2, timeout=60)

    def both() -> tuple[int]:
        both_have_read.wait()  # with the order, of the same version
        return (500,)

    application: Any = client.app
    application.dependency_overrides[payment] = both
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda _: told(client.post("/orders/1/pay", json={"cents": 500})), range(2)))
    assert sorted(found) == [(200, "paid"), (409, "another request has just changed this order: look at it again")]
    assert client.get("/orders/1").json()["paid_cents"] == 500


def test_many_requests_at_once_pay_no_more_than_the_price(client: TestClient) -> None:
    client.post("/orders", json={"price_cents": 5})

    def pay(_: int) -> int:
        status: int = client.post("/orders/1/pay", json={"cents": 1}).status_code
        return status

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(pay, range(40)))
    assert set(found) <= {200, 409}
    paid = client.get("/orders/1").json()["paid_cents"]
    assert paid == found.count(200) <= 5


def test_a_state_that_the_rules_do_not_have_is_found(client: TestClient, engine: Engine) -> None:
    client.post("/orders", json={"price_cents": 500})
    with engine.begin() as connection:
        connection.execute(text("UPDATE orders SET state = 'LOST'"))
    with pytest.raises(LookupError, match="'LOST' is no state of the table"):
        client.get("/orders/1")


def test_the_application_of_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import web_orders

    monkeypatch.setenv("DATABASE", f"sqlite:///{tmp_path}/served.db")
    application = web_orders.app
    with TestClient(application) as client:
        assert client.post("/orders", json={"price_cents": 1}).status_code == 201
    application.state.engine.dispose()
    with pytest.raises(AttributeError):
        web_orders.other  # noqa: B018
