"""The list as tiles: reordering by mouse, finger and keyboard, in both directions of reading."""

import base64

import pytest
from playwright.sync_api import expect

from handles import add_field, expect_titles, has_focus, row, settled, titles
from test_accessible import LOOKS, violations
from test_reordering import Finger, frames, middle

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==")
DESK = {"viewport": {"width": 980, "height": 1000}}


def grid(people, list_id, query="", **options):
    page = people.open(f"/l/{list_id}?view=grid{query}", **(options or DESK))
    expect(page.get_by_role("radio", name="Grid")).to_be_checked()
    expect(page.locator(".tile").first).to_be_visible()
    return page


def turn(page):
    """As in a language that is read from right to left."""
    page.evaluate("() => { document.documentElement.dir = 'rtl'; dispatchEvent(new Event('resize')); }")


def drag(page, title, target, part):
    """By the handle, to a share of the width of the target's tile."""
    row(page, title).hover()
    x, y = middle(page.get_by_role("button", name=f"Reorder {title}", exact=True))
    page.mouse.move(x, y)
    page.mouse.down()
    box = target.bounding_box()
    page.mouse.move(box["x"] + box["width"] * part, box["y"] + box["height"] / 2, steps=5)
    frames(page)
    page.mouse.up()


@pytest.fixture
def tiles(list_id, bot):
    """Two full rows and one that is not, on a desk of four columns; another section, and an empty one."""
    first = bot.section(list_id, "First")
    second = bot.section(list_id, "Second")
    bot.section(list_id, "Empty")
    bot.insert(list_id, *"ABCDEFGHIJ", section=first)
    bot.insert(list_id, "X", "Y", section=second)
    return list_id


def places(page):
    """The titles by rows of tiles, from the top, each from left to right."""
    shown = page.locator(".tile").evaluate_all(
        """all => all.map(each => {
          const box = each.getBoundingClientRect();
          return [Math.round(box.top), Math.round(box.left), each.querySelector('.title').textContent];
        })""")
    rows = {}
    for top, left, title in sorted(shown):
        rows.setdefault(top, []).append(title)
    return ["".join(each) for each in rows.values()]


@pytest.mark.parametrize("is_rtl", [False, True], ids=["ltr", "rtl"])
def test_a_tile_goes_beside_the_one_it_is_dropped_at(people, tiles, bot, is_rtl):
    page = grid(people, tiles)
    if is_rtl:
        turn(page)
    row_of_four = ["ABCD", "EFGH", "IJ", "XY"]
    assert places(page) == ([each[::-1] for each in row_of_four] if is_rtl else row_of_four)
    before = bot.read(tiles)["revision"]
    start, end = (0.9, 0.1) if is_rtl else (0.1, 0.9)
    drag(page, "F", row(page, "B"), start)
    settled(page)
    assert "".join(bot.titles(tiles)) == "AFBCDEGHIJXY"
    assert bot.read(tiles)["revision"] == before + 1
    assert has_focus(row(page, "F"))
    # After the last tile of a row that is not full.
    drag(page, "A", row(page, "J"), end)
    settled(page)
    assert "".join(bot.titles(tiles)) == "FBCDEGHIJAXY"
    # Into another section, beside its last tile.
    drag(page, "C", row(page, "Y"), end)
    settled(page)
    assert "".join(bot.titles(tiles)) == "FBDEGHIJAXYC"
    head = page.locator(".section-head").filter(has_text="Empty")
    drag(page, "X", head, 0.5)
    settled(page)
    items = bot.read(tiles)["items"]
    assert "".join(each["title"] for each in items) == "FBDEGHIJAYCX"
    assert items[-1]["section"] != items[-2]["section"]


def test_many_tiles_go_as_one_block(people, tiles, bot):
    page = grid(people, tiles)
    for title in "BDX":
        row(page, title).locator(".title").click(modifiers=["Control"])
    expect(page.get_by_text("3 selected")).to_be_visible()
    before = bot.read(tiles)["revision"]
    drag(page, "D", row(page, "I"), 0.1)
    settled(page)
    assert "".join(bot.titles(tiles)) == "ACEFGHBDXIJY"
    assert bot.read(tiles)["revision"] == before + 1


@pytest.mark.parametrize("is_rtl", [False, True], ids=["ltr", "rtl"])
def test_arrows_walk_and_with_alt_move_over_rows_and_sections(people, tiles, bot, is_rtl):
    page = grid(people, tiles)
    if is_rtl:
        turn(page)
    on = "ArrowLeft" if is_rtl else "ArrowRight"
    row(page, "C").focus()
    for key, title in [(on, "D"), (on, "E"), ("ArrowDown", "I"), ("ArrowDown", "X"), ("ArrowUp", "I"),
                       ("ArrowUp", "E")]:
        page.keyboard.press(key)
        expect(row(page, title)).to_be_focused()
    page.keyboard.press(f"Alt+{on}")
    expect_titles(page, *"ABCDFEGHIJXY")
    page.keyboard.press("Alt+ArrowUp")
    expect_titles(page, *"AEBCDFGHIJXY")
    page.keyboard.press("Alt+ArrowDown")
    expect_titles(page, *"ABCDFEGHIJXY")
    page.keyboard.press("Alt+ArrowDown")
    expect_titles(page, *"ABCDFGHIJEXY")
    page.keyboard.press("Alt+ArrowDown")
    expect_titles(page, *"ABCDFGHIJEXY")
    expect(page.locator("[aria-live=polite]")).to_have_text("E, 1 of 3 in Second")
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("[aria-live=polite]")).to_have_text("E, 1 of 1 in Empty")
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator("[aria-live=polite]")).to_have_text("E, 3 of 3 in Second")
    expect(row(page, "E")).to_be_focused()
    settled(page)
    assert "".join(bot.titles(tiles)) == "ABCDFGHIJXYE"


