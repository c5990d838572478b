"""Without a network: the list opens, edits are kept, and are sent once."""

from playwright.sync_api import expect

from handles import add_field, expect_titles, has_worker, kept, row, settled


def without_sockets(page):
    """From its next loading on, the page gets no connection."""
    page.add_init_script(
        """WebSocket = class {
          constructor() { setTimeout(() => this.onclose?.(), 10); }
          send() {}
          close() {}
        };""")


def reload(page):
    page.reload()
    page.wait_for_selector('html[data-connection="offline"]')


def test_a_list_opens_offline_as_it_was_and_edits_survive_and_are_sent_once(people, list_id, bot):
    bot.insert(list_id, "Milk", "Eggs")
    page = people.open(f"/l/{list_id}")
    expect_titles(page, "Milk", "Eggs")
    kept(page)
    without_sockets(page)
    reload(page)
    expect_titles(page, "Milk", "Eggs")
    expect(page.get_by_text("Changes stay on this device")).to_be_visible()
    add_field(page).fill("Bread")
    add_field(page).press("Enter")
    row(page, "Milk").get_by_role("checkbox").check()
    row(page, "Eggs").focus()
    page.keyboard.press("Delete")
    expect_titles(page, "Milk", "Bread")
    reload(page)
    expect_titles(page, "Milk", "Bread")
    expect(row(page, "Milk").get_by_role("checkbox")).to_be_checked()
    expect(page.locator("[data-list-id]")).to_have_attribute("data-pending", "3")
    assert bot.titles(list_id) == ["Milk", "Eggs"]
    bot.insert(list_id, "Salt")
    page = people.again(page, f"/l/{list_id}")
    settled(page)
    expect_titles(page, "Milk", "Salt", "Bread")
    after = bot.read(list_id)
    assert [(each["title"], each["isDone"]) for each in after["items"]] == [
        ("Milk", True), ("Salt", False), ("Bread", False)]
    page.reload()
    settled(page)
    assert bot.read(list_id)["revision"] == after["revision"]


def test_what_was_left_is_sent_from_the_start_too(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    kept(page)
    without_sockets(page)
    reload(page)
    add_field(page).fill("Bread")
    add_field(page).press("Enter")
    expect(page.locator("[data-list-id]")).to_have_attribute("data-pending", "1")
    page.get_by_role("link", name="LiveList, all lists").click()
    page = people.again(page, "/")
    bot.hear("change")
    assert bot.titles(list_id) == ["Bread"]


def test_a_list_that_was_made_again_is_not_written_into(people, list_id, bot):
    bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    kept(page)
    without_sockets(page)
    reload(page)
    row(page, "Milk").locator(".title").click()
    page.keyboard.type(", whole")
    page.keyboard.press("Enter")
    expect_titles(page, "Milk, whole")
    bot.say({"type": "deleteList", "list": list_id, "epoch": bot.read(list_id)["epoch"]})
    bot.hear("listDeleted")
    bot.make(list_id, "Another")
    bot.insert(list_id, "New")
    page = people.again(page, f"/l/{list_id}")
    expect_titles(page, "New")
    expect(page.get_by_role("status").filter(has_text="could not be saved")).to_be_visible()
    settled(page)
    assert bot.titles(list_id) == ["New"]


def test_a_draft_survives_a_reload(people, list_id, bot):
    bot.insert(list_id, "Milk", "Eggs")
    page = people.open(f"/l/{list_id}")
    row(page, "Eggs").locator(".title").click()
    page.keyboard.type(", a dozen")
    page.reload()
    expect_titles(page, "Milk", "Eggs")
    row(page, "Eggs").locator(".title").click()
    expect(page.get_by_role("textbox", name="Title", exact=True)).to_have_value("Eggs, a dozen")
    page.keyboard.press("Enter")
    expect_titles(page, "Milk", "Eggs, a dozen")
    row(page, "Eggs, a dozen").locator(".title").click()
    expect(page.get_by_role("textbox", name="Title", exact=True)).to_have_value("Eggs, a dozen")


def test_the_page_itself_opens_without_a_network(people, list_id, bot):
    bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    has_worker(page)
    kept(page)
    page.context.set_offline(True)
    page.reload()
    expect_titles(page, "Milk")
    page.goto(page.url.split("/l/")[0] + "/")
    expect(page.get_by_role("heading", name="Lists")).to_be_visible()


def test_the_start_shows_the_lists_that_are_kept(people, list_id, bot):
    bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    expect_titles(page, "Milk")
    kept(page)
    without_sockets(page)
    page.goto(page.url.split("/l/")[0] + "/")
    page.wait_for_selector('html[data-connection="offline"]')
    entry = page.get_by_role("link", name="Groceries")
    expect(entry).to_be_visible()
    entry.click()
    expect_titles(page, "Milk")
