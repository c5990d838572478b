"""The list as a table: columns, sorting, and cells as in a spreadsheet."""

import uuid

import pytest
from playwright.sync_api import expect

from handles import expect_titles, is_focused, paste, row, settled
from test_accessible import LOOKS, violations
from test_reordering import Mouse, frames


def table(people, list_id, query="", **options):
    page = people.open(f"/l/{list_id}?view=table{query}", **options)
    expect(page.get_by_role("radio", name="Table")).to_be_checked()
    return page


def cell(page, title, column):
    return row(page, title).locator(f'[data-column="{column}"]')


def fields(bot, list_id):
    return {item["title"]: item.get("fields", {}) for item in bot.read(list_id)["items"]}


def choose(page, button, entry):
    page.get_by_role("button", name=button, exact=True).click()
    page.get_by_role("menu").get_by_text(entry, exact=True).click()


@pytest.fixture
def running(list_id, bot):
    """Two sections with fields of several kinds."""
    first, second = bot.section(list_id, "First half"), bot.section(list_id, "Second half")
    bot.insert(list_id, "Doors", section=first, fields={"Min": 30, "Stage": "Foyer", "due": "2026-11-30"})
    bot.insert(list_id, "Choir", section=first, fields={"Min": 14, "Stage": "Main"})
    bot.insert(list_id, "Welcome", section=first, fields={"Min": 5, "Stage": "Main"})
    bot.insert(list_id, "Raffle", section=second, fields={"Min": 6.5, "Stage": "Foyer"})
    return list_id


def test_the_view_is_chosen_and_the_address_and_the_device_hold_it(people, running):
    page = people.open(f"/l/{running}")
    page.get_by_role("radio", name="Table").check(force=True)
    expect(page.get_by_role("columnheader", name="Min")).to_be_visible()
    assert "view=table" in page.url
    grid = page.get_by_role("grid")
    assert grid.get_attribute("aria-colcount") == "6"
    expect(grid).to_have_attribute("aria-rowcount", "11")
    page.goto(page.url.split("?")[0])
    expect(page.get_by_role("columnheader", name="Min")).to_be_visible()
    page.get_by_role("radio", name="List").check(force=True)
    expect(page.get_by_role("columnheader")).to_have_count(0)
    assert "view" not in page.url
    expect_titles(page, "Doors", "Choir", "Welcome", "Raffle")


def test_columns_sort_one_by_one_and_by_several_and_the_own_order_comes_back(people, running, bot):
    page = table(people, running)
    minutes = page.get_by_role("columnheader", name="Min").get_by_role("button")
    minutes.click()
    expect_titles(page, "Welcome", "Choir", "Doors", "Raffle")
    expect(page.get_by_role("columnheader", name="Min")).to_have_attribute("aria-sort", "ascending")
    minutes.click()
    expect_titles(page, "Doors", "Choir", "Welcome", "Raffle")
    assert "sort=-.Min" in page.url
    page.get_by_role("columnheader", name="Stage").get_by_role("button").click()
    minutes.click(modifiers=["Shift"])
    expect_titles(page, "Doors", "Welcome", "Choir", "Raffle")
    page.reload()
    expect_titles(page, "Doors", "Welcome", "Choir", "Raffle")
    expect(page.get_by_text("Sorted by Stage ↑, Min ↑, dragging is off")).to_be_visible()
    # Another's change goes where it belongs, and rows can't be moved.
    before = bot.read(running)["revision"]
    [late] = bot.insert(running, "Late", section=bot.read(running)["sections"][0]["id"], fields={"Min": 1})
    expect_titles(page, "Doors", "Welcome", "Choir", "Late", "Raffle")
    cell(page, "Welcome", "title").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.get_by_text("Sorted by Stage, Min, dragging is off", exact=True).first).to_be_visible()
    bot.mutate(running, {"op": "edit", "id": late, "fields": {"Stage": "Foyer"}})
    expect_titles(page, "Late", "Doors", "Welcome", "Choir", "Raffle")
    assert bot.read(running)["revision"] == before + 2
    # Without groups, all are sorted together.
    choose(page, "Columns", "Group by section")
    expect_titles(page, "Late", "Raffle", "Doors", "Welcome", "Choir")
    choose(page, "Columns", "Group by section")
    page.get_by_role("button", name="As arranged").click()
    expect_titles(page, "Doors", "Choir", "Welcome", "Late", "Raffle")
    assert bot.titles(running) == ["Doors", "Choir", "Welcome", "Late", "Raffle"]


