"""Rule 10 of the protocol's section 5, with the server's own bound of 10,000 revisions."""

import pytest

from builders import delete, delete_section, edit, insert, new_id, restore, section, toggle

KEEP = 10_000


def pass_changes(client, list_id, item, count):
    """`count` changes that touch nothing but one item."""
    for start in range(0, count, 250):
        block = range(start, min(count, start + 250))
        client.send(*[{"type": "mutate", "list": list_id, "id": f"pass-{item[:8]}-{n}",
                       "mutations": [toggle(item)]}
                      for n in block])
        client.wait_for(lambda m: m.get("id") == f"pass-{item[:8]}-{block[-1]}", "the last of a block", 30)


@pytest.fixture
def old(client, list_id):
    """A list in which at revision 2 an item and a section were deleted; it is at revision 2."""
    client.open(list_id, create=True)
    client.ask({"type": "close", "list": list_id})
    ids = {name: new_id() for name in ("a", "gone", "b", "section", "left")}
    client.mutate(list_id, insert("a", "gone", "b", ids=[ids["a"], ids["gone"], ids["b"]]),
                  section("S", id=ids["section"]))
    assert client.mutate(list_id, delete(ids["gone"]), delete_section(ids["section"]))["revision"] == 2
    return ids


def test_rule_10_a_change_finds_what_left_10000_revisions_before_it(client, list_id, old):
    pass_changes(client, list_id, old["a"], KEEP - 1)  # the list is at 10,001, the next is 10,002
    assert client.mutate(list_id, edit(old["gone"], title="x"))["code"] == "item-deleted"
    assert client.mutate(list_id, insert("x", section=old["section"]), insert("y", before=old["gone"]),
                         restore(old["gone"]))["revision"] == KEEP + 2
    assert [i["title"] for i in client.fresh(list_id).items] == ["a", "y", "gone", "b", "x"]


def test_rule_10_a_change_finds_nothing_that_is_older(client, list_id, old):
    pass_changes(client, list_id, old["a"], KEEP)  # the next is 10,003
    assert client.mutate(list_id, edit(old["gone"], title="x"))["code"] == "unknown-item"
    assert client.mutate(list_id, restore(old["gone"]))["code"] == "unknown-item"
    assert client.mutate(list_id, insert("x", before=old["gone"]))["code"] == "unknown-item"
    assert client.mutate(list_id, insert("x", section=old["section"]))["code"] == "unknown-section"
    assert client.mutate(list_id, delete_section(old["section"]))["code"] == "unknown-section"
    assert client.mutate(list_id, delete(old["gone"]))["type"] == "unchanged"
    assert client.mutate(list_id, insert("again", ids=[old["gone"]]))["type"] == "change"
    assert [i["title"] for i in client.fresh(list_id).items] == ["a", "b", "again"]
