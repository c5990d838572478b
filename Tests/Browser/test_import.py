"""Bringing in files and texts."""

import uuid

import pytest
from playwright.sync_api import expect

from handles import expect_titles, paste, settled
from test_accessible import LOOKS, violations
from test_files_and_filters import list_menu

CHECKLIST = "# Trip\n\n- [ ] Tent\n- [x] Rope\n\n## Food\n\n- [ ] Rice\n"
TABLE = "Task;Qty;Done;Aisle;Stage\nMilk;2;x;Dairy;Main\nBread;1;;Bakery;Foyer\n"


def drop(page, name, text):
    page.evaluate(
        """([name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text], name));
          const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
          document.querySelector('main').dispatchEvent(event);
        }""", [name, text])


def confirm(page):
    page.get_by_role("button", name="Import", exact=True).click()


def test_a_dropped_checklist_is_one_change_and_the_same_again_is_none(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    before = bot.read(list_id)["revision"]
    drop(page, "trip.md", CHECKLIST)
    expect(page.get_by_text("3 new items")).to_be_visible()
    confirm(page)
    expect_titles(page, "Tent", "Rope", "Rice")
    settled(page)
    after = bot.read(list_id)
    assert after["revision"] == before + 1
    assert [each["title"] for each in after["sections"]] == ["Food"]
    assert [each["isDone"] for each in after["items"]] == [False, True, False]
    # Someone else drops the same file.
    other = people.open(f"/l/{list_id}")
    expect_titles(other, "Tent", "Rope", "Rice")
    drop(other, "trip.md", CHECKLIST)
    expect(other.get_by_text("0 new items · 3 are in the list already")).to_be_visible()
    confirm(other)
    expect(other.get_by_text("All of that is in the list already")).to_be_visible()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect_titles(page)
    settled(page)
    assert bot.read(list_id)["sections"] == []


def test_the_columns_of_a_table_are_named_before_it_is_taken(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    list_menu(page, "Import…")
    page.get_by_role("textbox", name="Paste lines").fill(TABLE)
    columns = page.get_by_role("group", name="What the columns are")
    assert columns.get_by_role("combobox").evaluate_all("all => all.map(each => each.value)") == [
        "title", "quantity", "done", "section", ".Stage"]
    columns.get_by_label("Stage").select_option("Leave out")
    columns.get_by_label("Qty").select_option("Field “Qty”")
    assert violations(page) == []
    confirm(page)
    expect_titles(page, "Milk", "Bread")
    settled(page)
    milk, bread = bot.read(list_id)["items"]
    assert milk["fields"] == {"Qty": 2} and milk["isDone"] and not bread["isDone"]
    assert [each["title"] for each in bot.read(list_id)["sections"]] == ["Dairy", "Bakery"]


def test_what_is_pasted_beside_the_fields_is_shown_first(people, list_id, bot):
    bot.insert(list_id, "Here")
    page = people.open(f"/l/{list_id}")
    page.locator("[data-item-id]").first.focus()
    paste(page, "Milk\nEggs\n")
    expect(page.get_by_text("2 new items")).to_be_visible()
    page.keyboard.press("Escape")
    expect_titles(page, "Here")


def test_what_was_deleted_out_of_sight_comes_with_other_ids(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    drop(page, "a.txt", "Milk\nEggs")
    confirm(page)
    expect_titles(page, "Milk", "Eggs")
    settled(page)
    [milk, _] = [each["id"] for each in bot.read(list_id)["items"]]
    bot.mutate(list_id, {"op": "delete", "ids": [milk]})
    other = people.open(f"/l/{list_id}")
    expect_titles(other, "Eggs")
    drop(other, "a.txt", "Milk\nEggs")
    expect(other.get_by_text("1 new item · 1 is in the list already")).to_be_visible()
    confirm(other)
    expect_titles(other, "Eggs", "Milk")
    settled(other)
    assert sorted(bot.titles(list_id)) == ["Eggs", "Milk"]


def test_a_large_file_is_sent_in_parts_and_is_one_undo(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    drop(page, "large.txt", "\n".join(f"Line {number}" for number in range(12_000)))
    expect(page.get_by_text("12,000 new items")).to_be_visible()
    confirm(page)
    settled(page)
    assert len(bot.read(list_id)["items"]) == 12_000
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect_titles(page)
    settled(page)
    assert bot.read(list_id)["items"] == []


def test_an_export_goes_into_another_list_whole(people, list_id, bot):
    section = bot.section(list_id, "Dairy")
    bot.insert(list_id, "Milk", section=section, fields={"Fat": 3.5, "note": "two\nlines"})
    page = people.open(f"/l/{list_id}")
    list_menu(page, "Export…")
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="JSON").click()
    text = open(download.value.path(), encoding="utf-8").read()
    other = f"copy-{uuid.uuid4().hex[:8]}"
    bot.make(other)
    page = people.open(f"/l/{other}")
    drop(page, "list.json", text)
    confirm(page)
    expect_titles(page, "Milk")
    settled(page)
    [milk] = bot.read(other)["items"]
    assert milk["fields"] == {"Fat": 3.5, "note": "two\nlines"} and milk["section"] == section


@pytest.mark.parametrize("look", LOOKS)
def test_the_dialog_has_no_violation(people, list_id, look):
    page = people.open(f"/l/{list_id}", **LOOKS[look], reduced_motion="reduce")
    list_menu(page, "Import…")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("textbox", name="Paste lines").fill(TABLE)
    page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    assert violations(page) == []
