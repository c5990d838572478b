"""Done items at the bottom of their section: a way of looking, that moves nothing in the list."""

from playwright.sync_api import expect

from handles import expect_titles, row, settled
from test_reordering import Mouse, frames
from test_sections_and_search import list_menu


def done_below(page):
    list_menu(page, "Done items at the bottom")


def test_done_items_stand_below_and_come_back_among_their_neighbours(people, list_id, bot):
    _, b, _, _ = bot.insert(list_id, "A", "B", "C", "D")
    bot.mutate(list_id, {"op": "toggle", "ids": [b], "isDone": True})
    page = people.open(f"/l/{list_id}")
    expect_titles(page, "A", "B", "C", "D")
    done_below(page)
    expect_titles(page, "A", "C", "D", "B")
    page.reload()
    expect_titles(page, "A", "C", "D", "B")
    row(page, "A").get_by_role("checkbox").check()
    expect_titles(page, "C", "D", "A", "B")
    row(page, "A").get_by_role("checkbox").uncheck()
    expect_titles(page, "A", "C", "D", "B")
    settled(page)
    assert bot.titles(list_id) == ["A", "B", "C", "D"]
    # The arrows walk as the rows stand.
    row(page, "D").focus()
    page.keyboard.press("ArrowDown")
    expect(row(page, "B")).to_be_focused()
    done_below(page)
    expect_titles(page, "A", "B", "C", "D")


def test_moving_goes_by_the_rows_of_the_same_half(people, list_id, bot):
    _, b, _, _ = bot.insert(list_id, "A", "B", "C", "D")
    bot.mutate(list_id, {"op": "toggle", "ids": [b], "isDone": True})
    page = people.open(f"/l/{list_id}")
    done_below(page)
    row(page, "C").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect_titles(page, "C", "A", "D", "B")
    settled(page)
    assert bot.titles(list_id) == ["C", "A", "B", "D"]
    # What is not done can't be dropped among what is: the line says so.
    drag = Mouse(page, "C").over(row(page, "B"), 0.75)
    frames(page)
    line = page.locator(".drop-line").bounding_box()["y"]
    assert abs(line - row(page, "B").bounding_box()["y"]) < 3
    drag.drop()
    expect_titles(page, "A", "D", "C", "B")
    Mouse(page, "B").over(row(page, "A")).drop()
    expect_titles(page, "A", "D", "C", "B")
    settled(page)


def test_ticking_moves_the_row_and_nothing_else(people, list_id, bot):
    ids = bot.insert(list_id, *(f"Item {number}" for number in range(120)))
    page = people.open(f"/l/{list_id}")
    done_below(page)
    row(page, "Item 0").focus()
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 1_000); }")
    in_view = row(page, "Item 40")
    expect(in_view).to_be_in_viewport()
    top = in_view.bounding_box()["y"]
    checked = row(page, "Item 38")
    checked.get_by_role("checkbox").check()
    # It has the focus and stays in the document, far below.
    expect(checked).to_have_attribute("aria-rowindex", "120")
    above = row(page, "Item 39").bounding_box()["y"]
    assert abs(above - top) < 80 and page.evaluate("() => scrollY") == 1_000
    # Someone else ticks what is at the top of the view.
    first = page.evaluate("""() => [...document.querySelectorAll('[data-item-id]')].find(each =>
      each.getBoundingClientRect().top > 100).dataset.itemId""")
    expect(in_view).to_be_in_viewport()
    bot.mutate(list_id, {"op": "toggle", "ids": [first], "isDone": True})
    expect(page.locator(f'[data-item-id="{first}"]')).not_to_be_in_viewport()
    assert abs(page.evaluate("() => scrollY") - 1_000) < 80
    assert first in ids
