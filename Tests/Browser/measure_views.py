"""Measures the other views, as the page lies in the repository: docs/page.md holds what was seen.

    LIVELISTD=.build/release/livelistd python Tests/Browser/measure_views.py [items] [changes]

How table and grid scroll over many items, and what a screen on the wall holds after as many changes as a day
brings: JavaScript heap and nodes of the document, after the rubbish was collected. Nothing is judged here.
"""

import sys

from conftest import ROOT
from measure_page import say, scroll, served, shares
from wire import new_id

ITEMS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
CHANGES = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
DESK = {"viewport": {"width": 1280, "height": 800}}


def fill(bot, name):
    bot.make(name, "Measured")
    for start in range(0, ITEMS, 5_000):
        items = [
            {"id": new_id(), "title": f"Item {number}",
             "fields": {"Price": number % 90, "Shelf": f"{number % 7}"}}
            for number in range(start, min(start + 5_000, ITEMS))]
        bot.mutate(name, {"op": "insert", "items": items, "destination": {"section": "none"}})


def open_view(people, name, view):
    page = people.blank(service_workers="block", **DESK)
    page.goto(f"{people.server}/l/{name}?view={view}")
    page.wait_for_selector('html[data-connection="online"]', timeout=120_000)
    shown = "" if view == "list" else f'[data-view="{view.split("&")[0]}"] '
    page.wait_for_selector(f"{shown}[data-item-id]", timeout=120_000)
    return page


def held(session):
    """Heap in MB, nodes and listeners, of what is left after a collection."""
    session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    counters = session.send("Memory.getDOMCounters")
    return heap / 1e6, counters["nodes"], counters["jsEventListeners"]


def churn(bot, name, section, count):
    """Items come, are done, renamed and moved, and go: five changes a round, answered before the next one."""
    for number in range(0, count, 5):
        [item] = bot.insert(name, f"Dish {number}", section=section, fields={"quantity": number % 9})
        place = {"section": section, "before": None}
        for each in (
            {"op": "toggle", "ids": [item], "isDone": True},
            {"op": "edit", "id": item, "title": f"Dish {number}, again"},
            {"op": "reorder", "sources": [item], "destination": place},
            {"op": "delete", "ids": [item]},
        ):
            bot.mutate(name, each)
        # What was heard meanwhile is of no use here.
        bot.inbox.clear()


def wall(people, bot):
    bot.make("wall", "Kitchen")
    sections = [bot.section("wall", title) for title in ("Prepare", "Cook", "Serve")]
    for section in sections:
        bot.insert("wall", *(f"Dish {number}" for number in range(8)), section=section)
    page = open_view(people, "wall", "display")
    session = page.context.new_cdp_session(page)
    steps = 10
    for step in range(steps + 1):
        if step:
            churn(bot, "wall", sections[step % 3], CHANGES // steps)
        revision = bot.read("wall")["revision"]
        page.wait_for_selector(f'[data-revision="{revision}"]', timeout=120_000)
        heap, nodes, listeners = held(session)
        say(f"display after {step * CHANGES // steps:,} changes",
            f"{heap:.2f} MB of heap, {nodes} nodes, {listeners} listeners")
    page.context.close()


def measure(people, bot):
    wall(people, bot)
    fill(bot, "large")
    for view in ("list", "grid", "table", "table&sort=-.Price,title"):
        page = open_view(people, "large", view)
        say(f"{view}, {ITEMS:,} items: rows in the document", page.locator("[data-item-id]").count())
        say(f"{view}, {ITEMS:,} items: frames while scrolling", shares(scroll(page)))
        page.context.close()


def main():
    with served("--web", str(ROOT / "web-client")) as (people, bot):
        measure(people, bot)


if __name__ == "__main__":
    main()
