"""Measures the page as it is compiled in, in Chromium: docs/page.md holds what was seen.

    LIVELISTD=.build/release/livelistd python Tests/Browser/measure_page.py [items]

It prints one line a figure. Nothing is judged here: figures depend on the machine.
"""

import contextlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from playwright.sync_api import sync_playwright

from conftest import People, binary, browser_path
from wire import Bot, new_id

ITEMS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
LIST = "measured"
FRAMES = """() => { window.frames_ = []; let last = performance.now();
  const step = now => { window.frames_.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step); }"""
LONG_TASKS = """() => { window.long_ = []; new PerformanceObserver(list => {
  for (const each of list.getEntries()) window.long_.push(each.duration); }).observe({ type: 'longtask' }); }"""


def say(what, value):
    print(f"{what:<58} {value}", flush=True)


def shares(values):
    values = sorted(values)
    at = lambda share: values[min(len(values) - 1, int(len(values) * share))]
    return f"p50 {at(0.5):.1f}  p95 {at(0.95):.1f}  p99 {at(0.99):.1f}  worst {values[-1]:.1f} ms"


def fill(bot):
    bot.make(LIST, "Measured")
    for start in range(0, ITEMS, 5_000):
        bot.insert(LIST, *(f"Item {number}" for number in range(start, min(start + 5_000, ITEMS))))


def first_visit(people, path):
    """Requests, bytes and times of a visit without anything kept."""
    page = people.blank(service_workers="block", viewport={"width": 1280, "height": 800})
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("websocket", lambda socket: requests.append(socket.url))
    page.goto(people.server + path)
    page.locator("[data-item-id]").first.wait_for()
    first = page.evaluate("() => performance.now()")
    page.wait_for_selector('html[data-connection="online"]', timeout=120_000)
    whole = page.evaluate("() => performance.now()")
    bytes_ = page.evaluate("""() => [...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource')].reduce((sum, each) => sum + each.encodedBodySize, 0)""")
    return page, requests, bytes_, first, whole


def memory(page):
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    heap = page.evaluate("() => performance.memory.usedJSHeapSize")
    return f"{heap / 1e6:.0f} MB of JavaScript heap"


def scroll(page):
    page.evaluate(FRAMES)
    page.mouse.move(640, 400)
    for _ in range(120):
        page.mouse.wheel(0, 600)
        page.wait_for_timeout(16)
    return page.evaluate("() => window.frames_.splice(0)")


class Flood(threading.Thread):
    """Someone who changes a thousand items a second."""

    def __init__(self, bot, ids, rate=1_000):
        super().__init__(daemon=True)
        self.bot, self.ids, self.rate = bot, ids, rate
        self.is_over = threading.Event()
        self.sent = 0

    def run(self):
        start = time.monotonic()
        while not self.is_over.wait(0.05):
            due = int((time.monotonic() - start) * self.rate) - self.sent
            frame = [{"type": "mutate", "list": LIST, "id": new_id(), "mutations": [
                {"op": "edit", "id": self.ids[(self.sent + number) % len(self.ids)],
                 "title": f"Changed {self.sent + number}"}]} for number in range(due)]
            if frame:
                self.bot.say(frame)
            self.sent += len(frame)
            while not self.bot.frames.empty():
                self.bot.frames.get_nowait()


def flood(page, bot, ids):
    page.evaluate("() => scrollTo(0, 0)")
    title = page.locator("[data-item-id] .title").first
    title.click()
    field = page.get_by_role("textbox", name="Title", exact=True)
    field.fill("")
    someone = Flood(bot, ids)
    page.evaluate(FRAMES)
    page.evaluate(LONG_TASKS)
    someone.start()
    start = time.monotonic()
    typed, waits = "", []
    while time.monotonic() - start < 10:
        letter = "abcdefghij"[len(typed) % 10]
        before = time.monotonic()
        page.keyboard.press(letter)
        waits.append((time.monotonic() - before) * 1_000)
        typed += letter
        page.wait_for_timeout(60)
    lasted = time.monotonic() - start
    someone.is_over.set()
    someone.join()
    frames = page.evaluate("() => window.frames_.splice(0)")
    long_tasks = page.evaluate("() => window.long_")
    is_kept = field.input_value() == typed
    page.keyboard.press("Escape")
    return someone.sent / lasted, frames, long_tasks, waits, is_kept


@contextlib.contextmanager
def served(*options):
    """People and a bot at a server of their own."""
    data = tempfile.TemporaryDirectory()
    process = subprocess.Popen(
        [binary(), "--listen", "127.0.0.1:0", "--data", data.name, *options],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = next(word for word in process.stdout.readline().split() if word.startswith("http")).rstrip("/")
    bot = Bot(address)
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=browser_path(),
                args=["--no-sandbox", "--ignore-certificate-errors", "--enable-precise-memory-info"])
            people = People(chromium, address)
            yield people, bot
            people.close()
            chromium.close()
    finally:
        bot.close()
        process.terminate()
        process.wait(timeout=30)
        data.cleanup()


def main():
    with served() as (people, bot):
        bot.make("small", "Small")
        bot.insert("small", *(f"Item {number}" for number in range(20)))
        fill(bot)
        measure(people, bot, [item["id"] for item in bot.read(LIST)["items"]])


def measure(people, bot, ids):
    visits = [first_visit(people, "/l/small") for _ in range(5)]
    page, requests, bytes_, _, _ = visits[0]
    say("requests of a first visit, the socket among them", len(requests))
    say("bytes of a first visit, compressed", bytes_)
    say("20 items: first rows", f"{statistics.median(visit[3] for visit in visits):.0f} ms")
    for visit in visits:
        visit[0].context.close()
    big = [first_visit(people, f"/l/{LIST}") for _ in range(3)]
    say(f"{ITEMS:,} items: first rows", f"{statistics.median(visit[3] for visit in big):.0f} ms")
    say(f"{ITEMS:,} items: the whole list", f"{statistics.median(visit[4] for visit in big):.0f} ms")
    for visit in big[1:]:
        visit[0].context.close()
    page = big[0][0]
    say(f"{ITEMS:,} items: memory", memory(page))
    say("rows in the document", page.locator("[data-item-id]").count())
    say("frames while scrolling", shares(scroll(page)))
    rate, frames, long_tasks, waits, is_kept = flood(page, bot, ids)
    say("typing while others change: changes a second", f"{rate:.0f}")
    say("typing while others change: frames", shares(frames))
    say("typing while others change: a key until it is handled", shares(waits))
    say("typing while others change: tasks over 50 ms", len(long_tasks))
    say("typing while others change: text and caret kept", "yes" if is_kept else "no")
    search(page)


def search(page):
    page.keyboard.press("/")
    page.keyboard.type("item 9999")
    page.evaluate("() => { window.from_ = performance.now(); }")
    page.keyboard.press("9")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    took = page.evaluate("() => performance.now() - window.from_")
    say("one more letter in the search, until it is drawn", f"{took:.0f} ms")


if __name__ == "__main__":
    main()
