"""Lists, items, and others at the same list."""

import re
import uuid

from playwright.sync_api import expect

from handles import add_field, expect_titles, has_focus, menu, paste, row, row_of, settled, titles


def test_the_start_makes_a_list_and_shows_it(people, bot):
    page = people.open("/")
    name = f"Größe {uuid.uuid4().hex[:8]}"
    page.get_by_role("textbox", name="New list").fill(name)
    page.get_by_role("button", name="Create").click()
    expect(page).to_have_url(re.compile(r"/l/groe?-?[a-z0-9-]+$"))
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    add_field(page).fill("Milk")
    add_field(page).press("Enter")
    settled(page)
    page.get_by_role("link", name="LiveList, all lists").click()
    entry = page.get_by_role("listitem").filter(has_text=name)
    expect(entry).to_contain_text("0 of 1 done")
    # The same name again is another list.
    page.get_by_role("textbox", name="New list").fill(name)
    page.get_by_role("button", name="Create").click()
    expect(page).to_have_url(re.compile(r"-2$"))
    expect(page.get_by_text("An empty list")).to_be_visible()


def test_a_list_needs_a_name(people):
    page = people.open("/")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("alert")).to_have_text("A list needs a name.")


def test_no_list_is_said_and_can_be_made(people):
    page = people.open(f"/l/none-{uuid.uuid4().hex[:8]}")
    expect(page.get_by_text("There is no list here")).to_be_visible()
    page.get_by_role("button", name="Create it").click()
    expect(page.get_by_text("An empty list")).to_be_visible()


def test_adding_keeps_the_focus_and_shows_at_others(people, list_id, bot):
    ana = people.open(f"/l/{list_id}")
    ben = people.open(f"/l/{list_id}")
    field = add_field(ana)
    field.click()
    for title in ("Milk", "Eggs", "Bread"):
        ana.keyboard.type(title)
        ana.keyboard.press("Enter")
    expect_titles(ana, "Milk", "Eggs", "Bread")
    expect(field).to_be_focused()
    expect_titles(ben, "Milk", "Eggs", "Bread")
    settled(ana)
    assert bot.titles(list_id) == ["Milk", "Eggs", "Bread"]
    assert titles(ben) == titles(ana)


