"""Section 2 of the protocol: white space, characters, numbers, ids."""

import json
import unicodedata

import pytest

from builders import edit, ids_of, insert, new_id, section, set_title, toggle
from plain_values import WHITE_SPACE

NO_WHITE_SPACE = ["\ufeff", "\u200b", "\u180e", "\u2060", "\u200c", "\u200e", "\u00ad"]
CONTROL = [chr(c) for c in [*range(0x20), *range(0x7F, 0xA0)]]


@pytest.fixture
def ana(client, list_id):
    client.open(list_id, create=True)
    return lambda *mutations, **keys: client.mutate(list_id, *mutations, **keys)


def title_of(change):
    return change["mutations"][0]["items"][0]["title"]


@pytest.mark.parametrize("space", WHITE_SPACE, ids=[f"U+{ord(c):04X}" for c in WHITE_SPACE])
def test_each_white_space_is_trimmed_at_both_ends(ana, space):
    assert title_of(ana(insert(f"{space}{space}a b{space}"))) == "a b"
    assert ana(insert(space))["code"] == "invalid"
    assert ana(section(f"{space}S{space}"))["mutations"][0]["section"]["title"] == "S"
    assert ana(set_title(f"{space}T{space}"))["mutations"][0]["title"] == "T"


@pytest.mark.parametrize("character", NO_WHITE_SPACE, ids=[f"U+{ord(c):04X}" for c in NO_WHITE_SPACE])
def test_what_is_no_white_space_stays(ana, character):
    assert title_of(ana(insert(f"{character}a{character}"))) == f"{character}a{character}"
    assert title_of(ana(insert(character))) == character


@pytest.mark.parametrize("space", [c for c in WHITE_SPACE if unicodedata.category(c) != "Cc"],
                         ids=lambda c: f"U+{ord(c):04X}")
def test_white_space_within_a_title_stays(ana, space):
    assert title_of(ana(insert(f"a{space}{space}b"))) == f"a{space}{space}b"


def test_control_characters_are_refused_in_titles(ana):
    for character in CONTROL:
        for mutation in [insert(f"a{character}b"), section(f"a{character}b"), set_title(f"a{character}b")]:
            rejected = ana(mutation)
            assert (rejected["type"], rejected.get("code")) == ("rejected", "invalid"), (character, mutation)


def test_field_texts_may_hold_tab_and_line_breaks_alone(ana):
    for character in CONTROL:
        answer = ana({"op": "insert", "items": [{"title": "x", "fields": {"note": f"a{character}b"}}]})
        expected = "change" if character in "\t\n\r" else "rejected"
        assert answer["type"] == expected, f"U+{ord(character):04X}"


TEXTS = ["é", "e\u0301", "Å", "\u212b", "ﬁ", "👩‍👩‍👧‍👦", "🇩🇪", "\u202eabc", "\U0010ffff", "\ufffe",
         "\"\\/", "</script>", "&amp;", "'; DROP TABLE items; --", "%s%n", "a\u00adb", "ＡＢＣ", "שלום", "null",
         "true", "0"]


def test_texts_come_back_scalar_by_scalar(client, ana, list_id):
    change = ana(insert(*TEXTS))
    assert [i["title"] for i in change["mutations"][0]["items"]] == TEXTS
    assert [i["title"] for i in client.fresh(list_id).items] == TEXTS
    fields = {text: text for text in TEXTS}
    change = ana({"op": "insert", "items": [{"title": "x", "fields": fields}]})
    assert change["mutations"][0]["items"][0]["fields"] == fields
    assert client.fresh(list_id).items[-1]["fields"] == fields


def test_texts_that_only_look_the_same_are_different(ana):
    id = ids_of(ana({"op": "insert", "items": [{"title": "é", "fields": {"é": "é"}}]}))[0]
    assert ana(edit(id, title="é"))["type"] == "unchanged"
    assert ana(edit(id, title="e\u0301"))["mutations"] == [edit(id, title="e\u0301")]
    assert ana(edit(id, fields={"e\u0301": "é"}))["mutations"] == [edit(id, fields={"e\u0301": "é"})]
    assert ana(edit(id, fields={"é": "e\u0301"}))["mutations"] == [edit(id, fields={"é": "e\u0301"})]
    assert ana(edit(id, fields={"é": None}))["mutations"] == [edit(id, fields={"é": None})]