def test_cells_are_edited_by_the_keyboard_as_in_a_spreadsheet(people, running, bot):
    page = table(people, running)
    cell(page, "Doors", ".Min").click()
    page.keyboard.type("45")
    page.keyboard.press("Enter")
    assert is_focused(cell(page, "Choir", ".Min"))
    page.keyboard.press("F2")
    page.keyboard.type("0")
    page.keyboard.press("Tab")
    assert is_focused(cell(page, "Choir", ".Stage"))
    page.keyboard.press("Enter")
    page.keyboard.type(" hall")
    page.keyboard.press("Escape")
    assert is_focused(cell(page, "Choir", ".Stage"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Delete")
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("Hello")
    page.keyboard.press("Shift+Enter")
    assert is_focused(cell(page, "Choir", "title"))
    settled(page)
    items = fields(bot, running)
    assert items["Doors"]["Min"] == 45 and items["Choir"] == {"Min": 140, "Stage": "Main"}
    assert items["Hello"] == {"Min": 5}
    assert [each["title"] for each in bot.read(running)["items"] if each["isDone"]] == ["Hello"]


def test_a_pasted_block_is_one_change_and_one_undo_and_a_copied_one_has_tabs(people, running, bot):
    page = table(people, running)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    before = bot.read(running)
    cell(page, "Welcome", ".Min").click()
    paste(page, "7\tHall\n8\tYard\n")
    settled(page)
    after = bot.read(running)
    assert after["revision"] == before["revision"] + 1
    assert [each["fields"].get("Stage") for each in after["items"]] == ["Foyer", "Main", "Hall", "Yard"]
    page.get_by_role("button", name="Undo", exact=True).click()
    settled(page)
    assert fields(bot, running)["Raffle"] == {"Min": 6.5, "Stage": "Foyer"}
    cell(page, "Doors", ".Min").click()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".is-chosen")).to_have_count(4)
    page.keyboard.press("Control+c")
    expect(page.get_by_text("Copied 4 cells")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == "30\tFoyer\n14\tMain"
    paste(page, "1")
    settled(page)
    assert fields(bot, running)["Choir"] == {"Min": 1, "Stage": "1"}
    # Rows below the last one become items.
    cell(page, "Raffle", "title").click()
    paste(page, "Raffle two\nQuintet\nSpeech")
    expect_titles(page, "Doors", "Choir", "Welcome", "Raffle two", "Quintet", "Speech")


def test_a_block_that_is_cut_is_on_the_clipboard_and_one_undo_away(people, running, bot):
    page = table(people, running)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    cell(page, "Doors", "title").click()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+End")
    page.keyboard.press("Control+x")
    expect(page.get_by_text("Cut 8 cells")).to_be_visible()
    expect(cell(page, "Doors", ".Min")).to_have_text("")
    assert page.evaluate("() => navigator.clipboard.readText()") == (
        "Doors\t2026-11-30\t30\tFoyer\nChoir\t\t14\tMain")
    settled(page)
    # An item keeps its title.
    assert fields(bot, running)["Doors"] == {} and fields(bot, running)["Choir"] == {}
    page.get_by_role("button", name="Undo", exact=True).click()
    settled(page)
    assert fields(bot, running)["Choir"] == {"Min": 14, "Stage": "Main"}


def heads(page):
    return page.locator("[data-head]").evaluate_all("all => all.map(each => each.dataset.head)")


def test_columns_are_moved_by_mouse_keyboard_and_menu_on_this_device(people, running):
    page = table(people, running)
    assert heads(page) == ["done", "title", ".due", ".Min", ".Stage"]
    stage, due = (page.get_by_role("columnheader", name=name) for name in ("Stage", "Due"))
    box, to = stage.bounding_box(), due.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 15)
    page.mouse.down()
    page.mouse.move(box["x"] + 8, box["y"] + 15)
    page.mouse.move(to["x"] + 10, to["y"] + 20)
    expect(page.locator(".column-line")).to_be_visible()
    page.mouse.up()
    expect(page.locator("[data-head]").nth(2)).to_have_attribute("data-head", ".Stage")
    assert heads(page) == ["done", "title", ".Stage", ".due", ".Min"]
    assert "sort" not in page.url
    expect(page.locator('.table-row').first.locator("[data-column]").nth(2)).to_have_text("Foyer")
    due.get_by_role("button").focus()
    page.keyboard.press("Alt+ArrowRight")
    page.keyboard.press("Alt+ArrowRight")
    assert heads(page) == ["done", "title", ".Stage", ".Min", ".due"]
    expect(due.get_by_role("button")).to_be_focused()
    expect(page.get_by_text("Due, column 5 of 5")).to_be_attached()
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name="Move left").click()
    page.reload()
    expect(due).to_be_visible()
    assert heads(page) == ["done", "title", ".Stage", ".due", ".Min"]
    # From right to left the arrows go the other way, as they look.
    page.evaluate("() => { document.documentElement.dir = 'rtl'; dispatchEvent(new Event('resize')); }")
    due.get_by_role("button").focus()
    page.keyboard.press("Alt+ArrowLeft")
    assert heads(page) == ["done", "title", ".Stage", ".Min", ".due"]


