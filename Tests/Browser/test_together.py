"""Others change the list while a person types, and the line is lost and found."""

from playwright.sync_api import expect

from handles import add_field, expect_titles, is_focused, row, row_of, settled


def caret(field):
    return field.evaluate("element => [element.selectionStart, element.selectionEnd]")


def test_remote_changes_while_typing_keep_text_caret_and_focus(people, list_id, bot):
    ids = bot.insert(list_id, *[f"Item {number}" for number in range(12)])
    page = people.open(f"/l/{list_id}")
    row_of(page, ids[5]).locator(".title").click()
    editor = page.get_by_role("textbox", name="Title", exact=True)
    page.keyboard.press("Home")
    page.keyboard.type("My ")
    node = editor.element_handle()
    bot.insert(list_id, "Before all", before=ids[0])
    bot.mutate(list_id, {"op": "reorder", "sources": [ids[5]], "destination": {"before": ids[1]}})
    bot.mutate(list_id, {"op": "reorder", "sources": [ids[5]], "destination": {}})
    bot.mutate(list_id, {"op": "delete", "ids": [ids[4], ids[6]]})
    bot.mutate(list_id, {"op": "edit", "id": ids[5], "title": "Theirs"})
    revision = str(bot.read(list_id)["revision"])
    expect(page.locator("[data-list-id]")).to_have_attribute("data-revision", revision)
    assert editor.input_value() == "My Item 5"
    assert caret(editor) == [3, 3]
    assert is_focused(editor)
    assert editor.evaluate("(element, before) => element === before", node), "the field is the same node"
    expect(page.get_by_text("Ben just saved “Theirs”.")).to_be_visible()
    page.keyboard.press("Enter")
    settled(page)
    assert bot.titles(list_id)[-1] == "My Item 5"


def test_an_edit_is_bound_to_its_item_across_sections(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    first, second = bot.insert(list_id, "Milk", "Eggs")
    page = people.open(f"/l/{list_id}")
    row_of(page, first).locator(".title").click()
    editor = page.get_by_role("textbox", name="Title", exact=True)
    page.keyboard.type(" 2 l")
    bot.mutate(list_id, {"op": "reorder", "sources": [first], "destination": {"section": dairy}})
    expect(row_of(page, first)).to_have_attribute("data-section-id", dairy)
    assert is_focused(editor)
    page.keyboard.type(", whole")
    page.keyboard.press("Enter")
    settled(page)
    items = {each["id"]: each for each in bot.read(list_id)["items"]}
    assert items[first]["title"] == "Milk 2 l, whole"
    assert items[second]["title"] == "Eggs"


def test_escape_takes_what_the_other_saved(people, list_id, bot):
    [milk] = bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    row_of(page, milk).locator(".title").click()
    page.keyboard.type("!")
    bot.mutate(list_id, {"op": "edit", "id": milk, "title": "Oat milk"})
    expect(page.get_by_text("Esc takes Ben’s")).to_be_visible()
    page.keyboard.press("Escape")
    expect_titles(page, "Oat milk")


def test_deleted_while_edited_keeps_the_text_and_offers_it(people, list_id, bot):
    milk, _ = bot.insert(list_id, "Milk", "Eggs")
    page = people.open(f"/l/{list_id}")
    row_of(page, milk).locator(".title").click()
    page.keyboard.type(", two bottles")
    bot.mutate(list_id, {"op": "delete", "ids": [milk]})
    box = page.get_by_role("group", name="Ben deleted this item while you were editing it")
    expect(box).to_contain_text("Milk, two bottles")
    page.get_by_role("button", name="Restore with my text").click()
    expect_titles(page, "Milk, two bottles", "Eggs")
    settled(page)
    assert bot.titles(list_id) == ["Milk, two bottles", "Eggs"]


def test_the_enter_of_an_input_method_adds_nothing(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    add_field(page).click()
    session = page.context.new_cdp_session(page)
    reading = {"text": "ぎゅうにゅう", "selectionStart": 6, "selectionEnd": 6}
    session.send("Input.imeSetComposition", reading)
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
    session.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **enter})
    session.send("Input.insertText", {"text": "牛乳"})
    # Safari's order: the composition has ended when the same Enter arrives.
    session.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **enter})
    session.send("Input.dispatchKeyEvent", {"type": "keyUp", **enter})
    expect(add_field(page)).to_have_value("牛乳")
    expect_titles(page)
    page.keyboard.press("Enter")
    expect_titles(page, "牛乳")
    settled(page)
    assert bot.titles(list_id) == ["牛乳"]


def test_a_remote_change_while_composing_keeps_the_composition(people, list_id, bot):
    [milk] = bot.insert(list_id, "牛乳")
    page = people.open(f"/l/{list_id}")
    row_of(page, milk).locator(".title").click()
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": "たまご", "selectionStart": 3, "selectionEnd": 3})
    bot.mutate(list_id, {"op": "edit", "id": milk, "title": "豆乳"})
    others = bot.insert(list_id, "パン", before=milk)
    expect(row_of(page, others[0])).to_be_visible()
    session.send("Input.insertText", {"text": "卵"})
    editor = page.get_by_role("textbox", name="Title", exact=True)
    expect(editor).to_have_value("牛乳卵")
    assert is_focused(editor)


