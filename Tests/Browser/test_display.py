"""The list on a screen on the wall."""

import re

import pytest
from playwright.sync_api import expect

from test_accessible import violations
from test_reordering import frames

WALL = {"viewport": {"width": 1600, "height": 900}}
LOCK = """
globalThis.locks = 0;
Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
  globalThis.locks += 1;
  return { release() { globalThis.locks -= 1; } };
} } });
"""


def wall(people, list_id, **options):
    page = people.open(f"/l/{list_id}?view=display", **(options or WALL))
    expect(page.locator(".display-item").first).to_be_visible()
    return page


@pytest.fixture
def kitchen(list_id, bot):
    for title in ("Prepare", "Cook"):
        section = bot.section(list_id, title)
        bot.insert(list_id, *[f"{title} {number}" for number in range(4)], section=section, fields={"quantity": 2})
    return list_id


def test_a_column_a_section_follows_what_others_do(people, kitchen, bot):
    page = wall(people, kitchen)
    left, right = (page.locator(".display-column").nth(at).bounding_box() for at in (0, 1))
    assert left["y"] == right["y"] and left["x"] + left["width"] <= right["x"]
    first = bot.read(kitchen)["items"][0]
    bot.mutate(kitchen, {"op": "toggle", "ids": [first["id"]], "isDone": True})
    item = page.locator(f'[data-item-id="{first["id"]}"]')
    expect(item).to_have_class(re.compile("is-done"))
    bot.mutate(kitchen, {"op": "reorder", "sources": [first["id"]],
                         "destination": {"section": bot.read(kitchen)["sections"][1]["id"]}})
    expect(page.locator(".display-column").nth(1).locator(".display-item")).to_have_count(5)
    # Nothing on it can be pressed, and the device keeps no such view.
    item.click()
    expect(page.get_by_role("complementary", name="Details")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_role("radio", name="List")).to_be_checked()
    assert "view" not in page.url


def test_what_does_not_fit_gives_way_what_is_done_first(people, kitchen, bot):
    section = bot.read(kitchen)["sections"][0]["id"]
    done = bot.insert(kitchen, *[f"Done {number}" for number in range(30)], section=section, isDone=True)
    page = wall(people, kitchen)
    bot.insert(kitchen, "Late", section=section)
    expect(page.get_by_text("Late", exact=True)).to_be_visible()
    assert page.locator(".display-item").count() < 8 + len(done)
    bot.insert(kitchen, *[f"Open {number}" for number in range(50)], section=section)
    expect(page.locator(".display-rest").first).to_contain_text("more")
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_heads_are_of_one_height_with_a_name_or_without(people, kitchen, bot):
    bot.insert(kitchen, "Loose")
    page = wall(people, kitchen)
    expect(page.get_by_text("Loose", exact=True)).to_be_visible()
    heads = [head.bounding_box() for head in page.locator(".display-head").all()]
    assert len(heads) == 3 and len({(head["y"], head["height"]) for head in heads}) == 1, heads


def test_it_comes_back_by_itself_and_keeps_the_screen_awake(people, kitchen, bot, line):
    page = people.open(f"/l/{kitchen}?view=display", port=line.port, **WALL)
    page.add_init_script(LOCK)
    page.reload()
    expect(page.locator(".display-item")).to_have_count(8)
    page.wait_for_function("() => globalThis.locks === 1")
    line.cut()
    page.wait_for_selector('html[data-connection="offline"]')
    expect(page.locator(".display-item")).to_have_count(8)
    section = bot.read(kitchen)["sections"][0]["id"]
    bot.insert(kitchen, "Meanwhile", section=section)
    line.mend()
    expect(page.get_by_text("Meanwhile", exact=True)).to_be_visible(timeout=30_000)
    page.keyboard.press("Escape")
    page.wait_for_function("() => globalThis.locks === 0")


def test_a_day_of_changes_leaves_nothing_behind(people, kitchen, bot):
    page = wall(people, kitchen)
    section = bot.read(kitchen)["sections"][0]["id"]

    def nodes():
        frames(page)
        return page.evaluate("() => document.querySelectorAll('*').length")

    def churn(rounds):
        for _ in range(rounds):
            ids = bot.insert(kitchen, *[f"Dish {number}" for number in range(5)], section=section)
            bot.mutate(kitchen, {"op": "toggle", "ids": ids, "isDone": True})
            bot.mutate(kitchen, {"op": "delete", "ids": ids})
        expect(page.locator(".display-item")).to_have_count(8)

    churn(20)
    before = nodes()
    churn(150)
    assert abs(nodes() - before) < 20


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_display_has_no_violation(people, kitchen, scheme):
    page = wall(people, kitchen, **WALL, color_scheme=scheme, reduced_motion="reduce")
    assert violations(page) == []
    page.evaluate("() => { document.documentElement.dir = 'rtl'; dispatchEvent(new Event('resize')); }")
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".display-item")).to_have_count(8)
    assert violations(page) == []
