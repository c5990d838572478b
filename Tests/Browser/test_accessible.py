"""Every screen through axe, in light and dark, on a desk and on a phone; and the grid pattern."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from handles import row

LOOKS = {
    "desk, light": {"viewport": {"width": 1280, "height": 800}},
    "desk, dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "phone, light": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "phone, dark": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
                    "color_scheme": "dark"},
}


@pytest.fixture
def full_list(list_id, bot):
    """Something of everything a row can show."""
    dairy = bot.section(list_id, "Dairy")
    bot.section(list_id, "Empty")
    bot.insert(list_id, "Milk", section=dairy, fields={"quantity": "2 l", "note": "x", "due": "2020-01-01"})
    fields = {"assignee": "Dana", "url": "https://a.example"}
    bot.insert(list_id, "Done", section=dairy, isDone=True, fields=fields)
    [theirs] = bot.insert(list_id, "Theirs")
    bot.insert(list_id, "مشتريات", "A long title " * 12)
    bot.say({"type": "presence", "list": list_id, "editing": theirs})
    return list_id


def violations(page):
    found = Axe().run(page).response["violations"]
    return [(each["id"], node["target"], node["failureSummary"]) for each in found for node in each["nodes"]]


@pytest.mark.parametrize("look", LOOKS)
def test_no_screen_has_a_violation(people, full_list, look):
    page = people.open(f"/l/{full_list}", **LOOKS[look], reduced_motion="reduce")
    expect(row(page, "Theirs")).to_contain_text("Ben is editing")
    assert violations(page) == []
    page.get_by_role("button", name="List menu").click()
    assert violations(page) == []
    page.get_by_text("Select items").click()
    assert violations(page) == []
    page.get_by_role("button", name="End selection").click()
    page.keyboard.press("/")
    page.keyboard.type("nothing like it")
    expect(page.get_by_role("heading", name="Nothing matches")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    row(page, "Milk").focus()
    page.keyboard.press(" ")
    expect(page.get_by_role("complementary", name="Details")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    row(page, "Milk").focus()
    page.keyboard.press("Delete")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="List menu").click()
    page.get_by_text("Delete list…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.goto(page.url.split("/l/")[0] + "/")
    expect(page.get_by_role("listitem").first).to_be_visible()
    assert violations(page) == []


def test_rows_tell_their_place_and_one_of_them_is_a_tab_stop(people, full_list):
    page = people.open(f"/l/{full_list}")
    rows = page.get_by_role("grid").get_by_role("row")
    indices = [int(each) for each in rows.evaluate_all(
        "rows => rows.filter(row => row.ariaRowIndex).map(row => row.ariaRowIndex)")]
    assert indices == sorted(indices)
    row(page, "Theirs").focus()
    page.keyboard.press("ArrowDown")
    expect(row(page, "مشتريات")).to_be_focused()
    page.keyboard.press("Home")
    expect(row(page, "Theirs")).to_be_focused()
    page.keyboard.press("End")
    expect(row(page, "Done")).to_be_focused()
    stops = page.locator("[data-item-id][tabindex='0']")
    assert stops.count() == 1


@pytest.mark.parametrize("look", ["desk, light", "phone, dark"])
def test_from_right_to_left_nothing_is_cut_or_wrong(people, full_list, look):
    page = people.open(f"/l/{full_list}", **LOOKS[look], reduced_motion="reduce")
    expect(row(page, "Theirs")).to_contain_text("Ben is editing")
    page.evaluate("() => { document.documentElement.dir = 'rtl'; dispatchEvent(new Event('resize')); }")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    title, check = (row(page, "Milk").locator(each).bounding_box() for each in (".title", ".check"))
    assert check["x"] > title["x"], "the box stands where the reading begins"
    assert violations(page) == []


def test_filters_pictures_and_pasting_have_no_violation(people, full_list, bot):
    bot.insert(full_list, "Pictured", fields={"image": "https://pictures.example/a.png"})
    page = people.open(f"/l/{full_list}?state=open", reduced_motion="reduce")
    expect(page.get_by_role("button", name="Remove filter: Not done")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Filter", exact=True).click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    row(page, "Pictured").focus()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Show pictures in this list")).to_be_visible()
    assert violations(page) == []
    page.goto(page.url.split("/l/")[0] + "/l/no-such-list-here")
    expect(page.get_by_role("textbox", name="Paste a link to a list")).to_be_visible()
    assert violations(page) == []
