"""What a finger does to a row: it opens, draws aside, scrolls, holds."""

from playwright.sync_api import expect

from handles import expect_titles, row, settled
from test_reordering import Finger, frames, middle, phone


def swipe(page, title, by, start=None):
    finger = Finger(page)
    frames(page, 8)
    x, y = middle(row(page, title))
    x = start or x
    finger.down(x, y)
    for step in range(1, 11):
        finger.move(x + by * step / 10, y)
    frames(page)
    finger.up()
    # The browser takes a tap right after a flick as the end of a fling.
    frames(page, 24)


def test_a_swipe_towards_the_end_ticks(people, list_id, bot):
    bot.insert(list_id, "Milk", "Eggs")
    page = phone(people, f"/l/{list_id}")
    swipe(page, "Milk", 120)
    expect(row(page, "Milk").get_by_role("checkbox")).to_be_checked()
    expect(page.get_by_role("complementary", name="Details")).to_be_hidden()
    settled(page)
    assert [each["isDone"] for each in bot.read(list_id)["items"]] == [True, False]


def test_a_swipe_towards_the_start_shows_actions_and_a_full_one_deletes(people, list_id, bot):
    bot.insert(list_id, "Milk", "Eggs", "Bread")
    page = phone(people, f"/l/{list_id}")
    swipe(page, "Eggs", -130)
    page.locator(".swipe-delete").click()
    expect_titles(page, "Milk", "Bread")
    page.get_by_role("button", name="Undo").tap()
    expect_titles(page, "Milk", "Eggs", "Bread")
    swipe(page, "Bread", -180)
    page.locator(".swipe-more").click()
    page.get_by_role("menuitem", name="Move up").click()
    expect_titles(page, "Milk", "Bread", "Eggs")
    swipe(page, "Milk", -300, start=370)
    expect_titles(page, "Bread", "Eggs")
    settled(page)
    assert bot.titles(list_id) == ["Bread", "Eggs"]


def test_a_short_swipe_and_a_pan_change_nothing(people, list_id, bot):
    bot.insert(list_id, *[f"Item {number}" for number in range(40)])
    page = phone(people, f"/l/{list_id}")
    swipe(page, "Item 2", -40)
    expect(page.locator(".swipe-actions")).to_have_count(0)
    finger = Finger(page)
    frames(page, 8)
    x, y = middle(row(page, "Item 6"))
    finger.down(x, y)
    for step in range(1, 12):
        finger.move(x - 2 * step, y - 20 * step)
    finger.up()
    page.wait_for_function("() => scrollY > 50")
    expect(page.locator(".swipe-actions")).to_have_count(0)
    expect(page.get_by_role("complementary", name="Details")).to_be_hidden()
    assert len(bot.titles(list_id)) == 40
