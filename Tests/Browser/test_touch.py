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


def test_a_finger_over_the_circles_selects_a_range(people, list_id, bot):
    bot.insert(list_id, *[f"Item {number}" for number in range(30)])
    page = phone(people, f"/l/{list_id}")
    page.get_by_role("button", name="List menu").click()
    page.get_by_role("menuitem", name="Select items").click()
    finger = Finger(page)
    frames(page, 8)

    def circle(title):
        return middle(row(page, title).locator(".check"))

    x, y = circle("Item 2")
    finger.down(x, y)
    for title in ("Item 3", "Item 4", "Item 6"):
        finger.move(*circle(title))
        frames(page, 2)
    expect(page.locator(".row.is-selected")).to_have_count(5)
    finger.move(*circle("Item 4"))
    expect(page.locator(".row.is-selected")).to_have_count(3)
    finger.up()
    frames(page, 8)
    expect(page.get_by_text("3 selected · 0 of 30 done")).to_be_visible()
    assert page.evaluate("() => scrollY") == 0
    # At the lower edge the list scrolls along, and the range grows.
    finger.down(*circle("Item 6"))
    edge = page.locator(".actionbar").bounding_box()["y"]
    finger.move(x, edge - 20)
    page.wait_for_function("() => scrollY > 100")
    finger.up()
    frames(page, 8)
    assert page.locator(".row.is-selected").count() > 8


def test_a_finger_that_holds_the_head_of_a_section_drags_the_section(people, list_id, bot):
    first, second = bot.section(list_id, "First"), bot.section(list_id, "Second")
    bot.insert(list_id, "A", section=first)
    bot.insert(list_id, "B", section=second)
    page = phone(people, f"/l/{list_id}")
    expect_titles(page, "A", "B")
    finger = Finger(page)
    frames(page, 8)
    x, y = middle(page.locator(f'.section-head[data-section-id="{second}"]'))
    finger.down(x, y)
    page.wait_for_selector(".is-dragging")
    _, top = middle(page.locator(f'.section-head[data-section-id="{first}"]'))
    for step in range(1, 11):
        finger.move(x, y + (top - 20 - y) * step / 10)
    frames(page, 3)
    finger.up()
    expect_titles(page, "B", "A")
    settled(page)
    assert [each["id"] for each in bot.read(list_id)["sections"]] == [second, first]