def test_the_sheet_of_keys_has_those_of_the_table(people, running):
    page = table(people, running)
    page.get_by_role("columnheader", name="Title").get_by_role("button").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Copy, cut, paste cells")).to_be_attached()
    assert violations(page) == []


def test_the_head_of_a_section_stays_whole_where_the_table_is_scrolled(people, running, bot):
    [item] = [each["id"] for each in bot.read(running)["items"] if each["title"] == "Doors"]
    bot.mutate(running, {"op": "edit", "id": item, "fields": {f"Field {n}": n for n in range(12)}})
    page = table(people, running)
    expect(page.get_by_role("columnheader", name="Field 11")).to_be_attached()
    more = page.get_by_role("button", name="More actions for First half")
    before = more.bounding_box()["x"]
    page.locator(".table-scroll").evaluate("box => { box.scrollLeft = 500; }")
    frames(page)
    assert page.locator(".table-scroll").evaluate("box => box.scrollLeft") > 400
    assert more.bounding_box()["x"] == before


def test_others_change_and_delete_what_is_edited_and_no_text_is_lost(people, running, bot):
    page = table(people, running)
    ids = {item["title"]: item["id"] for item in bot.read(running)["items"]}
    cell(page, "Doors", ".Stage").click()
    page.keyboard.type("Yard")
    bot.mutate(running, {"op": "edit", "id": ids["Doors"], "fields": {"Stage": "Hall", "Min": 31}})
    expect(cell(page, "Doors", ".Min")).to_have_text("31")
    expect(page.get_by_role("textbox", name="Stage").or_(page.get_by_role("combobox"))).to_have_value("Yard")
    page.keyboard.press("Enter")
    expect(cell(page, "Doors", ".Stage")).to_have_text("Yard")
    both = page.get_by_role("group", name="Ben changed “Stage” while you were typing")
    expect(both).to_contain_text("Hall")
    both.get_by_role("button", name="Use Ben’s").click()
    expect(cell(page, "Doors", ".Stage")).to_have_text("Hall")
    expect(both).to_have_count(0)
    cell(page, "Choir", ".Stage").click()
    page.keyboard.type("Tent")
    bot.mutate(running, {"op": "delete", "ids": [ids["Choir"]]})
    expect(page.get_by_text("The item was deleted. You had typed “Tent”.")).to_be_visible()


def test_own_fields_are_made_renamed_and_converted_for_everyone(people, running, bot):
    page = table(people, running)
    choose(page, "Columns", "Add a field")
    page.get_by_label("Name of the field").fill("Seats")
    page.get_by_label("Kind").select_option("number")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("columnheader", name="Seats")).to_be_visible()
    cell(page, "Doors", ".Seats").click()
    page.keyboard.type("120")
    page.keyboard.press("Enter")
    page.keyboard.type("1,5")
    page.keyboard.press("Enter")
    settled(page)
    assert fields(bot, running)["Doors"]["Seats"] == 120 and fields(bot, running)["Choir"]["Seats"] == 1.5
    sums = page.locator(".row-sums:not([hidden])").first
    expect(sums).to_contain_text("121.5")
    expect(sums).to_contain_text("49")
    page.get_by_role("columnheader", name="Seats").click(button="right")
    page.get_by_role("menuitem", name="Rename the field…").click()
    page.get_by_role("textbox", name="Name of the field").fill("Places")
    before = bot.read(running)["revision"]
    page.get_by_role("button", name="Save").click()
    settled(page)
    after = bot.read(running)
    assert after["revision"] == before + 1 and after["items"][0]["fields"]["Places"] == 120
    page.get_by_role("columnheader", name="Places").click(button="right")
    page.get_by_role("menuitemradio", name="Text").click()
    settled(page)
    assert fields(bot, running)["Doors"]["Places"] == "120"
    other = table(people, running)
    expect(other.get_by_role("columnheader", name="Places")).to_be_visible()
    expect(other.locator(".row-sums:not([hidden])").first).not_to_contain_text("121.5")


