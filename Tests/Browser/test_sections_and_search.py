"""Sections, what is hidden, and what is searched for."""

from playwright.sync_api import expect

from handles import add_field, expect_titles, menu, row, settled


def section_menu(page, title, entry):
    page.get_by_role("button", name=f"More actions for {title}", exact=True).click()
    page.get_by_role("menuitem", name=entry, exact=True).click()


def list_menu(page, entry):
    page.get_by_role("button", name="List menu").click()
    page.locator('[role^="menuitem"]').filter(has_text=entry).first.click()


def headings(page):
    return page.locator(".section-head h2").all_text_contents()


def test_a_section_is_made_renamed_moved_and_deleted(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    for title in ("Dairy", "Bakery"):
        list_menu(page, "New section")
        page.get_by_role("textbox", name="Section title").fill(title)
        page.keyboard.press("Enter")
        # The next thing typed goes into it.
        expect(add_field(page, title)).to_be_focused()
        page.keyboard.type(f"In {title}")
        page.keyboard.press("Enter")
    expect_titles(page, "In Dairy", "In Bakery")
    section_menu(page, "Bakery", "Rename")
    page.get_by_role("textbox", name="Section title").fill("Bread")
    page.keyboard.press("Enter")
    section_menu(page, "Bread", "Move up")
    expect_titles(page, "In Bakery", "In Dairy")
    assert headings(page) == ["Bread", "Dairy"]
    section_menu(page, "Bread", "Delete with its items")
    expect_titles(page, "In Dairy")
    page.get_by_role("button", name="Undo").click()
    expect_titles(page, "In Bakery", "In Dairy")
    section_menu(page, "Dairy", "Delete, keep its items")
    expect_titles(page, "In Dairy", "In Bakery")
    settled(page)
    state = bot.read(list_id)
    assert [each["title"] for each in state["sections"]] == ["Bread"]
    assert [each["title"] for each in state["items"]] == ["In Dairy", "In Bakery"]


def test_escape_makes_no_section(people, list_id, bot):
    page = people.open(f"/l/{list_id}")
    list_menu(page, "New section")
    page.keyboard.type("Dairy")
    page.keyboard.press("Escape")
    expect(page.get_by_role("textbox", name="Section title")).to_have_count(0)
    assert bot.read(list_id)["sections"] == []


def test_a_folded_section_stays_folded(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    bakery = bot.section(list_id, "Bakery")
    bot.insert(list_id, "Milk", section=dairy)
    bot.insert(list_id, "Bread", section=bakery)
    page = people.open(f"/l/{list_id}")
    page.get_by_role("button", name="Dairy", exact=True).click()
    expect_titles(page, "Bread")
    page.reload()
    expect(page.get_by_role("button", name="Dairy", exact=True)).to_have_attribute("aria-expanded", "false")
    expect_titles(page, "Bread")
    page.get_by_role("button", name="Dairy", exact=True).click()
    expect_titles(page, "Milk", "Bread")


def test_done_items_are_hidden_where_they_stand_and_come_back(people, list_id, bot):
    a, b, c, d = bot.insert(list_id, "A", "B", "C", "D")
    bot.mutate(list_id, {"op": "toggle", "ids": [b], "isDone": True})
    page = people.open(f"/l/{list_id}")
    list_menu(page, "Hide done items")
    expect_titles(page, "A", "C", "D")
    expect(page.get_by_text("1 done hidden")).to_be_visible()
    # Those that are hidden keep their place among their neighbours.
    row(page, "D").focus()
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Alt+ArrowUp")
    expect_titles(page, "D", "A", "C")
    row(page, "A").get_by_role("checkbox").check()
    expect_titles(page, "D", "C")
    page.get_by_role("button", name="Show").click()
    expect_titles(page, "D", "A", "B", "C")
    row(page, "A").get_by_role("checkbox").uncheck()
    settled(page)
    assert bot.titles(list_id) == ["D", "A", "B", "C"]


def test_done_items_are_cleared_with_undo(people, list_id, bot):
    bot.insert(list_id, "A", "B", isDone=True)
    bot.insert(list_id, "C")
    page = people.open(f"/l/{list_id}")
    list_menu(page, "Delete done items")
    expect_titles(page, "C")
    page.get_by_role("button", name="Undo").click()
    expect_titles(page, "A", "B", "C")


def test_search_forgives_marks_what_it_finds_and_is_in_the_address(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    bot.insert(list_id, "Crème fraîche", "Oat milk", "Butter", section=dairy)
    bot.insert(list_id, "Pancake mix", fields={"note": "needs only milk and an egg"})
    page = people.open(f"/l/{list_id}")
    page.keyboard.press("/")
    search = page.get_by_role("searchbox", name="Search")
    expect(search).to_be_focused()
    page.keyboard.type("creme")
    expect_titles(page, "Crème fraîche")
    expect(page.locator("mark")).to_have_text(["Crème"])
    expect(page.get_by_text("1 of 4 matches")).to_be_visible()
    search.fill("MILK")
    expect_titles(page, "Pancake mix", "Oat milk")
    expect(page.locator("mark")).to_have_text(["milk", "milk"])
    expect(page.locator(".section-head").filter(has_text="Dairy")).to_contain_text("1 found")
    page.reload()
    expect_titles(page, "Pancake mix", "Oat milk")
    # What others add while one searches is found at once.
    bot.insert(list_id, "Soy milk", section=dairy)
    expect_titles(page, "Pancake mix", "Oat milk", "Soy milk")
    search.press("Escape")
    expect_titles(page, "Pancake mix", "Crème fraîche", "Oat milk", "Butter", "Soy milk")
    assert "q=" not in page.url


def test_nothing_found_names_the_query_and_can_add_it(people, list_id, bot):
    bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}")
    page.get_by_role("searchbox", name="Search").fill("saffran")
    expect(page.get_by_role("heading", name="Nothing matches “saffran”")).to_be_visible()
    page.get_by_role("button", name="Add “saffran”").click()
    expect_titles(page, "Milk", "saffran")
    settled(page)
    assert bot.titles(list_id) == ["Milk", "saffran"]


def test_moving_while_searching_goes_by_the_rows_that_are_seen(people, list_id, bot):
    bot.insert(list_id, "x 1", "other 1", "x 2", "other 2", "x 3")
    page = people.open(f"/l/{list_id}")
    page.get_by_role("searchbox", name="Search").fill("x")
    expect_titles(page, "x 1", "x 2", "x 3")
    menu(page, "x 3", "Move up")
    expect_titles(page, "x 1", "x 3", "x 2")
    settled(page)
    assert bot.titles(list_id) == ["x 1", "other 1", "x 3", "x 2", "other 2"]


def test_the_list_is_copied_as_text_and_pasted_back(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    bot.insert(list_id, "Bread")
    bot.insert(list_id, "Milk", section=dairy, isDone=True)
    page = people.open(f"/l/{list_id}", permissions=["clipboard-read", "clipboard-write"])
    list_menu(page, "Copy as text")
    expect(page.get_by_role("status").filter(has_text="Copied 2 items")).to_be_visible()
    text = page.evaluate("() => navigator.clipboard.readText()")
    assert text == "- [ ] Bread\n\n## Dairy\n\n- [x] Milk\n"
    row(page, "Milk").focus()
    page.keyboard.press("Control+c")
    expect(page.get_by_role("status").filter(has_text="Copied 1 item")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == "## Dairy\n\n- [x] Milk\n"


def test_printing_has_the_whole_list(people, list_id, bot):
    bot.insert(list_id, *[f"Item {number}" for number in range(300)])
    page = people.open(f"/l/{list_id}")
    assert page.locator("[data-item-id]").count() < 100
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("[data-item-id]")).to_have_count(300)
    first, second = (row(page, f"Item {number}").bounding_box() for number in (0, 1))
    assert second["y"] >= first["y"] + first["height"] - 1
    page.emulate_media(media="screen")
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert page.locator("[data-item-id]").count() < 100


def test_the_sheet_of_keys_opens_with_a_question_mark(people, list_id):
    page = people.open(f"/l/{list_id}")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    # A tablet with a keyboard counts as one for fingers: its reader needs the keys as well.
    tablet = people.open(f"/l/{list_id}", has_touch=True, is_mobile=True)
    tablet.keyboard.press("?")
    expect(tablet.get_by_role("dialog", name="Keyboard").get_by_text("Alt Shift ↑ ↓")).to_be_visible()
