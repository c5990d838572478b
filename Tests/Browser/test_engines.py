"""The main ways through the page in Firefox and in WebKit. Only in `make soak`: these browsers are large."""

import os

import pytest

from seats import Firefox, WebKit
from wire import new_id

pytestmark = pytest.mark.skipif(os.environ.get("LIVELIST_SOAK") != "1", reason="only in make soak")


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["firefox", "webkit"])
def seat(request, playwright):
    someone = request.param.launch(playwright)
    yield someone
    someone.close()


def row(item_id, part=""):
    return f'[data-item-id="{item_id}"] {part}'.strip()


def edit(list_id, item_id, title):
    mutations = [{"op": "edit", "id": item_id, "title": title}]
    return {"type": "mutate", "list": list_id, "id": new_id(), "mutations": mutations}


def test_an_edit_under_a_flood_keeps_text_caret_and_focus(seat, server, bot, list_id):
    ids = bot.insert(list_id, *[f"Item {number}" for number in range(30)])
    seat.open(f"{server}/l/{list_id}")
    seat.click(row(ids[4], ".title"))
    seat.until("document.activeElement.matches('textarea')")
    seat.press("End")
    text = " is typed while others write"
    for number, letter in enumerate(text):
        for other in ids[:4] + ids[5:11]:
            bot.say(edit(list_id, other, f"Theirs {number}"))
        bot.say({"type": "mutate", "list": list_id, "id": new_id(), "mutations": [
            {"op": "reorder", "sources": [ids[4]], "destination": {"before": ids[5 + number % 20]}}]})
        seat.type(letter)
    seat.until(f"document.activeElement.value === 'Item 4{text}'")
    seat.until("document.activeElement.selectionStart === document.activeElement.value.length")
    seat.press("Enter")
    seat.settled()
    titles = {each["id"]: each["title"] for each in bot.read(list_id)["items"]}
    assert titles[ids[4]] == f"Item 4{text}" and titles[ids[0]] == f"Theirs {len(text) - 1}"


def test_items_are_reordered_by_keyboard_and_mouse(seat, server, bot, list_id):
    ids = bot.insert(list_id, "A", "B", "C", "D")
    seat.open(f"{server}/l/{list_id}")
    seat.titles("A", "B", "C", "D")
    seat.see(f"document.querySelector('{row(ids[0])}').focus() || true")
    seat.press("Alt", "ArrowDown")
    seat.titles("B", "A", "C", "D")
    seat.until(f"document.activeElement.closest('{row(ids[0])}') !== null")
    seat.draw(row(ids[3], "[data-does=drag]"), row(ids[1]))
    seat.titles("D", "B", "A", "C")
    seat.settled()
    assert bot.titles(list_id) == ["D", "B", "A", "C"]


def test_what_is_done_without_a_line_is_sent_once_when_it_is_back(seat, line, bot, list_id):
    bot.insert(list_id, "Milk")
    seat.open(f"https://127.0.0.1:{line.port}/l/{list_id}")
    seat.titles("Milk")
    line.cut()
    seat.connected("offline")
    seat.click(".row-add input")
    seat.type("Bread")
    seat.press("Enter")
    seat.titles("Milk", "Bread")
    bot.insert(list_id, "Eggs")
    line.mend()
    seat.see("dispatchEvent(new Event('online'))")
    seat.connected()
    seat.settled()
    assert sorted(bot.titles(list_id)) == ["Bread", "Eggs", "Milk"]
    seat.until("document.querySelectorAll('[data-item-id]').length === 3")


def test_what_was_deleted_comes_back_with_undo(seat, server, bot, list_id):
    ids = bot.insert(list_id, "A", "B", "C")
    seat.open(f"{server}/l/{list_id}")
    seat.titles("A", "B", "C")
    seat.see(f"document.querySelector('{row(ids[1])}').focus() || true")
    seat.press("Delete")
    seat.titles("A", "C")
    bot.insert(list_id, "D")
    seat.press("Control", "z")
    seat.titles("A", "B", "C", "D")
    seat.settled()
    assert bot.titles(list_id) == ["A", "B", "C", "D"]
