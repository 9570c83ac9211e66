"""The readers of a soak: they ask for anything, and hold each answer to the model."""

from __future__ import annotations

import random
import re
import time
from typing import TYPE_CHECKING, Any

import requests

if TYPE_CHECKING:
    from benchmarks.soak_model import Run, Target

ENDPOINTS = 150
_PAUSE = 0.05  # each reader asks up to 20 times a second
_WAIT = 60


def read(run: Run, seed: int) -> None:
    """Ask for anything, again and again, of any of the services."""
    chance = random.Random(seed)  # noqa: S311 - a mix of requests
    session = requests.Session()
    while not run.stop.wait(_PAUSE):
        ask = chance.choices(
            (_look_up, _page, _list, _catalog, _with_wrong_token), (70, 10, 8, 6, 6)
        )[0]
        target = chance.choice(run.targets)
        began = time.monotonic()
        lowest = run.acknowledged
        try:
            response, check = ask(run, target, session, chance)
        except requests.RequestException as error:
            session.close()
            run.answers["broken"] += 1
            if not target.may_break(began, time.monotonic()):
                run.fail(f"{ask.__name__}: {type(error).__name__} without a death")
            continue
        ended = time.monotonic()
        run.slowest = max(run.slowest, ended - began)
        run.answers[f"{ask.__name__.strip('_')} {response.status_code}"] += 1
        if response.status_code == requests.codes.service_unavailable:
            target.note_503(began, ended)
            if not target.may_be_503(began, ended) or "Retry-After" not in response.headers:
                run.fail(f"{target.name}, {ask.__name__}: 503 at {ended:.1f}: {response.text}")
        elif not check(response, lowest, run.sent):
            run.fail(f"{target.name}, {ask.__name__}: {response.status_code} {response.text[:300]}")


def post(url: str, session: requests.Session, path: str, body: Any, token: str) -> Any:
    """Ask one of the operations."""
    headers = {"Authorization": f"Bearer {token}"}
    return session.post(url + path, json=body, headers=headers, timeout=_WAIT)


def _look_up(
    run: Run, target: Target, session: requests.Session, chance: random.Random
) -> tuple[Any, Any]:
    number = chance.randrange(ENDPOINTS)
    body = {"apiId": "soak", "endpoint": {"method": "GET", "path": f"/e{number}"}}

    def check(response: Any, lowest: int, highest: int) -> bool:
        return response.status_code == requests.codes.ok and all(
            _is_between(snippet, lowest, highest) for snippet in response.json() or [{}]
        )

    return post(target.url, session, "/snippets", body, run.reader), check


def _is_between(snippet: dict[str, Any], lowest: int, highest: int) -> bool:
    return lowest <= _number(snippet) <= highest


def _number(snippet: dict[str, Any]) -> int:
    """Return which publication a snippet is of; -1: of none."""
    found = re.search(r"number = (\d+)", str(snippet.get("sync_client")))
    return int(found[1]) if found else -1


def _page(
    run: Run, target: Target, session: requests.Session, chance: random.Random
) -> tuple[Any, Any]:
    page = chance.choice((1, 2))

    def check(response: Any, lowest: int, highest: int) -> bool:
        if response.status_code != requests.codes.ok:
            return False
        body = response.json()
        found = [s for m in body["snippets"].values() for each in m.values() for s in each]
        whole = len(found) == min(100, ENDPOINTS - 100 * (page - 1))
        one = len(set(map(_number, found))) == 1  # of one publication
        return whole and one and all(_is_between(s, lowest, highest) for s in found)

    body = {"apiId": "soak", "loadLevel": "full"}
    path = f"/snippets/load?page={page}"
    return post(target.url, session, path, body, run.reader), check


def _list(run: Run, target: Target, session: requests.Session, _: random.Random) -> tuple[Any, Any]:
    headers = {"Authorization": f"Bearer {run.reader}"}
    url = f"{target.url}/endpoints?orgId=org&apiId=soak"

    def check(response: Any, *__: int) -> bool:
        ok = bool(response.status_code == requests.codes.ok)
        return ok and len(response.json()["endpoints"]) == ENDPOINTS

    return session.get(url, headers=headers, timeout=_WAIT), check


def _catalog(
    run: Run, target: Target, session: requests.Session, _: random.Random
) -> tuple[Any, Any]:
    there = set(run.versions)
    headers = {"Authorization": f"Bearer {run.reader}"}

    def check(response: Any, *__: int) -> bool:
        return response.status_code == requests.codes.ok and there <= _versions(response.json())

    return session.get(f"{target.url}/catalog", headers=headers, timeout=_WAIT), check


def _versions(overview: dict[str, Any]) -> set[str]:
    apis = [api for org in overview["organizations"] for api in org["apis"]]
    return {sdk["version"] for api in apis for sdk in api["sdks"]}


def _with_wrong_token(
    _: Run, target: Target, session: requests.Session, __: random.Random
) -> tuple[Any, Any]:
    def check(response: Any, *___: int) -> bool:
        return bool(response.status_code == requests.codes.unauthorized)

    return post(target.url, session, "/snippets", {}, "not-a-token"), check
