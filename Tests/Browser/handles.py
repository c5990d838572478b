"""How a test takes hold of the page: by roles and names, as a person does."""

from playwright.sync_api import expect


def row(page, title):
    return page.locator("[data-item-id]").filter(has=page.get_by_text(title, exact=True))


def row_of(page, item_id):
    return page.locator(f'[data-item-id="{item_id}"]')


def titles(page):
    return page.locator("[data-item-id] .title").all_text_contents()


def expect_titles(page, *expected):
    expect(page.locator("[data-item-id] .title")).to_have_text(list(expected))


def settled(page):
    """Everything this page asked for has been answered."""
    expect(page.locator("[data-list-id]")).to_have_attribute("data-pending", "0")


def add_field(page, section=None):
    name = f"Add an item to {section}" if section else "Add an item"
    return page.get_by_role("textbox", name=name, exact=True)


def menu(page, title, entry):
    row(page, title).hover()
    page.get_by_role("button", name=f"More actions for {title}").click()
    page.get_by_role("menuitem", name=entry, exact=True).click()


def paste(page, text):
    """Pastes into what has the focus, as the clipboard would."""
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData('text/plain', text);
          const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(event);
        }""", text)


def is_focused(locator):
    return locator.evaluate("element => element === document.activeElement")


def has_focus(locator):
    """The focus is on it or in it."""
    return locator.evaluate("element => element.contains(document.activeElement)")


def kept(page):
    """What this device keeps of the list has been written, up to what the page shows."""
    page.evaluate("() => dispatchEvent(new Event('pagehide'))")
    shown = page.locator("[data-list-id]")
    kept_at = [shown.get_attribute("data-list-id"), int(shown.get_attribute("data-revision"))]
    page.wait_for_function(
        """async ([list, revision]) => {
          const answer = (request) => new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
          const database = await answer(indexedDB.open('livelist', 1));
          const kept = await answer(database.transaction('lists').objectStore('lists').get(list));
          database.close();
          return kept?.revision === revision;
        }""", arg=kept_at)


def has_worker(page):
    """The service worker is there, and has kept what the page is made of."""
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
