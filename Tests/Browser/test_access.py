"""Links that let their readers in: taken from the address, made and taken back by an owner, and over."""

import base64
import hashlib
import hmac
import json
import re
import subprocess
import time

import pytest
from playwright.sync_api import expect

from conftest import ROOT, People, binary
from handles import add_field, expect_titles, menu, row, settled
from test_accessible import violations


class Guarded:
    """A server that asks for links."""

    def __init__(self, data):
        self.data = data
        self.owner = self.link("owner", "*", "Olga")
        self.process = subprocess.Popen(
            [binary(), "--listen", "127.0.0.1:0", "--data", str(data), "--web", str(ROOT / "web-client")],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.address = next(word for word in line.split() if word.startswith("http")).rstrip("/")

    def link(self, role, lists, name):
        """The id and the token of a new link."""
        made = subprocess.run(
            [binary(), "token", "--role", role, "--lists", lists, "--name", name, "--data", str(self.data)],
            capture_output=True, text=True, check=True).stdout
        return re.search(r"token: (\S+)\nid:    (\w+)", made).groups()

    def short_link(self, role, lists, seconds):
        """A token that counts for so long: the operator's command makes none under a day."""
        [key, *_] = json.loads((self.data / "tokens").read_text())["keys"]
        now = int(time.time() * 1_000)
        says = {"v": 1, "k": key["id"], "i": "short", "r": role, "l": [lists], "a": now, "x": now + seconds * 1_000}
        payload = encoded(json.dumps(says, separators=(",", ":")).encode())
        secret = base64.urlsafe_b64decode(key["secret"] + "=")
        return f"{payload}.{encoded(hmac.digest(secret, payload.encode(), hashlib.sha256))}"

    def revoke(self, id):
        subprocess.run([binary(), "token", "revoke", id, "--data", str(self.data)],
                       capture_output=True, check=True)


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    server = Guarded(tmp_path_factory.mktemp("guarded"))
    yield server
    server.process.terminate()
    server.process.wait(timeout=30)


@pytest.fixture
def guests(chromium, guarded):
    everyone = People(chromium, guarded.address)
    yield everyone
    everyone.close()
    assert everyone.errors == []


@pytest.fixture
def shared(guests, guarded):
    """An owner's page of a list of their own."""
    page = guests.open(f"/#token={guarded.owner[0]}", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_label("New list").fill("Shared")
    page.keyboard.press("Enter")
    add_field(page).fill("Milk")
    add_field(page).press("Enter")
    expect_titles(page, "Milk")
    settled(page)
    return page


def turned_away(guests, guarded, path):
    page = guests.blank()
    page.goto(guarded.address + path)
    return page


def make_link(page, role):
    page.get_by_role("button", name="List menu").click()
    page.get_by_text("Share link…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Whoever has the link").select_option(label=role)
    dialog.get_by_label("Name that others see").fill("Vera")
    dialog.get_by_role("button", name="Make a link").click()
    return dialog, dialog.get_by_label("Link to pass on").input_value()


def test_the_token_leaves_the_address_and_stays_on_the_device(guests, guarded, shared):
    assert "#" not in shared.url
    path = shared.url.removeprefix(guarded.address)
    shared.reload()
    expect_titles(shared, "Milk")
    again = guests.again(shared, path)
    expect_titles(again, "Milk")
    assert "#" not in again.url


def test_without_a_link_nothing_is_shown_but_a_field_for_one(guests, guarded, shared):
    path = shared.url.removeprefix(guarded.address)
    page = turned_away(guests, guarded, path)
    expect(page.get_by_role("heading", name="This list isn’t open to you")).to_be_visible()
    expect(page.get_by_text("Open the link you were sent")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("textbox", name="Paste a link to a list").fill(
        f"{guarded.address}{path}#token={guarded.owner[0]}")
    page.keyboard.press("Enter")
    expect_titles(page, "Milk")
    assert "#" not in page.url


def test_the_start_without_a_link_says_so(guests, guarded):
    page = turned_away(guests, guarded, "/")
    expect(page.get_by_role("heading", name="Nothing here is open to you")).to_be_visible()
    expect(page.get_by_role("button", name="Create")).to_be_hidden()
    expect(page.get_by_text("Changes stay on this device")).to_be_hidden()
    assert violations(page) == []
    page.goto(f"{guarded.address}/#token=nonsense")
    expect(page.get_by_text("That link is not whole")).to_be_visible()


def test_an_owner_makes_a_link_that_lets_someone_look(guests, guarded, shared):
    dialog, link = make_link(shared, "Can look")
    expect(dialog.get_by_text("Whoever has this link can look")).to_be_visible()
    assert violations(shared) == []
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_role("button", name="Link copied")).to_be_visible()
    assert shared.evaluate("() => navigator.clipboard.readText()") == link
    page = guests.open(link.removeprefix(guarded.address))
    expect_titles(page, "Milk")
    expect(page.get_by_text("You can look, but not change, this list.")).to_be_visible()
    expect(add_field(page)).to_be_hidden()
    expect(row(page, "Milk").get_by_role("checkbox")).to_be_disabled()
    assert violations(page) == []
    row(page, "Milk").focus()
    for key in ("d", "x", "Delete", "Alt+ArrowDown", "e"):
        page.keyboard.press(key)
    expect(page.get_by_role("textbox", name="Title", exact=True)).to_have_count(0)
    expect(page.get_by_role("toolbar")).to_be_hidden()
    row(page, "Milk").hover()
    page.get_by_role("button", name="More actions for Milk").click()
    assert page.get_by_role("menuitem").all_inner_texts() == ["Details\nSpace", "Copy link"]
    page.get_by_role("menuitem", name="Details").click()
    details = page.get_by_role("complementary", name="Details")
    expect(details.get_by_role("textbox", name="Title")).not_to_be_editable()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="LiveList, all lists").click()
    expect(page.get_by_role("button", name="Create")).to_be_hidden()
    expect(page.get_by_role("listitem")).to_have_count(1)


def test_a_link_that_is_taken_back_ends_at_once_and_says_so(guests, guarded, shared):
    dialog, link = make_link(shared, "Can change")
    page = guests.open(link.removeprefix(guarded.address))
    add_field(page).fill("Eggs")
    add_field(page).press("Enter")
    settled(page)
    expect_titles(shared, "Milk", "Eggs")
    dialog.get_by_role("button", name="Take back: Vera").click()
    expect(page.get_by_text("Your link was taken back")).to_be_visible()
    # What was read stays, and can't be changed any more.
    expect_titles(page, "Milk", "Eggs")
    expect(add_field(page)).to_be_hidden()
    expect(page.get_by_text("Changes stay on this device")).to_be_hidden()
    expect(dialog.get_by_text("Vera")).to_be_hidden()
    assert violations(page) == []


def test_of_two_links_the_other_still_counts(guests, guarded, shared):
    token, id = guarded.link("editor", "*", "Ed")
    path = shared.url.removeprefix(guarded.address)
    page = guests.open(f"{path}#token={token}")
    menu(page, "Milk", "Edit")
    page.keyboard.press("Escape")
    viewer, _ = guarded.link("viewer", "*", "Vic")
    page.goto(f"{guarded.address}{path}#token={viewer}")
    expect_titles(page, "Milk")
    guarded.revoke(id)
    expect(page.get_by_text("You can look, but not change, this list.")).to_be_visible(timeout=30_000)
    expect_titles(page, "Milk")
    assert page.evaluate("() => JSON.parse(localStorage.tokens).length") == 1


def test_a_link_that_expires_while_the_page_is_open_says_so(guests, guarded, shared):
    path = shared.url.removeprefix(guarded.address)
    # Long enough for the page to open on a busy machine.
    token = guarded.short_link("editor", path.removeprefix("/l/"), 30)
    page = guests.open(f"{path}#token={token}")
    expect_titles(page, "Milk")
    expect(add_field(page)).to_be_visible()
    expect(page.get_by_text("Your link has expired. Ask for a new one.")).to_be_visible(timeout=90_000)
    expect(page.get_by_label("Paste a link to a list")).to_be_visible()
    # As with one that is taken back: what was read stays, and can't be changed any more.
    expect_titles(page, "Milk")
    expect(add_field(page)).to_be_hidden()
