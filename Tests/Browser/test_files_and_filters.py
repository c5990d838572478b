"""Files of a list, what is shown of it, its link, and asking for it anew."""

import json

from playwright.sync_api import expect

from handles import add_field, expect_titles, menu, row, row_of, settled
from test_reordering import Finger, frames, middle, phone


def list_menu(page, entry):
    page.get_by_role("button", name="List menu").click()
    page.get_by_role("menu").get_by_text(entry, exact=True).click()


def export(page, entry):
    list_menu(page, "Export…")
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=entry).click()
    return download.value.suggested_filename, open(download.value.path(), encoding="utf-8", newline="").read()


def test_the_list_is_saved_as_a_file_in_four_forms(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    bot.insert(list_id, "Salt")
    bot.insert(list_id, "Milk, whole", section=dairy, isDone=True, fields={"quantity": "2 l", "note": "=1+1"})
    page = people.open(f"/l/{list_id}")
    expect_titles(page, "Salt", "Milk, whole")
    name, text = export(page, "Markdown")
    assert (name, text) == ("Groceries.md", "# Groceries\n\n- [ ] Salt\n\n## Dairy\n\n- [x] Milk, whole\n")
    name, text = export(page, "CSV")
    assert name == "Groceries.csv" and '\r\nDairy,"Milk, whole",true,2 l,,,,,\'=1+1\r\n' in text
    name, text = export(page, "JSON")
    assert name == "Groceries.json" and [each["title"] for each in json.loads(text)["items"]] == [
        "Salt", "Milk, whole"]
    name, text = export(page, "Text")
    assert name == "Groceries.txt" and "[x] Milk, whole (2 l)\n    =1+1\n" in text


def test_items_are_filtered_by_state_section_and_assignee_and_the_address_holds_it(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    bot.insert(list_id, "Salt", fields={"assignee": "Dana"})
    bot.insert(list_id, "Milk", section=dairy, isDone=True, fields={"assignee": "Dana"})
    bot.insert(list_id, "Eggs", section=dairy)
    page = people.open(f"/l/{list_id}")
    expect_titles(page, "Salt", "Milk", "Eggs")

    def choose(name):
        page.get_by_role("button", name="Filter", exact=True).click()
        page.get_by_role("menuitemradio", name=name, exact=True).click()

    choose("Dana")
    expect_titles(page, "Salt", "Milk")
    choose("Not done")
    expect_titles(page, "Salt")
    expect(page.get_by_text("1 of 3 matches", exact=True)).to_be_visible()
    page.reload()
    expect_titles(page, "Salt")
    expect(page.get_by_role("button", name="Remove filter: Dana")).to_be_visible()
    row(page, "Salt").get_by_role("checkbox").check()
    expect(page.get_by_role("heading", name="Nothing matches these filters")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect_titles(page, "Salt", "Milk", "Eggs")
    row(page, "Eggs").focus()
    page.keyboard.press("f")
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect_titles(page, "Milk", "Eggs")
    assert f"section={dairy}" in page.url
    page.get_by_role("button", name="Remove filter: Dairy").press("Enter")
    expect_titles(page, "Salt", "Milk", "Eggs")
    expect(page.get_by_role("button", name="Filter", exact=True)).to_be_focused()


def test_a_filtered_section_that_is_deleted_hides_nothing(people, list_id, bot):
    dairy = bot.section(list_id, "Dairy")
    bot.insert(list_id, "Salt")
    page = people.open(f"/l/{list_id}?section={dairy}")
    expect_titles(page)
    bot.mutate(list_id, {"op": "deleteSection", "id": dairy})
    expect_titles(page, "Salt")


def test_reordering_while_filtered_stands_by_visible_neighbours(people, list_id, bot):
    bot.insert(list_id, "A")
    bot.insert(list_id, "Hidden", isDone=True)
    bot.insert(list_id, "B", "C")
    page = people.open(f"/l/{list_id}?state=open")
    expect_titles(page, "A", "B", "C")
    menu(page, "C", "Move up")
    expect_titles(page, "A", "C", "B")
    settled(page)
    assert bot.titles(list_id) == ["A", "Hidden", "C", "B"]


def test_asking_anew_keeps_what_is_shown_and_says_so(people, list_id, bot):
    bot.insert(list_id, "Milk", "Eggs")
    page = people.open(f"/l/{list_id}")
    expect_titles(page, "Milk", "Eggs")
    asked = []
    page.evaluate("""() => {
      const send = WebSocket.prototype.send;
      globalThis.said = [];
      WebSocket.prototype.send = function (text) { said.push(text); send.call(this, text); };
    }""")
    list_menu(page, "Refresh")
    expect(page.get_by_text("In step with the server")).to_be_visible()
    asked = [each for each in page.evaluate("() => said") if '"open"' in each]
    assert [json.loads(each) for each in asked] == [{"type": "open", "list": list_id}]
    expect_titles(page, "Milk", "Eggs")
    bot.insert(list_id, "Bread")
    expect_titles(page, "Milk", "Eggs", "Bread")
    add_field(page).fill("Salt")
    add_field(page).press("Enter")
    settled(page)
    assert bot.titles(list_id) == ["Milk", "Eggs", "Bread", "Salt"]


def test_a_finger_that_draws_the_list_down_asks_anew(people, list_id, bot):
    bot.insert(list_id, "Milk", "Eggs")
    page = phone(people, f"/l/{list_id}")
    expect_titles(page, "Milk", "Eggs")
    finger = Finger(page)

    def draw(by):
        frames(page, 8)
        x, y = middle(row(page, "Milk"))
        finger.down(x, y)
        for step in range(1, 11):
            finger.move(x, y + by * step / 10)
            frames(page, 1)

    draw(80)
    expect(page.locator(".pull")).to_be_visible()
    finger.up()
    expect(page.locator(".pull")).to_be_hidden()
    expect(page.get_by_text("In step with the server")).to_be_hidden()
    draw(160)
    expect(page.locator(".pull")).to_have_class("pull is-enough")
    finger.up()
    expect(page.get_by_text("In step with the server")).to_be_visible()
    expect_titles(page, "Milk", "Eggs")
    expect(page.get_by_role("complementary", name="Details")).to_be_hidden()


def test_a_phone_shares_the_link_of_the_list(people, list_id, bot):
    page = phone(people, f"/l/{list_id}")
    page.evaluate("() => { navigator.share = async (what) => { globalThis.shared = what; }; }")
    list_menu(page, "Share link…")
    shared = page.evaluate("() => globalThis.shared")
    assert shared == {"title": "Groceries", "url": page.url.split("/l/")[0] + f"/l/{list_id}"}


def test_where_there_is_no_list_a_link_can_be_pasted(people, list_id, bot):
    bot.insert(list_id, "Milk")
    page = people.open(f"/l/no-such-{list_id}")
    field = page.get_by_role("textbox", name="Paste a link to a list")
    field.fill("this is none")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("That is no link to a list.")
    field.fill(page.url.split("/l/")[0] + f"/l/{list_id}")
    field.press("Enter")
    expect_titles(page, "Milk")


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cf"
    "c0f01f0005050102cfa02fcd0000000049454e44ae426082")


def test_pictures_are_fetched_after_a_yes_without_a_referrer_and_move_nothing(people, list_id, bot):
    [milk, *_] = bot.insert(list_id, "Milk", fields={"image": "https://pictures.example/milk.png"})
    bot.insert(list_id, "Plain", fields={"image": "http://pictures.example/plain.png"})
    bot.insert(list_id, "Eggs")
    page = people.open("/")
    asked = []

    def answer(route):
        asked.append(route.request)
        route.fulfill(body=PIXEL, content_type="image/png")

    page.route("**://pictures.example/**", answer)
    page.goto(f"{page.url}l/{list_id}")
    expect_titles(page, "Milk", "Plain", "Eggs")
    expect(row_of(page, milk)).to_contain_text("Has a picture")
    places = [row(page, title).bounding_box() for title in ("Milk", "Plain", "Eggs")]
    menu(page, "Milk", "Details")
    details = page.get_by_role("complementary", name="Details")
    expect(details.get_by_text("here pictures.example")).to_be_visible()
    assert asked == []
    details.get_by_role("button", name="Show pictures in this list").click()
    page.wait_for_function(
        "() => [...document.images].length === 2 && [...document.images].every(each => each.naturalWidth)")
    assert {request.url for request in asked} == {"https://pictures.example/milk.png"}
    assert all("referer" not in request.headers for request in asked)
    page.keyboard.press("Escape")
    assert [row(page, title).bounding_box() for title in ("Milk", "Plain", "Eggs")] == places
    page.reload()
    expect(page.locator(".thumb img")).to_have_count(1)
    list_menu(page, "Show pictures")
    expect(page.locator(".thumb img")).to_have_count(0)