def test_a_finger_that_holds_drags_a_tile(people, tiles, bot):
    page = grid(people, tiles, viewport={"width": 390, "height": 740}, has_touch=True, is_mobile=True)
    assert places(page)[0] == "AB"
    finger = Finger(page)
    frames(page, 8)
    x, y = middle(row(page, "D"))
    finger.down(x, y)
    expect(page.locator(".drag-layer")).to_have_count(1)
    box = row(page, "A").bounding_box()
    to_x, to_y = box["x"] + 10, box["y"] + box["height"] / 2
    for step in range(1, 9):
        finger.move(x + (to_x - x) * step / 8, y + (to_y - y) * step / 8)
    frames(page)
    finger.up()
    settled(page)
    assert "".join(bot.titles(tiles)) == "DABCEFGHIJXY"


def test_pictures_are_fetched_only_once_the_viewer_allowed_them(people, tiles, bot):
    asked = []
    bot.insert(tiles, "Pictured", fields={"image": "https://pictures.example/a.png"})
    page = people.open(f"/l/{tiles}", **DESK)
    page.route("https://pictures.example/**", lambda route: (
        asked.append(route.request.headers.get("referer")),
        route.fulfill(body=PICTURE, content_type="image/png")))
    page.get_by_role("radio", name="Grid").check(force=True)
    expect(page.locator(".tile").filter(has_text="Pictured")).to_be_visible()
    heights = page.locator(".tile").evaluate_all("all => all.map(each => each.offsetHeight)")
    assert len(set(heights)) == 1 and asked == []
    page.get_by_role("button", name="Show pictures in this list").click()
    image = row(page, "Pictured").locator("img")
    expect(image).to_be_visible()
    assert page.locator(".tile").evaluate_all("all => all.map(each => each.offsetHeight)") == heights
    assert asked == [None]


def test_tiles_are_windowed_filtered_and_edited(people, list_id, bot):
    for start in range(0, 3_000, 1_000):
        bot.insert(list_id, *[f"Item {start + number}" for number in range(1_000)])
    page = grid(people, list_id)
    row(page, "Item 0").focus()
    page.keyboard.press("End")
    expect(row(page, "Item 2999")).to_be_focused()
    expect(row(page, "Item 2999")).to_be_in_viewport()
    assert len(titles(page)) < 120
    page.keyboard.press("F2")
    page.keyboard.type(" is the last")
    page.keyboard.press("Enter")
    settled(page)
    assert bot.titles(list_id)[-1] == "Item 2999 is the last"
    page.keyboard.press("/")
    page.keyboard.type("the last")
    expect_titles(page, "Item 2999 is the last")


@pytest.mark.parametrize("look", LOOKS)
def test_the_grid_has_no_violation(people, tiles, bot, look):
    bot.insert(tiles, "Pictured", fields={"image": "https://pictures.example/a.png", "quantity": 2})
    [theirs] = bot.insert(tiles, "Theirs", isDone=True)
    bot.say({"type": "presence", "list": tiles, "editing": theirs})
    page = grid(people, tiles, **LOOKS[look], reduced_motion="reduce")
    expect(row(page, "Theirs")).to_contain_text("Ben is editing")
    assert violations(page) == []
    turn(page)
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_field_for_new_items_is_the_last_tile_of_its_section(people, list_id, bot):
    dairy, empty = bot.section(list_id, "Dairy"), bot.section(list_id, "Empty")
    bot.insert(list_id, "Milk", section=dairy)
    page = people.open(f"/l/{list_id}?view=grid", viewport={"width": 1280, "height": 800})
    field = add_field(page, "Dairy")
    tile, place = row(page, "Milk"), field.locator("xpath=ancestor::*[@role='row']")
    expect(tile).to_be_visible()
    first, last = tile.bounding_box(), place.bounding_box()
    assert last["y"] == first["y"] and last["x"] > first["x"] + first["width"]
    field.fill("Butter")
    page.keyboard.press("Enter")
    expect(row(page, "Butter")).to_be_visible()
    expect(field).to_be_focused()
    assert row(page, "Butter").bounding_box()["x"] == last["x"]
    assert place.bounding_box()["x"] > last["x"]
    # It takes no room where nothing may be added, and an empty section takes what is dropped.
    assert bot.read(list_id)["sections"][1]["id"] == empty
    page.goto(page.url + "&readonly=1")
    expect(row(page, "Butter")).to_be_visible()
    expect(field).to_be_hidden()


@pytest.mark.parametrize("view", ["list", "grid"])
def test_numbers_of_own_fields_are_summed_below_a_section(people, list_id, bot, view):
    dairy = bot.section(list_id, "Dairy")
    ids = bot.insert(list_id, "Milk", "Butter", section=dairy, fields={"Price": 1.25, "quantity": 2})
    page = people.open(f"/l/{list_id}?view={view}")
    sums = page.get_by_role("row", name="Sum: Price 2.5", exact=True)
    expect(sums).to_be_visible()
    bot.mutate(list_id, {"op": "edit", "id": ids[0], "fields": {"Price": 0.1}})
    expect(page.get_by_role("row", name="Sum: Price 1.35", exact=True)).to_be_visible()
    bot.mutate(list_id, {"op": "edit", "id": ids[0], "fields": {"Price": "dear"}})
    expect(page.locator(".row-sums:not([hidden])")).to_have_count(0)