def test_columns_are_hidden_and_made_wider_on_this_device(people, running):
    page = table(people, running)
    head = page.get_by_role("columnheader", name="Stage")
    width = head.bounding_box()["width"]
    head.get_by_role("button").focus()
    page.keyboard.press("Shift+F10")
    page.get_by_role("menuitem", name="Wider").click()
    assert head.bounding_box()["width"] == width + 32
    choose(page, "Columns", "Due")
    choose(page, "Columns", "Changed by")
    page.reload()
    expect(page.get_by_role("columnheader", name="Changed by")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Due")).to_have_count(0)
    assert head.bounding_box()["width"] == width + 32


def test_rows_are_dragged_and_selected_as_in_the_list(people, running, bot):
    page = table(people, running)
    Mouse(page, "Welcome").over(row(page, "Doors"), 0.2).drop()
    expect_titles(page, "Welcome", "Doors", "Choir", "Raffle")
    row(page, "Doors").locator(".title").click(modifiers=["Control"])
    row(page, "Raffle").locator(".title").click(modifiers=["Control"])
    expect(page.get_by_text("2 selected")).to_be_visible()
    page.get_by_role("toolbar").get_by_role("button", name="Delete").click()
    expect_titles(page, "Welcome", "Choir")
    settled(page)
    assert bot.titles(running) == ["Welcome", "Choir"]


def test_a_narrow_screen_has_the_other_values_in_a_second_line(people, running):
    page = table(people, running, viewport={"width": 390, "height": 844})
    expect(row(page, "Doors").locator(".row-values")).to_contain_text("30")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    choose(page, "Sort", "Min")
    expect_titles(page, "Welcome", "Choir", "Doors", "Raffle")


@pytest.mark.parametrize("look", LOOKS)
def test_the_table_has_no_violation(people, running, look):
    page = table(people, running, "&sort=.Min", **LOOKS[look], reduced_motion="reduce")
    expect(row(page, "Doors")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Columns").click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.evaluate("() => { document.documentElement.dir = 'rtl'; dispatchEvent(new Event('resize')); }")
    if "desk" in look:
        cell(page, "Doors", ".Stage").dblclick()
        expect(page.locator(".cell-input")).to_be_focused()
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_arrows_reach_every_cell_past_the_window(people, list_id, bot):
    for start in range(0, 3_000, 1_000):
        bot.insert(list_id, *[f"Item {start + number}" for number in range(1_000)], fields={"n": start})
    page = table(people, list_id)
    cell(page, "Item 0", "title").focus()
    page.keyboard.press("Control+ArrowDown")
    expect(cell(page, "Item 2999", "title")).to_be_focused()
    expect(row(page, "Item 2999")).to_be_in_viewport()
    assert row(page, "Item 2999").get_attribute("aria-rowindex") == "3001"
    page.keyboard.press("End")
    expect(cell(page, "Item 2999", ".n")).to_be_focused()
    page.keyboard.press("Control+Home")
    expect(cell(page, "Item 0", "done")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("columnheader", name="Done").get_by_role("button")).to_be_focused()
    assert page.locator("[data-item-id]").count() < 100
    frames(page)
    assert str(uuid.UUID(page.locator("[data-item-id]").first.get_attribute("data-item-id")))


def test_details_have_a_field_of_the_kind_that_its_values_are_of(people, running, bot):
    bot.insert(running, "Lights", fields={"Booked": True, "When": "2026-12-01", "Plan": "https://a.example/p"})
    page = people.open(f"/l/{running}")
    row(page, "Lights").focus()
    page.keyboard.press(" ")
    panel = page.get_by_role("complementary", name="Details")
    panel.get_by_label("Booked").select_option("No")
    assert panel.get_by_label("When").get_attribute("type") == "date"
    expect(panel.get_by_role("link", name="Open link")).to_have_attribute("href", "https://a.example/p")
    panel.get_by_role("button", name="Add a field").click()
    page.get_by_label("Name of the field").fill("Crew")
    page.get_by_label("Kind").select_option("Number")
    page.get_by_role("button", name="Save").click()
    page.keyboard.type("2,5")
    page.keyboard.press("Enter")
    settled(page)
    assert fields(bot, running)["Lights"] == {
        "Booked": False, "When": "2026-12-01", "Plan": "https://a.example/p", "Crew": 2.5}
    assert violations(page) == []


def test_on_paper_no_column_is_lost(people, running):
    page = table(people, running, viewport={"width": 1280, "height": 800})
    expect(page.locator(".row-values")).to_have_count(0)
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    expect(row(page, "Choir").locator(".row-values")).to_contain_text("Main")
    page.emulate_media(media="screen")
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".row-values")).to_have_count(0)
    expect(cell(page, "Choir", ".Stage")).to_be_visible()