def test_surrogate_pairs_in_escapes_are_one_scalar(client, list_id):
    client.open(list_id, create=True)
    client.send_text('{"type":"mutate","list":"%s","id":"m","mutations":[{"op":"insert","items":'
                     '[{"title":"\\ud83d\\ude00\\u0041\\/\\b"}]}]}' % list_id)
    assert client.next()["code"] == "invalid"
    client.send_text('{"type":"mutate","list":"%s","id":"m","mutations":[{"op":"insert","items":'
                     '[{"title":"\\ud83d\\ude00\\u0041\\/\\uD834\\uDd1E"}]}]}' % list_id)
    assert title_of(client.next()) == "😀A/𝄞"


NUMBERS = ["0", "-0", "1", "-1", "1.0", "1e2", "1E+2", "0.1", "-0.5", "1e-7", "9007199254740992",
           "-9007199254740992",
           "9007199254740991", "123456789012345", "1.7976931348623157e308", "5e-324", "0.1e1",
           "3.141592653589793",
           "2.5e10", "1e22", "100", "0.30000000000000004"]


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_come_back_with_their_value(client, list_id, text):
    client.open(list_id, create=True)
    client.send_text('{"type":"mutate","list":"%s","id":"m","mutations":[{"op":"insert","items":'
                     '[{"title":"x","fields":{"q":%s}}]}]}' % (list_id, text))
    change = client.next()
    assert change["type"] == "change", change
    back = change["mutations"][0]["items"][0]["fields"]["q"]
    assert isinstance(back, (int, float)) and not isinstance(back, bool) and float(back) == float(text)
    id = ids_of(change)[0]
    client.send_text('{"type":"mutate","list":"%s","id":"n","mutations":[{"op":"edit","id":"%s",'
                     '"fields":{"q":%s}}]}' % (list_id, id, text))
    assert client.next()["type"] == "unchanged"
    assert float(client.fresh(list_id).items[0]["fields"]["q"]) == float(text)


@pytest.mark.parametrize("number", [0, 1, -1, 2**53, -2**53, 2**53 - 1, 10**15, 4294967296])
def test_integers_up_to_2_to_53_come_back_digit_for_digit(client, list_id, number):
    client.open(list_id, create=True)
    client.send({"type": "mutate", "list": list_id, "id": "m",
                 "mutations": [{"op": "insert", "items": [{"title": "x", "fields": {"q": number}}]}]})
    text = client.connection.receive(10)
    while '"change"' not in text:
        text = client.connection.receive(10)
    assert f'"q":{number}' in text.replace(" ", "")


def test_a_field_keeps_its_kind_and_numbers_are_equal_by_value(ana):
    id = ids_of(ana({"op": "insert", "items": [{"title": "x", "fields": {"q": 1}}]}))[0]
    for same in (1, 1.0):
        assert ana(edit(id, fields={"q": same}))["type"] == "unchanged"
    for other in (True, "1", 1.5, 0, False, "", 1):
        fact = ana(edit(id, fields={"q": other}))["mutations"][0]
        assert json.dumps(fact["fields"]["q"]) == json.dumps(other)


def test_rule_1_ids_are_the_same_in_either_case_and_sent_in_lower(client, ana, list_id):
    id = "abcdef01-2345-4678-9ABC-DEF012345678"
    change = ana(insert("Milk", ids=[id.upper()]))
    assert ids_of(change) == [id.lower()]
    assert ana(insert("Milk", ids=[id.lower()]))["code"] == "id-exists"
    assert ana(toggle(id, isDone=True))["mutations"][0]["ids"] == [id.lower()]
    section_id = new_id().upper()
    assert ana(section("S", id=section_id))["mutations"][0]["section"]["id"] == section_id.lower()
    fact = ana(insert("Eggs", section=section_id))["mutations"][0]
    assert fact["destination"] == {"section": section_id.lower()}
    assert fact["items"][0]["section"] == section_id.lower()
    assert client.fresh(list_id).ids()[0] == id.lower()


def test_one_uuid_may_be_an_item_and_a_section(client, ana, list_id):
    id = new_id()
    assert ana(insert("Milk", ids=[id]), section("Milk", id=id))["type"] == "change"
    assert ana({"op": "reorder", "sources": [id], "destination": {"section": id}})["type"] == "change"
    assert client.fresh(list_id).items[0]["section"] == id


def test_any_uuid_will_do_as_an_id(ana):
    ids = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
           "12345678-9abc-1def-0000-000000000000"]
    assert ids_of(ana(insert("a", "b", "c", ids=ids))) == ids


def test_ids_that_the_server_mints_are_all_different(ana):
    ids = ids_of(ana(insert(*["x"] * 1_000)))
    assert len(set(ids)) == 1_000
    assert all(len(id) == 36 and id == id.lower() for id in ids)
    fact = ana({"op": "insertSection", "section": {"title": "S"}})["mutations"][0]
    assert len(fact["section"]["id"]) == 36
