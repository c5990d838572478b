"""Everything by the keyboard alone: each step begins where the one before left the focus."""

from playwright.sync_api import expect

from handles import add_field, expect_titles, has_focus, is_focused, row, settled


class Keys:
    """A person without a mouse. After each press the focus must be somewhere."""

    def __init__(self, page):
        self.page = page

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            expect(self.page.locator(":focus")).to_have_count(1)

    def type(self, text):
        self.page.keyboard.type(text)

    def tab_to(self, locator, key="Tab"):
        for _ in range(60):
            if locator.count() == 1 and has_focus(locator):
                return
            # At the end of the page it goes round, by way of the browser's own bars.
            self.page.keyboard.press(key)
        raise AssertionError(f"the Tab key does not reach {locator}")

    def row(self, title):
        """One row is a stop of the Tab key; the arrows go from there."""
        stop = self.page.locator("[data-item-id][tabindex='0']")
        self.tab_to(stop, "Shift+Tab")
        while not stop.evaluate("row => row === document.activeElement"):
            self.press("Shift+Tab")
        self.press("Home")
        for _ in range(20):
            if is_focused(row(self.page, title)):
                return
            self.press("ArrowDown")
        raise AssertionError(f"the arrows do not reach {title}")

    def choose(self, *path):
        """An entry of the menu that is open, and then of those that open from it."""
        for name in path:
            entry = self.page.get_by_role("menu").get_by_role("menuitem", name=name, exact=True)
            for role in ("menuitemcheckbox", "menuitemradio"):
                entry = entry.or_(self.page.get_by_role(role, name=name, exact=True))
            expect(entry).to_be_visible()
            for _ in range(30):
                if has_focus(entry):
                    break
                self.press("ArrowDown")
            self.press("Enter")

    def list_menu(self, name):
        self.tab_to(self.page.get_by_role("button", name="List menu"), "Shift+Tab")
        self.press("Enter")
        self.choose(name)


def start(people, path):
    page = people.open(path)
    page.locator("body").focus()
    return page, Keys(page)


def test_a_list_is_made_filled_and_put_in_order(people, bot):
    page, keys = start(people, "/")
    keys.tab_to(page.get_by_role("textbox", name="New list"))
    keys.type("By keyboard")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="By keyboard")).to_be_visible()
    keys.tab_to(add_field(page))
    for title in ("Milk", "Eggs", "Bread"):
        keys.type(title)
        keys.press("Enter")
    expect(add_field(page)).to_be_focused()
    expect_titles(page, "Milk", "Eggs", "Bread")
    # Into the rows, and along them.
    keys.row("Milk")
    keys.press("ArrowDown")
    expect(row(page, "Eggs")).to_be_focused()
    keys.press("e")
    keys.type(", six")
    keys.press("Enter")
    expect(row(page, "Eggs, six")).to_be_focused()
    keys.press("d")
    expect(row(page, "Eggs, six").get_by_role("checkbox")).to_be_checked()
    keys.press("Alt+ArrowUp")
    expect_titles(page, "Eggs, six", "Milk", "Bread")
    keys.press("Alt+Shift+ArrowDown")
    expect_titles(page, "Milk", "Bread", "Eggs, six")
    expect(row(page, "Eggs, six")).to_be_focused()
    keys.press("Delete")
    expect_titles(page, "Milk", "Bread")
    expect(row(page, "Bread")).to_be_focused()
    keys.press("Control+z")
    expect_titles(page, "Milk", "Bread", "Eggs, six")
    keys.press("Control+z")
    expect_titles(page, "Eggs, six", "Milk", "Bread")
    keys.press("Control+Shift+z")
    expect_titles(page, "Milk", "Bread", "Eggs, six")
    settled(page)


def test_sections_and_moves_between_them(people, list_id, bot):
    bot.insert(list_id, "Milk", "Bread")
    page, keys = start(people, f"/l/{list_id}")
    keys.row("Milk")
    keys.list_menu("New section")
    keys.type("Dairy")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Dairy")).to_be_visible()
    expect(add_field(page, "Dairy")).to_be_focused()
    keys.type("Eggs")
    keys.press("Enter")
    keys.tab_to(page.get_by_role("button", name="More actions for Dairy"), "Shift+Tab")
    keys.press("Enter")
    keys.choose("Rename")
    keys.press("Control+a")
    keys.type("Cold")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Cold")).to_be_visible()
    keys.row("Milk")
    keys.press("m")
    keys.choose("Cold")
    expect_titles(page, "Bread", "Eggs", "Milk")
    expect(row(page, "Milk")).to_be_focused()
    # Folding and opening a section.
    fold = page.get_by_role("button", name="Cold", exact=True)
    keys.tab_to(fold, "Shift+Tab")
    keys.press("Enter")
    expect(fold).to_have_attribute("aria-expanded", "false")
    keys.press("Enter")
    expect(fold).to_have_attribute("aria-expanded", "true")
    keys.tab_to(page.get_by_role("button", name="More actions for Cold"))
    keys.press("Enter")
    keys.choose("Delete, keep its items")
    expect(page.get_by_role("heading", name="Cold")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.get_by_role("heading", name="Cold")).to_be_visible()
    settled(page)


