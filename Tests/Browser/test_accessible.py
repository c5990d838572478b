"""Every screen through axe, in light and dark, on a desk and on a phone; and the grid pattern."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import People, browser_path
from handles import row

LOOKS = {
    "desk, light": {"viewport": {"width": 1280, "height": 800}},
    "desk, dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "phone, light": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "phone, dark": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
                    "color_scheme": "dark"},
    "phone, forced colours": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
                              "forced_colors": "active", "color_scheme": "dark"},
    "phone, more contrast": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
                             "contrast": "more", "color_scheme": "dark"},
}
PHONE = LOOKS["phone, light"]


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
    # Forced colours are the reader's own: what axe reads are those that the page would have had.
    is_forced = page.evaluate("() => matchMedia('(forced-colors: active)').matches")
    options = {"rules": {"color-contrast": {"enabled": not is_forced}}}
    found = Axe().run(page, options=options).response["violations"]
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


def test_forced_colours_show_the_choice_and_the_focus(people, list_id, bot):
    bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}", viewport={"width": 1280, "height": 800}, forced_colors="active")
    page.get_by_role("button", name="List menu").click()
    expect(page.get_by_role("menuitem").first).to_have_css("outline-style", "solid")
    page.keyboard.press("Escape")
    for chosen, other in (("List", "Table"), ("Table", "List")):
        page.get_by_role("radio", name=chosen).focus()
        page.keyboard.press("Space")
        expect(page.locator("label").filter(has=page.get_by_role("radio", name=chosen))).to_have_css(
            "outline-style", "solid")
        expect(page.locator("label").filter(has=page.get_by_role("radio", name=other))).to_have_css(
            "outline-style", "none")


@pytest.fixture(scope="module")
def large_text(playwright):
    """A browser whose reader wants text twice as large."""
    browser = playwright.chromium.launch(
        executable_path=browser_path(),
        args=["--no-sandbox", "--ignore-certificate-errors", "--blink-settings=defaultFontSize=32"])
    yield browser
    browser.close()


@pytest.mark.parametrize("options", [{"viewport": {"width": 1280, "height": 900}}, PHONE], ids=["desk", "phone"])
def test_text_twice_as_large_is_neither_cut_nor_covered(large_text, server, full_list, options):
    readers = People(large_text, server)
    page = readers.open(f"/l/{full_list}", **options, reduced_motion="reduce")
    expect(row(page, "Theirs")).to_contain_text("Ben is editing")
    fits = "() => document.documentElement.scrollWidth <= innerWidth && innerWidth === outerWidth"
    assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == "32px"
    assert page.evaluate(fits)
    # What has the focus is not under a bar (WCAG 2.2, 2.4.11).
    for title in ("Milk", "Done", "Theirs"):
        row(page, title).focus()
        assert row(page, title).evaluate(IS_SEEN), title
    page.get_by_role("button", name="List menu").click()
    page.get_by_text("Select items").click()
    row(page, "Milk").get_by_role("checkbox").check()
    assert page.evaluate(fits)
    tops = page.locator("[data-item-id]").evaluate_all(
        "rows => rows.map(row => row.getBoundingClientRect()).map(box => [box.top, box.bottom])")
    assert all(above[1] <= below[0] + 1 for above, below in zip(tops, tops[1:])), "no row lies over another"
    for name in ("Select all", "Move", "End selection"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="End selection").click()
    row(page, "Milk").focus()
    page.keyboard.press(" ")
    details = page.get_by_role("complementary", name="Details")
    expect(details).to_be_visible()
    assert page.evaluate(fits)
    expect(details.get_by_role("button", name="Delete")).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    readers.close()
    assert readers.errors == []


# Whether the middle of an element, and its edges, are what a pointer there would hit.
IS_SEEN = """element => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every(share => {
    const hit = document.elementFromPoint(left + width / 2, top + height * share);
    return element.contains(hit);
  });
}"""
