"""A place in front of another engine: Firefox through Playwright, WebKit through WebDriver.

What they share is little and enough: look by an expression, click, type, draw with the mouse.
"""

import json
import os
import shutil
import subprocess

WEBKIT = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
WAIT_MS = 30_000

# The page's policy forbids `eval`: an expression travels inside of a function.
LOOK = """
  const end = Date.now() + %d;
  for (;;) {
    const found = %s;
    if (found || Date.now() > end) return found;
    await new Promise(done => setTimeout(done, 20));
  }
"""


class Seat:
    def see(self, expression, within=0):
        """The value of an expression in the page, once it is true, or when the time is over."""
        raise NotImplementedError

    def until(self, expression):
        if not self.see(expression, WAIT_MS):
            state = self.see("[location.href, {...document.documentElement.dataset}, document.body.innerText]")
            raise AssertionError(f"{expression}: {state}")

    def titles(self, *expected):
        wanted = json.dumps(list(expected))
        self.until(
            "JSON.stringify([...document.querySelectorAll('[data-item-id] .title')]"
            f".map(each => each.textContent)) === JSON.stringify({wanted})")

    def settled(self):
        self.until("document.querySelector('[data-list-id]').dataset.pending === '0'")

    def connected(self, state="online"):
        self.until(f"document.documentElement.dataset.connection === '{state}'")


class Firefox(Seat):
    @classmethod
    def launch(cls, playwright):
        path = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=path)
        return cls(browser)

    def __init__(self, browser):
        self.browser = browser

    def open(self, url):
        context = self.browser.new_context(ignore_https_errors=True, viewport={"width": 1100, "height": 800})
        context.set_default_timeout(WAIT_MS)
        self.page = context.new_page()
        self.page.goto(url)
        self.connected()

    def see(self, expression, within=0):
        return self.page.evaluate("async () => {" + LOOK % (within, expression) + "}")

    def click(self, selector):
        self.page.locator(selector).click()

    def type(self, text):
        self.page.keyboard.type(text)

    def press(self, *keys):
        self.page.keyboard.press("+".join(keys))

    def draw(self, handle, target):
        """From the middle of one to the upper quarter of another, and lets go."""
        self.page.locator(handle).locator("xpath=ancestor::*[@data-item-id]").hover()
        start = self.page.locator(handle).bounding_box()
        end = self.page.locator(target).bounding_box()
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(start["x"] + 40, end["y"] + end["height"] / 4, steps=6)
        self.see("await new Promise(done => setTimeout(done, 100)) || true")
        mouse.up()

    def close(self):
        self.browser.close()


class WebKit(Seat):
    @classmethod
    def launch(cls, _):
        from selenium import webdriver
        os.environ["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        screen = None
        if not os.environ.get("DISPLAY"):
            # It names the display it has taken.
            read, write = os.pipe()
            screen = subprocess.Popen(
                ["Xvfb", "-displayfd", str(write), "-screen", "0", "1200x900x24"], pass_fds=[write],
                stderr=subprocess.DEVNULL)
            os.close(write)
            with os.fdopen(read) as number:
                os.environ["DISPLAY"] = f":{number.readline().strip()}"
        options = webdriver.WebKitGTKOptions()
        options.binary_location = WEBKIT
        options.add_argument("--automation")
        options.set_capability("acceptInsecureCerts", True)
        service = webdriver.WebKitGTKService(executable_path=shutil.which("WebKitWebDriver"))
        return cls(webdriver.WebKitGTK(options=options, service=service), screen)

    def __init__(self, driver, screen):
        self.driver = driver
        self.screen = screen

    def open(self, url):
        self.driver.set_script_timeout(2 * WAIT_MS / 1_000)
        self.driver.get(url)
        self.connected()

    def see(self, expression, within=0):
        return self.driver.execute_async_script(
            "const done = arguments[0]; (async () => {" + LOOK % (within, expression) + "})().then(done);")

    def _find(self, selector):
        return self.driver.find_element("css selector", selector)

    def _hands(self):
        from selenium.webdriver import ActionChains
        return ActionChains(self.driver, duration=20)

    def click(self, selector):
        self._hands().move_to_element(self._find(selector)).click().perform()

    def type(self, text):
        self._hands().send_keys(text).perform()

    def press(self, *keys):
        from selenium.webdriver import Keys
        named = {"ArrowUp": Keys.ARROW_UP, "ArrowDown": Keys.ARROW_DOWN, "Enter": Keys.ENTER, "Alt": Keys.ALT,
                 "Control": Keys.CONTROL, "Delete": Keys.DELETE, "End": Keys.END, "Escape": Keys.ESCAPE}
        hands = self._hands()
        for key in keys[:-1]:
            hands.key_down(named[key])
        hands.send_keys(named.get(keys[-1], keys[-1]))
        for key in keys[:-1]:
            hands.key_up(named[key])
        hands.perform()

    def draw(self, handle, target):
        start, end = self._find(handle), self._find(target)
        down = end.rect["y"] + end.rect["height"] / 4 - start.rect["y"] - start.rect["height"] / 2
        hands = self._hands().move_to_element(start).click_and_hold()
        for _ in range(6):
            hands.move_by_offset(5, round(down / 6))
        hands.pause(0.1).release().perform()

    def close(self):
        self.driver.quit()
        if self.screen:
            self.screen.terminate()
            self.screen.wait()
            del os.environ["DISPLAY"]
