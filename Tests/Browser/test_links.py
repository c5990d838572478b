"""What comes from other programs, and links that carry a view."""

import json

from playwright.sync_api import expect

from conftest import ROOT
from handles import expect_titles, row, settled
from test_accessible import violations
from test_files_and_filters import list_menu


def test_what_a_phone_shares_goes_into_the_list_that_is_chosen(people, list_id, bot):
    manifest = json.loads((ROOT / "web-client" / "manifest.webmanifest").read_text())
    assert manifest["share_target"]["params"] == {"title": "title", "text": "text", "url": "url"}
    bot.mutate(list_id, {"op": "setTitle", "title": f"For {list_id}"})
    page = people.open("/?title=Soup&text=For%20Friday&url=https%3A%2F%2Fa.example%2Fsoup", reduced_motion="reduce")
    expect(page.get_by_text("Choose the list that it goes into.")).to_be_visible()
    assert "?" not in page.url
    # One line, on a screen that has loaded no style sheet of the views.
    box = page.get_by_role("status").filter(has_text="Soup")
    words, close = box.locator("p").bounding_box(), box.get_by_role("button").bounding_box()
    assert close["y"] < words["y"] + words["height"] and close["x"] >= words["x"] + words["width"]
    assert violations(page) == []
    page.get_by_role("link", name=f"For {list_id}").click()
    expect_titles(page, "Soup")
    settled(page)
    [item] = bot.read(list_id)["items"]
    assert item["fields"] == {"url": "https://a.example/soup", "note": "For Friday"}
    page.get_by_role("button", name="Undo", exact=True).click()
    expect_titles(page)
    page.get_by_role("link", name="LiveList, all lists").click()
    expect(page.get_by_role("link", name=f"For {list_id}")).to_be_visible()
    expect(page.get_by_text("Choose the list that it goes into.")).to_have_count(0)


def test_a_link_carries_view_order_filter_and_whether_one_only_looks(people, list_id, bot):
    section = bot.section(list_id, "Dairy")
    bot.insert(list_id, "Salt", fields={"n": 1})
    bot.insert(list_id, "Milk", "Cheese", section=section, fields={"n": 2})
    page = people.open(f"/l/{list_id}?view=table&sort=-title&section={section}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect_titles(page, "Milk", "Cheese")
    list_menu(page, "Link to this view…")
    page.get_by_role("menuitem", name="Copy a link for looking only").click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    link = page.evaluate("() => navigator.clipboard.readText()")
    other = people.open("/l/" + link.split("/l/")[1])
    expect_titles(other, "Milk", "Cheese")
    expect(other.get_by_role("radio", name="Table")).to_be_checked()
    expect(other.get_by_text("You can look, but not change, this list.")).to_be_visible()
    row(other, "Milk").locator('[data-column=".n"]').click()
    other.keyboard.type("9")
    other.keyboard.press("Enter")
    expect(other.locator(".cell-input")).to_have_count(0)
    assert [item["fields"]["n"] for item in bot.read(list_id)["items"]] == [1, 2, 2]


def test_a_box_that_may_not_be_changed_still_shows_its_tick(people, list_id, bot):
    bot.insert(list_id, "Milk", isDone=True)
    page = people.open(f"/l/{list_id}?readonly=1", reduced_motion="reduce")
    box = row(page, "Milk").get_by_role("checkbox")
    expect(box).to_be_disabled()
    expect(box).to_be_checked()
    # Were the box itself pale, it would lie over the tick that is drawn upon it.
    expect(box).to_have_css("opacity", "1")
