"""What was here before is offered while one types, and nothing is in the way of typing."""

from playwright.sync_api import expect

from handles import add_field, expect_titles, row, settled


def test_a_done_item_is_unticked_rather_than_doubled(people, list_id, bot):
    bot.insert(list_id, "Milk", "Millet", isDone=True)
    bot.insert(list_id, "Eggs")
    page = people.open(f"/l/{list_id}")
    add_field(page).click()
    page.keyboard.type("mil")
    expect(page.get_by_role("option")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(row(page, "Milk").get_by_role("checkbox")).not_to_be_checked()
    expect(add_field(page)).to_have_value("")
    expect(add_field(page)).to_be_focused()
    expect_titles(page, "Milk", "Millet", "Eggs")
    settled(page)
    assert [each["isDone"] for each in bot.read(list_id)["items"]] == [False, True, False]


def test_a_deleted_item_is_restored_with_what_it_had(people, list_id, bot):
    bot.insert(list_id, "Milk", fields={"quantity": "2 l"})
    page = people.open(f"/l/{list_id}")
    row(page, "Milk").focus()
    page.keyboard.press("Delete")
    expect_titles(page)
    add_field(page).click()
    page.keyboard.type("Mi")
    page.get_by_role("option").filter(has_text="Milk").click()
    expect(row(page, "Milk")).to_contain_text("2 l")
    settled(page)
    assert bot.read(list_id)["items"][0]["fields"] == {"quantity": "2 l"}


def test_enter_alone_adds_what_was_typed_and_escape_closes(people, list_id, bot):
    bot.insert(list_id, "Milk", isDone=True)
    page = people.open(f"/l/{list_id}")
    add_field(page).click()
    page.keyboard.type("Milk")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect_titles(page, "Milk", "Milk")
    page.keyboard.type("Mil")
    page.keyboard.press("Escape")
    expect(page.get_by_role("option")).to_have_count(0)
    expect(add_field(page)).to_have_value("Mil")
