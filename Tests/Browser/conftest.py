"""The real server, a real browser, and bots at the same list.

LIVELISTD names the binary (else the newest under .build), CHROMIUM the browser.
"""

import os
import pathlib
import shutil
import subprocess
import uuid
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

from wire import Bot, Line

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Long: no test says how quick the page is, and the machine may be busy.
WAIT_MS = 30_000
expect.set_options(timeout=WAIT_MS)
# What the browser says of a line that a test has cut, its own fetching of the service worker included: no
# error of the page.
OF_THE_LINE = ("WebSocket", "ERR_", "An unknown error occurred when fetching the script")


def binary():
    named = os.environ.get("LIVELISTD")
    built = [ROOT / ".build" / kind / "livelistd" for kind in ("debug", "release")]
    found = [named] if named else sorted((p for p in built if p.exists()), key=lambda p: -p.stat().st_mtime)
    if not found:
        pytest.exit("No server to test with: run `swift build`, or name one in LIVELISTD.", 1)
    return str(found[0])


def browser_path():
    named = os.environ.get("CHROMIUM")
    return named or shutil.which("chromium-headless-shell") or shutil.which("chromium")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The address of a server of its own, with the page as it lies in the repository."""
    data = tmp_path_factory.mktemp("data")
    process = subprocess.Popen(
        [binary(), "--listen", "127.0.0.1:0", "--data", str(data), "--web", str(ROOT / "web-client")],
        stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    assert line.startswith("ready"), f"the server said {line!r}"
    yield next(word for word in line.split() if word.startswith("http")).rstrip("/")
    process.terminate()
    process.wait(timeout=30)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright):
    browser = playwright.chromium.launch(
        executable_path=browser_path(), args=["--no-sandbox", "--ignore-certificate-errors"])
    yield browser
    browser.close()


@pytest.fixture
def line(server):
    relay = Line(urlsplit(server).port)
    yield relay
    relay.close()


class People:
    """Browsers at the list: each call is another person with a device of their own."""

    def __init__(self, chromium, server):
        self.chromium = chromium
        self.server = server
        self.contexts = []
        self.errors = []

    def open(self, path, port=None, **options):
        context = self._context(**options)
        base = self.server if port is None else f"{urlsplit(self.server).scheme}://127.0.0.1:{port}"
        return self._tab(context, base + path)

    def blank(self, **options):
        """A tab that shows nothing yet."""
        return self._watched(self._context(**options))

    def text(self, path):
        """What the server answers to a browser."""
        context = self._context()
        return context.request.get(self.server + path).text()

    def again(self, page, path):
        """The tab is closed, and another one opened in the same browser."""
        page.close()
        return self._tab(page.context, self.server + path)

    def _context(self, **options):
        context = self.chromium.new_context(ignore_https_errors=True, **options)
        context.set_default_timeout(WAIT_MS)
        self.contexts.append(context)
        return context

    def _watched(self, context):
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._console)
        return page

    def _tab(self, context, url):
        page = self._watched(context)
        page.goto(url)
        page.wait_for_selector('html[data-connection="online"]')
        return page

    def _console(self, message):
        if message.type == "error" and not any(each in message.text for each in OF_THE_LINE):
            self.errors.append(message.text)

    def close(self):
        for context in self.contexts:
            context.close()


@pytest.fixture
def people(chromium, server):
    everyone = People(chromium, server)
    yield everyone
    everyone.close()
    assert everyone.errors == []


@pytest.fixture
def bot(server):
    someone = Bot(server)
    yield someone
    someone.close()


@pytest.fixture
def list_id(bot):
    """A new, empty list."""
    name = f"test-{uuid.uuid4().hex[:12]}"
    bot.make(name, "Groceries")
    return name
