"""The page as it is compiled in: compressed, kept for good under its version, and offered anew."""

import re
import subprocess
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from conftest import ROOT, People, binary
from handles import add_field, expect_titles, has_worker, kept, settled
from wire import Bot


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A server that serves what is compiled in."""
    data = tmp_path_factory.mktemp("compiled")
    process = subprocess.Popen(
        [binary(), "--listen", "127.0.0.1:0", "--data", str(data)], stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    yield next(word for word in line.split() if word.startswith("http")).rstrip("/")
    process.terminate()
    process.wait(timeout=30)


@pytest.fixture
def visitors(chromium, compiled):
    everyone = People(chromium, compiled)
    yield everyone
    everyone.close()
    assert everyone.errors == []


PACKED = ROOT / ".build" / "page"
# Bytes, compressed: of a first visit, and of everything there is.
BYTES_MAX = 100_000
# The page, the socket, two scripts, a style sheet, the icons, the manifest and its icon.
REQUESTS_MAX = 8


def resources(page):
    return page.evaluate("""() => performance.getEntriesByType('resource').map(
      ({ name, transferSize, encodedBodySize }) => ({ name, transferSize, encodedBodySize }))""")


def is_packed(visitors):
    if 'href="/v/' not in visitors.text("/"):
        pytest.skip("the page was compiled in without esbuild and brotli")


def test_the_page_comes_compressed_and_only_once(visitors):
    is_packed(visitors)
    page = visitors.open("/")
    first = [each for each in resources(page) if re.search(r"\.(js|css|svg)$", each["name"])]
    parts = [each for each in first if "/v/" in each["name"]]
    assert len({each["name"].split("/v/")[1][:16] for each in parts}) == 1
    assert {each["name"].rsplit("/", 1)[1] for each in first} - {"favicon.svg"} == {
        each["name"].rsplit("/", 1)[1] for each in parts}
    document = page.evaluate("() => performance.getEntriesByType('navigation')[0].encodedBodySize")
    assert 30_000 < sum(each["encodedBodySize"] for each in first) + document < BYTES_MAX
    page.get_by_label("New list").fill("Versions")
    page.keyboard.press("Enter")
    add_field(page).fill("Milk")
    add_field(page).press("Enter")
    expect_titles(page, "Milk")
    settled(page)
    page.reload()
    expect_titles(page, "Milk")
    again = [each for each in resources(page) if "/v/" in each["name"]]
    assert sum(each["transferSize"] for each in again) == 0


def test_all_that_one_reader_may_load_stays_small():
    if not (PACKED / "version").exists():
        pytest.skip("the page was compiled in without esbuild and brotli")
    served = PACKED / "served"
    # As update.sh numbers them.
    files = sorted(str(path.relative_to(served)) for path in served.rglob("*") if path.is_file())
    sizes = {name: (PACKED / f"{number}.br", served / name) for number, name in enumerate(files)}
    # The words of the other languages are for other readers.
    own = [name for name in files if not re.match(r"js/(ar|ja|pt)(-views)?-\w+\.js$", name)]
    assert len(files) - len(own) == 6
    assert sum((packed if packed.exists() else plain).stat().st_size
               for packed, plain in (sizes[name] for name in own)) < BYTES_MAX


def test_a_first_visit_asks_for_little_and_at_once(visitors, compiled):
    is_packed(visitors)
    bot = Bot(compiled)
    bot.make("round-trips", "Round trips")
    bot.insert("round-trips", "Milk")
    bot.close()
    page = visitors.blank(service_workers="block")
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.on("websocket", lambda socket: asked.append(urlsplit(socket.url).path))
    held = []
    # The modules, as one: until they come, nothing may be asked for on their account.
    page.route(re.compile(r"/js/chunk-\w+\.js$"), lambda route: held.append(route))
    page.goto(f"{compiled}/l/round-trips", wait_until="commit")
    while "/ws" not in asked or not held:
        page.wait_for_timeout(20)
    before = set(asked)
    held[0].continue_()
    expect_titles(page, "Milk")
    page.wait_for_selector('html[data-connection="online"]')
    assert len(asked) <= REQUESTS_MAX, asked
    assert asked.count("/ws") == 1
    # What is left is drawn by what has come, and holds no row up.
    late = [path for path in asked if path not in before]
    assert all(re.search(r"\.(svg|png|webmanifest)$", path) for path in late), late


def test_a_newer_page_is_offered_when_the_server_comes_back(people, line, list_id, bot):
    bot.insert(list_id, "Milk")
    page = people.open(f"/l/{list_id}", port=line.port)
    expect_titles(page, "Milk")
    offer = page.get_by_role("button", name="Reload")
    line.cut()
    page.wait_for_selector('html[data-connection="offline"]')
    line.mend()
    page.evaluate("() => dispatchEvent(new Event('online'))")
    page.wait_for_selector('html[data-connection="online"]')
    expect(offer).to_be_hidden()

    def newer(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('"/js/', '"/v/0123456789abcdef/js/'))

    page.route(lambda url: url.endswith(f":{line.port}/"), newer)
    line.cut()
    page.wait_for_selector('html[data-connection="offline"]')
    line.mend()
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(offer).to_be_visible()
    offer.click()
    page.wait_for_selector('html[data-connection="online"]')
    expect_titles(page, "Milk")
    expect(offer).to_be_hidden()


def test_a_whole_version_is_kept_for_when_there_is_no_network(visitors):
    is_packed(visitors)
    page = visitors.open("/")
    page.get_by_label("New list").fill("Kept")
    page.keyboard.press("Enter")
    add_field(page).fill("Milk")
    add_field(page).press("Enter")
    settled(page)
    has_worker(page)
    shell = page.evaluate(
        "async () => (await (await caches.open('shell')).keys()).map(each => new URL(each.url).pathname)")
    versions = {path.split("/")[2] for path in shell if path.startswith("/v/")}
    assert len(versions) == 1 and "/" in shell
    later = page.evaluate("() => [...document.querySelectorAll('meta[name=later]')].map(each => each.content)")
    assert later and set(later) <= set(shell)
    kept(page)
    page.context.set_offline(True)
    page.reload()
    expect_titles(page, "Milk")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    # Its style sheet was kept as well.
    expect(sheet.locator("dl").first).to_have_css("display", "grid")
