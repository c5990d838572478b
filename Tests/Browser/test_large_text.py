"""Grid, table and import for a reader whose text is twice as large."""

from playwright.sync_api import expect

from conftest import People
from handles import row
from test_accessible import PHONE, full_list, large_text, violations
from test_import import TABLE, list_menu

assert full_list and large_text, "fixtures"
FITS = "() => document.documentElement.scrollWidth <= innerWidth && innerWidth === outerWidth"


def test_a_phone_shows_one_tile_in_a_row(large_text, server, full_list):
    readers = People(large_text, server)
    page = readers.open(f"/l/{full_list}?view=grid", **PHONE)
    tile = row(page, "Milk")
    expect(tile).to_be_visible()
    assert page.evaluate(FITS)
    assert tile.bounding_box()["width"] > 300
    readers.close()
    assert readers.errors == []


def test_columns_grow_with_their_text(large_text, server, full_list):
    readers = People(large_text, server)
    page = readers.open(f"/l/{full_list}?view=table", viewport={"width": 1600, "height": 900})
    head = page.get_by_role("columnheader", name="Quantity")
    expect(head).to_be_visible()
    name = head.locator(".head-name")
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), "the name of the column is cut"
    width = head.bounding_box()["width"]
    head.get_by_role("button").focus()
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name="Wider").click()
    assert abs(head.bounding_box()["width"] - width - 32) < 2
    assert page.evaluate(FITS)
    readers.close()
    assert readers.errors == []


def test_nothing_of_the_import_is_cut_on_a_phone(large_text, server, full_list):
    readers = People(large_text, server)
    page = readers.open(f"/l/{full_list}", **PHONE, reduced_motion="reduce")
    list_menu(page, "Import…")
    page.get_by_role("textbox", name="Paste lines").fill(TABLE)
    expect(page.get_by_role("group", name="What the columns are")).to_be_visible()
    assert page.get_by_role("dialog").evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    assert violations(page) == []
    readers.close()
    assert readers.errors == []