def test_a_lost_connection_is_shown_resumed_and_nothing_is_lost_or_doubled(people, list_id, bot, line):
    bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}", port=line.port)
    html = page.locator("html")
    line.cut()
    expect(html).to_have_attribute("data-connection", "offline")
    expect(page.get_by_text("Changes stay on this device")).to_be_visible()
    add_field(page).fill("Eggs")
    add_field(page).press("Enter")
    row(page, "Milk").get_by_role("checkbox").check()
    expect_titles(page, "Milk", "Eggs")
    expect(page.locator("[data-list-id]")).to_have_attribute("data-pending", "2")
    bot.insert(list_id, "Bread")
    line.mend()
    expect(html).to_have_attribute("data-connection", "online")
    settled(page)
    expect_titles(page, "Milk", "Bread", "Eggs")
    items = bot.read(list_id)["items"]
    assert [(each["title"], each["isDone"]) for each in items] == [
        ("Milk", True), ("Bread", False), ("Eggs", False)]


def test_an_answer_that_was_lost_does_not_double_the_change(people, list_id, bot, line):
    page = people.open(f"/l/{list_id}", port=line.port)
    line.down.clear()
    add_field(page).fill("Eggs")
    add_field(page).press("Enter")
    bot.hear("change")
    expect(page.get_by_text("Waiting", exact=True)).to_be_visible()
    line.cut()
    line.mend()
    settled(page)
    expect_titles(page, "Eggs")
    assert bot.titles(list_id) == ["Eggs"]


def test_an_open_but_dead_socket_is_noticed(people, list_id, bot, line):
    page = people.open(f"/l/{list_id}", port=line.port)
    line.freeze()
    bot.insert(list_id, "Milk")
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("html")).to_have_attribute("data-connection", "stale")
    expect(page.locator("html")).to_have_attribute("data-connection", "offline")
    line.cut()
    line.mend()
    expect_titles(page, "Milk")


def test_many_rows_are_a_window_and_changes_do_not_move_it(people, list_id, bot):
    for start in range(0, 3_000, 1_000):
        bot.insert(list_id, *[f"Item {number}" for number in range(start, start + 1_000)])
    page = people.open(f"/l/{list_id}")
    expect(page.locator("[data-list-id]")).to_have_attribute("aria-rowcount", "3001")
    page.evaluate("() => scrollTo(0, 1500 * 36)")
    shown = page.locator("[data-item-id]")
    expect(page.get_by_text("Item 1505", exact=True)).to_be_visible()
    assert shown.count() < 100
    target = row(page, "Item 1505")
    before = target.bounding_box()["y"]
    assert target.get_attribute("aria-rowindex") == "1506"
    ids = [each["id"] for each in bot.read(list_id)["items"][:10]]
    bot.mutate(list_id, {"op": "delete", "ids": ids})
    expect(page.locator("[data-list-id]")).to_have_attribute("aria-rowcount", "2991")
    assert abs(target.bounding_box()["y"] - before) < 2


def test_presence_is_told_and_shown(people, list_id, bot):
    [milk] = bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    bot.say({"type": "presence", "list": list_id, "editing": milk})
    expect(row_of(page, milk)).to_contain_text("Ben is editing")
    bot.say({"type": "presence", "list": list_id})
    expect(row_of(page, milk)).not_to_contain_text("Ben is editing")
    bot.inbox.clear()
    row_of(page, milk).locator(".title").click()
    while True:
        told = bot.hear("presence")
        if any(each.get("editing") == milk for each in told["people"]):
            break


def test_a_deleted_list_is_said_and_kept_to_look_at(people, list_id, bot):
    bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    epoch = bot.read(list_id)["epoch"]
    bot.say({"type": "deleteList", "list": list_id, "epoch": epoch})
    expect(page.get_by_text("Ben deleted this list.")).to_be_visible()
    expect_titles(page, "Milk")


def test_two_edits_of_one_title_lose_nothing_and_either_can_be_taken(people, list_id, bot):
    [milk] = bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    row_of(page, milk).locator(".title").click()
    page.keyboard.type(", barista")
    bot.mutate(list_id, {"op": "edit", "id": milk, "title": "Milk, unsweetened"})
    expect(page.get_by_text("Ben just saved")).to_be_visible()
    page.keyboard.press("Enter")
    box = page.get_by_role("group", name="Ben changed this title while you were typing")
    expect(box).to_contain_text("Milk, barista")
    expect(box).to_contain_text("Milk, unsweetened")
    expect_titles(page, "Milk, barista")
    page.get_by_role("button", name="Use Ben’s").click()
    expect_titles(page, "Milk, unsweetened")
    expect(box).to_have_count(0)
    settled(page)
    assert bot.titles(list_id) == ["Milk, unsweetened"]


def test_changes_of_others_are_announced_in_batches(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    for number in range(6):
        bot.insert(list_id, f"Item {number}")
    expect(page.locator("[aria-live=polite]")).to_have_text("6 changes by others just now")


def test_the_history_tells_who_did_what(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    milk, _ = bot.insert(list_id, "Milk", "Eggs")
    bot.mutate(list_id, {"op": "reorder", "sources": [milk], "destination": {"section": dairy}})
    bot.mutate(list_id, {"op": "delete", "ids": [milk]})
    page = people.open(f"/l/{list_id}")
    row(page, "Eggs").get_by_role("checkbox").check()
    settled(page)
    page.get_by_role("button", name="List menu").click()
    page.get_by_role("menuitem", name="History").click()
    dialog = page.get_by_role("dialog", name="What happened")
    expect(dialog.get_by_role("listitem").first).to_contain_text("Guest ticked “Eggs”.")
    expect(dialog).to_contain_text("Ben made the section Dairy.")
    expect(dialog).to_contain_text("Ben added 2 items.")
    expect(dialog).to_contain_text("Ben moved “Milk” to Dairy.")
