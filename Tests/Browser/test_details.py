"""The details of an item."""

from playwright.sync_api import expect

from handles import expect_titles, has_focus, menu, row, row_of, settled


def panel(page):
    return page.get_by_role("complementary", name="Details")


def test_fields_are_saved_as_they_are_left_and_shown_in_the_row(people, list_id, bot):
    [milk] = bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    menu(page, "Milk", "Details")
    details = panel(page)
    details.get_by_label("Quantity").fill("2 l")
    details.get_by_label("Note").fill("The blue carton.\nNot the long-life kind.")
    details.get_by_label("Due").fill("2031-12-05")
    details.get_by_role("textbox", name="Link").fill("https://example.org/milk")
    details.get_by_label("Assignee").fill("Dana")
    details.get_by_label("Assignee").press("Enter")
    expect(row_of(page, milk)).to_contain_text("2 l")
    expect(row_of(page, milk)).to_contain_text("Dana")
    link = details.get_by_role("link", name="Open link")
    expect(link).to_have_attribute("href", "https://example.org/milk")
    settled(page)
    assert bot.read(list_id)["items"][0]["fields"] == {
        "quantity": "2 l", "note": "The blue carton.\nNot the long-life kind.", "due": "2031-12-05",
        "url": "https://example.org/milk", "assignee": "Dana"}
    details.get_by_label("Quantity").fill("3")
    details.get_by_label("Due").fill("")
    details.get_by_label("Due").blur()
    settled(page)
    fields = bot.read(list_id)["items"][0]["fields"]
    assert fields["quantity"] == 3 and "due" not in fields


def test_own_fields_are_added_and_shown(people, list_id, bot):
    [milk] = bot.insert(list_id, "Milk", fields={"Shelf": "Aisle 7"})
    page = people.open(f"/l/{list_id}?item={milk}")
    details = panel(page)
    expect(details.get_by_label("Shelf")).to_have_value("Aisle 7")
    details.get_by_role("button", name="Add a field").click()
    page.get_by_role("dialog").get_by_label("Name of the field").fill("Price")
    page.keyboard.press("Enter")
    expect(details.get_by_label("Price")).to_be_focused()
    page.keyboard.type("1.45")
    page.keyboard.press("Enter")
    settled(page)
    assert bot.read(list_id)["items"][0]["fields"] == {"Shelf": "Aisle 7", "Price": 1.45}


def test_what_others_save_appears_but_not_where_one_types(people, list_id, bot):
    [milk] = bot.insert(list_id, "Milk", fields={"quantity": 1, "note": "a"})
    page = people.open(f"/l/{list_id}?item={milk}")
    details = panel(page)
    note = details.get_by_label("Note")
    note.click()
    page.keyboard.press("End")
    page.keyboard.type(" and b")
    bot.mutate(list_id, {"op": "edit", "id": milk, "fields": {"quantity": 7, "note": "theirs"}})
    expect(details.get_by_label("Quantity")).to_have_value("7")
    expect(note).to_have_value("a and b")
    expect(note).to_be_focused()
    note.blur()
    settled(page)
    assert bot.read(list_id)["items"][0]["fields"] == {"quantity": 7, "note": "a and b"}


def test_a_link_to_an_item_opens_it_and_escape_goes_back_to_the_row(people, list_id, bot):
    ids = bot.insert(list_id, *[f"Item {number}" for number in range(400)])
    page = people.open(f"/l/{list_id}?item={ids[300]}")
    expect(panel(page)).to_contain_text("301 of 400")
    expect(row_of(page, ids[300])).to_be_in_viewport()
    panel(page).get_by_label("Quantity").click()
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    assert has_focus(row_of(page, ids[300]))
    assert "item=" not in page.url


def test_the_section_and_the_place_are_changed_from_the_details(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    bot.insert(list_id, "A", "B")
    page = people.open(f"/l/{list_id}")
    row(page, "B").focus()
    page.keyboard.press(" ")
    details = panel(page)
    details.get_by_role("button", name="Move up").click()
    expect_titles(page, "B", "A")
    details.get_by_role("button", name="No section").click()
    page.get_by_role("menuitem", name="Dairy").click()
    expect_titles(page, "A", "B")
    expect(details).to_contain_text("Dairy · 1 of 1")
    settled(page)
    assert bot.read(list_id)["items"][1]["section"] == dairy


def test_on_a_phone_a_tap_opens_the_details_and_the_title_is_edited_there(people, list_id, bot):
    bot.insert(list_id, "Milk", "Eggs")
    page = people.open(
        f"/l/{list_id}", viewport={"width": 390, "height": 740}, has_touch=True, is_mobile=True)
    row(page, "Eggs").locator(".title").tap()
    title = panel(page).get_by_role("textbox", name="Title", exact=True)
    title.fill("Eggs, free range")
    title.press("Enter")
    page.get_by_role("button", name="Close details").tap()
    expect_titles(page, "Milk", "Eggs, free range")
    row(page, "Milk").get_by_role("checkbox").tap()
    expect(row(page, "Milk").get_by_role("checkbox")).to_be_checked()
    settled(page)
    assert bot.titles(list_id) == ["Milk", "Eggs, free range"]


def test_a_deleted_item_closes_its_details(people, list_id, bot):
    [milk] = bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}?item={milk}")
    expect(panel(page)).to_be_visible()
    bot.mutate(list_id, {"op": "delete", "ids": [milk]})
    expect(panel(page)).to_be_hidden()


def test_of_two_who_type_in_a_field_both_are_kept_until_one_is_chosen(people, list_id, bot):
    [milk] = bot.insert(list_id, "Milk", fields={"Shelf": "a", "note": "b"})
    page = people.open(f"/l/{list_id}?item={milk}")
    details = panel(page)
    details.get_by_label("Shelf").fill("mine")
    bot.mutate(list_id, {"op": "edit", "id": milk, "fields": {"Shelf": "theirs", "note": "c"}})
    expect(details.get_by_label("Note")).to_have_value("c")
    page.keyboard.press("Enter")
    both = page.get_by_role("group", name="Ben changed “Shelf” while you were typing")
    expect(both).to_contain_text("theirs")
    settled(page)
    assert bot.read(list_id)["items"][0]["fields"]["Shelf"] == "mine"
    both.get_by_role("button", name="Edit both together").click()
    expect(details.get_by_label("Shelf")).to_have_value("mine / theirs")
    page.keyboard.press("Enter")
    settled(page)
    assert bot.read(list_id)["items"][0]["fields"]["Shelf"] == "mine / theirs"
    expect(page.locator(".decide")).to_have_count(0)
