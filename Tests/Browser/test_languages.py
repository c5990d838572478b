"""The page in the languages it is written in."""

import pytest
from playwright.sync_api import expect

from handles import row, settled
from test_accessible import LOOKS, violations

WORDS = {
    "ja-JP": {"table": "表", "grid": "グリッド", "add": "項目を追加", "done": "2 件中 1 件完了", "sort": "並べ替え",
              "titles": ["牛乳", "カマンベールチーズ"]},
    "ar-EG": {"table": "جدول", "grid": "شبكة", "add": "أضف عنصرًا", "sort": "فرز",
              "titles": ["حليب", "لبن زبادي"]},
    "pt-PT": {"table": "Tabela", "grid": "Grelha", "add": "Adicionar um item", "done": "1 de 2 feitos",
              "sort": "Ordenar", "titles": ["Leite", "Pão"]},
}


@pytest.mark.parametrize("locale", WORDS)
@pytest.mark.parametrize("look", ["desk, light", "phone, dark"])
def test_every_view_is_in_the_readers_language_and_direction(people, list_id, bot, locale, look):
    words = WORDS[locale]
    bot.insert(list_id, words["titles"][0], isDone=True, fields={"quantity": 2})
    bot.insert(list_id, words["titles"][1], fields={"due": "2026-12-05"})
    page = people.open(f"/l/{list_id}", locale=locale, reduced_motion="reduce", **LOOKS[look])
    direction = "rtl" if locale.startswith("ar") else "ltr"
    expect(page.locator("html")).to_have_attribute("dir", direction)
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    expect(page.get_by_role("textbox", name=words["add"], exact=True).first).to_be_visible()
    if "done" in words:
        expect(page.get_by_text(words["done"])).to_be_visible()
    title, check = (row(page, words["titles"][0]).locator(each).bounding_box() for each in (".title", ".check"))
    assert (check["x"] > title["x"]) == (direction == "rtl")
    for name in ("list", "table", "grid"):
        if name != "list":
            page.get_by_role("radio", name=words[name]).check(force=True)
            expect(page.locator(".table-bar" if name == "table" else ".tile").first).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    settled(page)
    page.goto(page.url.split("/l/")[0] + "/")
    expect(page.get_by_role("listitem").first).to_be_visible()
    assert violations(page) == []