def test_many_are_selected_and_changed(people, list_id, bot):
    bot.section(list_id, "Dairy")
    bot.insert(list_id, "A", "B", "C", "D")
    page, keys = start(people, f"/l/{list_id}")
    keys.row("A")
    keys.press("x", "ArrowDown", "x")
    bar = page.get_by_role("toolbar")
    expect(bar).to_contain_text("2 selected")
    keys.tab_to(bar.get_by_role("button", name="Move"))
    keys.press("Enter")
    keys.choose("Dairy")
    expect_titles(page, "C", "D", "A", "B")
    keys.row("C")
    keys.press("x", "Control+a")
    expect(bar).to_contain_text("4 selected")
    keys.tab_to(bar.get_by_role("button", name="Done"))
    keys.press("Enter")
    expect(page.get_by_text("4 of 4 done")).to_be_visible()
    keys.row("C")
    keys.press("x")
    keys.tab_to(bar.get_by_role("button", name="Delete"))
    keys.press("Enter")
    expect(page.locator("[data-item-id]")).to_have_count(3)
    settled(page)


def test_search_filters_details_history_and_the_sheet(people, list_id, bot):
    bot.insert(list_id, "Milk", "Bread", "Butter")
    page, keys = start(people, f"/l/{list_id}")
    keys.row("Milk")
    keys.press("/")
    expect(page.get_by_role("searchbox", name="Search")).to_be_focused()
    keys.type("b")
    expect_titles(page, "Bread", "Butter")
    keys.press("Escape", "Tab")
    keys.row("Milk")
    # Filters.
    keys.press("f")
    keys.choose("Not done")
    expect(page.get_by_role("button", name="Remove filter: Not done")).to_be_visible()
    keys.tab_to(page.get_by_role("button", name="Remove filter: Not done"), "Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("button", name="Remove filter: Not done")).to_be_hidden()
    # Details, and back to the row.
    keys.row("Milk")
    keys.press("Space")
    details = page.get_by_role("complementary", name="Details")
    keys.tab_to(details.get_by_role("textbox", name="Quantity"))
    keys.type("2 l")
    keys.press("Escape")
    if details.is_visible():
        keys.press("Escape")
    expect(details).to_be_hidden()
    expect(row(page, "Milk")).to_contain_text("2 l")
    expect(row(page, "Milk")).to_be_focused()
    # The row's menu, by its key.
    keys.press("Shift+F10")
    keys.choose("Move down")
    expect_titles(page, "Bread", "Milk", "Butter")
    # The sheet of keys and the history give the focus back.
    keys.row("Milk")
    keys.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.press("Escape")
    assert has_focus(row(page, "Milk"))
    keys.list_menu("History")
    expect(page.get_by_role("dialog")).to_contain_text("moved")
    keys.press("Escape")
    assert has_focus(page.get_by_role("button", name="List menu"))
    # The view, by arrows within its group.
    keys.tab_to(page.get_by_role("radiogroup", name="View"))
    keys.press("ArrowRight")
    expect(page.get_by_role("radio", name="Grid")).to_be_checked()
    keys.press("ArrowLeft")
    expect(page.get_by_role("radio", name="List")).to_be_checked()


def test_the_focus_stays_when_others_take_the_row_away(people, list_id, bot):
    ids = bot.insert(list_id, "A", "B", "C", "D")
    page, keys = start(people, f"/l/{list_id}")
    keys.row("B")
    bot.mutate(list_id, {"op": "delete", "ids": ids[:2]})
    expect(row(page, "C")).to_be_focused()
    # Hidden by what is ticked, it goes on to what is left.
    keys.press("h", "d")
    expect(row(page, "D")).to_be_focused()
    keys.press("Delete")
    expect(page.locator("[data-item-id]")).to_have_count(0)
    # The way back is a button that goes with what it shows.
    keys.tab_to(page.get_by_role("button", name="Show").first)
    keys.press("Enter")
    expect_titles(page, "C")
