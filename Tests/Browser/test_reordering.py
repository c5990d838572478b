"""Dragging with a mouse and with a finger, and many items at once."""

from playwright.sync_api import expect

from handles import add_field, expect_titles, has_focus, is_focused, row, row_of, settled, titles


class Mouse:
    """A drag by the handle, held until `drop`."""

    def __init__(self, page, title):
        self.page = page
        row(page, title).hover()
        box = page.get_by_role("button", name=f"Reorder {title}", exact=True).bounding_box()
        self.x = box["x"] + box["width"] / 2
        page.mouse.move(self.x, box["y"] + box["height"] / 2)
        page.mouse.down()

    def over(self, locator, part=0.25):
        box = locator.bounding_box()
        self.page.mouse.move(self.x + 40, box["y"] + box["height"] * part, steps=4)
        return self

    def drop(self):
        frames(self.page)
        self.page.mouse.up()


class Finger:
    """Touches, as the browser's own input makes them."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.page = page

    def _send(self, kind, *points):
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, x, y):
        self._send("touchStart", (x, y))

    def move(self, x, y):
        self._send("touchMove", (x, y))

    def up(self):
        self._send("touchEnd")


def frames(page, count=3):
    page.evaluate(
        """count => new Promise(done => {
          const next = () => (count-- > 0 ? requestAnimationFrame(next) : done());
          next();
        })""", count)


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def phone(people, path):
    return people.open(path, viewport={"width": 390, "height": 740}, has_touch=True, is_mobile=True)


def test_a_drag_is_one_reorder_and_the_row_lands_at_the_line(people, list_id, bot):
    bot.insert(list_id, *"ABCDE")
    page = people.open(f"/l/{list_id}")
    before = bot.read(list_id)["revision"]
    drag = Mouse(page, "D").over(row(page, "B"))
    frames(page)
    line = page.locator(".drop-line").bounding_box()["y"]
    assert abs(line - row(page, "B").bounding_box()["y"]) < 3
    drag.drop()
    expect_titles(page, "A", "D", "B", "C", "E")
    settled(page)
    after = bot.read(list_id)
    assert [each["title"] for each in after["items"]] == ["A", "D", "B", "C", "E"]
    assert after["revision"] == before + 1
    assert has_focus(row(page, "D"))
    expect(page.locator(".drop-line, .drag-layer")).to_have_count(0)


def test_a_drag_goes_to_another_and_to_an_empty_section(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    empty = bot.section(list_id, "Empty")
    bot.insert(list_id, "A", "B")
    bot.insert(list_id, "Milk", section=dairy)
    page = people.open(f"/l/{list_id}")
    Mouse(page, "A").over(row(page, "Milk"), 0.8).drop()
    expect_titles(page, "B", "Milk", "A")
    Mouse(page, "B").over(page.locator(f'.section-head[data-section-id="{empty}"]'), 0.8).drop()
    expect_titles(page, "Milk", "A", "B")
    settled(page)
    assert [each.get("section") for each in bot.read(list_id)["items"]] == [dairy, dairy, empty]


def test_escape_ends_a_drag_and_nothing_moved(people, list_id, bot):
    bot.insert(list_id, *"ABC")
    page = people.open(f"/l/{list_id}")
    before = bot.read(list_id)["revision"]
    Mouse(page, "C").over(row(page, "A"))
    page.keyboard.press("Escape")
    expect(page.locator(".drop-line, .drag-layer")).to_have_count(0)
    page.mouse.up()
    expect_titles(page, "A", "B", "C")
    assert bot.read(list_id)["revision"] == before


def test_others_may_change_the_list_during_a_drag(people, list_id, bot):
    a, b, c, d = bot.insert(list_id, *"ABCD")
    page = people.open(f"/l/{list_id}")
    drag = Mouse(page, "D").over(row(page, "B"))
    bot.insert(list_id, "New", before=a)
    expect_titles(page, "New", "A", "B", "C", "D")
    drag.over(row(page, "C")).drop()
    expect_titles(page, "New", "A", "B", "D", "C")
    settled(page)
    assert bot.titles(list_id) == ["New", "A", "B", "D", "C"]


def test_what_is_dragged_is_deleted_by_someone(people, list_id, bot):
    a, b, c = bot.insert(list_id, *"ABC")
    page = people.open(f"/l/{list_id}")
    Mouse(page, "C").over(row(page, "A"))
    bot.mutate(list_id, {"op": "delete", "ids": [c]})
    expect(page.get_by_role("status").filter(has_text="Ben deleted what you were dragging")).to_be_visible()
    expect(page.locator(".drop-line, .drag-layer")).to_have_count(0)
    page.mouse.up()
    expect_titles(page, "A", "B")


def test_others_see_who_moves_what(people, list_id, bot):
    [milk] = bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    bot.say({"type": "presence", "list": list_id, "moving": [milk]})
    expect(row_of(page, milk)).to_contain_text("Ben is moving this")


def test_the_list_scrolls_at_its_edge_and_rows_that_left_the_window_stay_put(people, list_id, bot):
    bot.insert(list_id, *[f"Item {number}" for number in range(300)])
    page = people.open(f"/l/{list_id}")
    drag = Mouse(page, "Item 2")
    height = page.viewport_size["height"]
    page.mouse.move(drag.x + 40, height - 20, steps=4)
    page.wait_for_function("() => scrollY > 3000")
    page.mouse.move(drag.x + 40, height / 2, steps=4)
    frames(page)
    line = page.locator(".drop-line").bounding_box()["y"]
    shown = page.locator("[data-item-id]").evaluate_all(
        "rows => rows.map(row => [row.querySelector('.title').textContent, row.getBoundingClientRect().top])")
    after = min(shown, key=lambda each: abs(each[1] - line))[0]
    drag.drop()
    settled(page)
    expected = [f"Item {number}" for number in range(300) if number != 2]
    expected.insert(expected.index(after), "Item 2")
    assert bot.titles(list_id) == expected
    expect(row(page, "Item 2")).to_be_in_viewport()


def test_dragging_while_done_items_are_hidden_goes_by_what_is_seen(people, list_id, bot):
    a, b, c, d = bot.insert(list_id, *"ABCD")
    bot.mutate(list_id, {"op": "toggle", "ids": [b], "isDone": True})
    page = people.open(f"/l/{list_id}")
    page.keyboard.press("h")
    expect_titles(page, "A", "C", "D")
    Mouse(page, "D").over(row(page, "C")).drop()
    expect_titles(page, "A", "D", "C")
    settled(page)
    assert bot.titles(list_id) == ["A", "B", "D", "C"]


def test_a_finger_that_holds_drags_and_one_that_pans_scrolls(people, list_id, bot):
    bot.insert(list_id, *[f"Item {number}" for number in range(40)])
    page = phone(people, f"/l/{list_id}")
    finger = Finger(page)
    frames(page, 8)
    x, y = middle(row(page, "Item 3"))
    finger.down(x, y)
    expect(page.locator(".drag-layer")).to_have_count(1)
    _, to = middle(row(page, "Item 1"))
    for step in range(1, 9):
        finger.move(x, y + (to - 14 - y) * step / 8)
    frames(page)
    finger.up()
    expect(page.locator(".drag-layer")).to_have_count(0)
    settled(page)
    assert bot.titles(list_id)[:4] == ["Item 0", "Item 3", "Item 1", "Item 2"]
    assert page.evaluate("() => scrollY") == 0
    frames(page, 8)
    x, y = middle(row(page, "Item 6"))
    finger.down(x, y)
    for step in range(1, 12):
        finger.move(x, y - 20 * step)
    finger.up()
    page.wait_for_function("() => scrollY > 50")
    assert bot.titles(list_id)[:4] == ["Item 0", "Item 3", "Item 1", "Item 2"]


def test_many_are_selected_and_moved_as_one_block(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    bot.insert(list_id, *"ABCDE")
    page = people.open(f"/l/{list_id}")
    row(page, "B").locator(".title").click(modifiers=["Control"])
    row(page, "D").locator(".title").click(modifiers=["Shift"])
    expect(page.get_by_text("3 selected")).to_be_visible()
    row(page, "C").locator(".title").click(modifiers=["Control"])
    expect(page.get_by_text("2 selected")).to_be_visible()
    before = bot.read(list_id)["revision"]
    Mouse(page, "D").over(row(page, "A"), 0.2).drop()
    expect_titles(page, "B", "D", "A", "C", "E")
    settled(page)
    assert bot.read(list_id)["revision"] == before + 1
    page.get_by_role("toolbar").get_by_role("button", name="Move").click()
    page.get_by_role("menuitem", name="Dairy").click()
    expect_titles(page, "A", "C", "E", "B", "D")
    page.get_by_role("button", name="Undo").click()
    expect_titles(page, "B", "D", "A", "C", "E")
    settled(page)
    assert bot.titles(list_id) == ["B", "D", "A", "C", "E"]


def test_select_all_and_delete_is_one_undo(people, list_id, bot):
    bot.insert(list_id, *"ABC")
    page = people.open(f"/l/{list_id}")
    row(page, "A").focus()
    page.keyboard.press("x")
    page.keyboard.press("Control+a")
    expect(page.get_by_text("3 selected")).to_be_visible()
    page.get_by_role("toolbar").get_by_role("button", name="Delete").click()
    expect_titles(page)
    page.get_by_role("button", name="Undo").click()
    expect_titles(page, "A", "B", "C")


def test_the_keyboard_moves_one_step_a_press_past_the_window_and_says_where(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    bot.insert(list_id, *[f"Item {number}" for number in range(60)])
    bot.insert(list_id, "Milk", section=dairy)
    page = people.open(f"/l/{list_id}")
    row(page, "Item 0").focus()
    for _ in range(40):
        page.keyboard.press("Alt+ArrowDown")
    moved = row(page, "Item 0")
    expect(moved).to_be_focused()
    expect(moved).to_be_in_viewport()
    expect(page.locator("[aria-live=polite]")).to_have_text("Item 0, 41 of 60")
    page.keyboard.press("End")
    page.get_by_role("button", name="Reorder Milk", exact=True).focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[aria-live=polite]")).to_have_text("Milk, 61 of 61")
    assert is_focused(page.get_by_role("button", name="Reorder Milk", exact=True))
    page.keyboard.press("ArrowDown")
    expect(page.locator("[aria-live=polite]")).to_have_text("Milk, 1 of 1 in Dairy")
    settled(page)
    assert bot.titles(list_id).index("Item 0") == 40
    assert titles(page)[-1] == "Milk"
    expect(add_field(page, "Dairy")).to_be_visible()


def test_a_section_is_dragged_by_its_head_and_a_click_still_folds_it(people, list_id, bot):
    ids = [bot.section(list_id, title) for title in ("Dairy", "Bakery", "Fresh")]
    for section, title in zip(ids, ("Milk", "Bread", "Apples")):
        bot.insert(list_id, title, section=section)
    page = people.open(f"/l/{list_id}")
    before = bot.read(list_id)["revision"]
    head = page.locator(f'.section-head[data-section-id="{ids[2]}"]')
    x, y = middle(head.locator("h2"))
    page.mouse.move(x, y)
    page.mouse.down()
    _, to = middle(page.locator(f'.section-head[data-section-id="{ids[0]}"]'))
    page.mouse.move(x, to, steps=5)
    frames(page)
    page.mouse.up()
    expect_titles(page, "Apples", "Milk", "Bread")
    settled(page)
    after = bot.read(list_id)
    assert [each["title"] for each in after["sections"]] == ["Fresh", "Dairy", "Bakery"]
    assert after["revision"] == before + 1
    page.get_by_role("button", name="Dairy", exact=True).click()
    expect_titles(page, "Apples", "Bread")


def test_a_drop_far_down_scrolls_nothing_while_the_rows_slide(people, list_id, bot):
    bot.insert(list_id, *(f"Item {number}" for number in range(200)))
    page = people.open(f"/l/{list_id}", viewport={"width": 1280, "height": 800})
    # The way of a row takes so long that the server's answer comes while it is seen between.
    page.evaluate("() => document.documentElement.style.setProperty('--calm', '20s')")
    page.evaluate("() => scrollTo(0, 3_000)")
    expect(row(page, "Item 92")).to_be_in_viewport()
    Mouse(page, "Item 92").over(row(page, "Item 88")).drop()
    settled(page)
    bot.insert(list_id, "Last")
    expect(page.get_by_role("grid")).to_have_attribute("data-revision", str(bot.read(list_id)["revision"]))
    assert page.evaluate("() => scrollY") == 3_000