def test_editing_in_place_ticking_and_deleting(people, list_id, bot):
    bot.insert(list_id, "Milk", "Eggs", "Bread")
    page = people.open(f"/l/{list_id}")
    row(page, "Eggs").locator(".title").click()
    editor = page.get_by_role("textbox", name="Title", exact=True)
    editor.fill("Eggs, free range")
    editor.press("Enter")
    expect_titles(page, "Milk", "Eggs, free range", "Bread")
    # The keyboard goes on where the edit was.
    expect(row(page, "Eggs, free range")).to_be_focused()
    row(page, "Milk").get_by_role("checkbox").check()
    expect(page.get_by_text("1 of 3 done")).to_be_visible()
    menu(page, "Bread", "Delete")
    expect_titles(page, "Milk", "Eggs, free range")
    expect(page.get_by_role("status").filter(has_text="Deleted “Bread”")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect_titles(page, "Milk", "Eggs, free range", "Bread")
    settled(page)
    items = bot.read(list_id)["items"]
    assert [(each["title"], each["isDone"]) for each in items] == [
        ("Milk", True), ("Eggs, free range", False), ("Bread", False)]


def test_escape_takes_an_edit_back(people, list_id, bot):
    bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    row(page, "Milk").locator(".title").click()
    page.keyboard.type(" and cream")
    page.keyboard.press("Escape")
    expect_titles(page, "Milk")
    assert bot.titles(list_id) == ["Milk"]


def test_control_z_undoes_what_was_done_and_redoes_it(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    add_field(page).click()
    page.keyboard.type("Milk")
    page.keyboard.press("Enter")
    expect_titles(page, "Milk")
    page.keyboard.press("Control+z")
    expect_titles(page)
    page.keyboard.press("Control+Shift+z")
    expect_titles(page, "Milk")
    row(page, "Milk").get_by_role("checkbox").check()
    page.keyboard.press("Control+z")
    expect(row(page, "Milk").get_by_role("checkbox")).not_to_be_checked()
    settled(page)
    assert [each["isDone"] for each in bot.read(list_id)["items"]] == [False]


def test_undo_leaves_alone_what_others_changed_since(people, list_id, bot):
    [milk] = bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    row(page, "Milk").locator(".title").click()
    page.keyboard.type(", whole")
    page.keyboard.press("Enter")
    settled(page)
    bot.mutate(list_id, {"op": "edit", "id": milk, "title": "Oat milk"})
    expect_titles(page, "Oat milk")
    page.keyboard.press("Control+z")
    expect(page.get_by_role("status").filter(has_text="Ben changed it since")).to_be_visible()
    expect_titles(page, "Oat milk")


def test_pasted_lines_become_items_in_one_change(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    before = bot.read(list_id)["revision"]
    add_field(page).click()
    paste(page, "- Milk\n* Eggs\n1. Bread\n\n- [ ] Butter\r\n- [x] Salt\n")
    expect_titles(page, "Milk", "Eggs", "Bread", "Butter", "Salt")
    settled(page)
    after = bot.read(list_id)
    assert [(each["title"], each["isDone"]) for each in after["items"]] == [
        ("Milk", False), ("Eggs", False), ("Bread", False), ("Butter", False), ("Salt", True)]
    assert after["revision"] == before + 1
    page.get_by_role("button", name="Undo").click()
    expect_titles(page)


def test_moving_by_menu_and_by_keyboard(people, list_id, bot):
    bot.insert(list_id, "A", "B", "C", "D")
    page = people.open(f"/l/{list_id}")
    menu(page, "C", "Move up")
    expect_titles(page, "A", "C", "B", "D")
    menu(page, "C", "Move down")
    expect_titles(page, "A", "B", "C", "D")
    menu(page, "D", "Move to top")
    expect_titles(page, "D", "A", "B", "C")
    menu(page, "D", "Move to bottom")
    expect_titles(page, "A", "B", "C", "D")
    assert has_focus(row(page, "D"))
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Alt+ArrowUp")
    expect_titles(page, "A", "D", "B", "C")
    assert has_focus(row(page, "D"))
    settled(page)
    assert bot.titles(list_id) == ["A", "D", "B", "C"]


def test_sections_are_shown_and_take_items(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    bakery = bot.section(list_id, "Bakery")
    [milk] = bot.insert(list_id, "Milk", section=dairy, isDone=True)
    bot.insert(list_id, "Eggs", section=dairy)
    page = people.open(f"/l/{list_id}")
    head = page.locator(f'.section-head[data-section-id="{dairy}"]')
    expect(head.get_by_role("heading", name="Dairy")).to_be_visible()
    expect(head).to_contain_text("1 of 2")
    assert row_of(page, milk).get_attribute("data-section-id") == dairy
    field = add_field(page, "Bakery")
    field.fill("Bread")
    field.press("Enter")
    expect_titles(page, "Milk", "Eggs", "Bread")
    menu(page, "Eggs", "Move to section…")
    page.get_by_role("menuitem", name="Bakery").click()
    expect_titles(page, "Milk", "Bread", "Eggs")
    settled(page)
    sections = [each.get("section") for each in bot.read(list_id)["items"]]
    assert sections == [dairy, bakery, bakery]


def test_the_title_of_the_list_is_edited_in_place(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    page.get_by_role("heading", name="Groceries").get_by_role("button").click()
    field = page.get_by_role("textbox", name="List title")
    field.fill("Weekend")
    field.press("Enter")
    expect(page.get_by_role("heading", name="Weekend")).to_be_visible()
    settled(page)
    assert bot.read(list_id)["title"] == "Weekend"


def test_the_view_is_a_list(people, list_id):
    page = people.open(f"/l/{list_id}")
    views = page.get_by_role("radiogroup", name="View")
    expect(views.get_by_role("radio", name="List")).to_be_checked()
