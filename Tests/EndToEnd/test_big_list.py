"""A list of 60,000 items: joined in parts, changed anywhere, and no one else is kept waiting."""


import pytest

from builders import delete, insert, many, new_id, reorder, restore, section, toggle
from copy_of_list import CopyOfList
from wire_client import Client

ITEMS = 60_000


@pytest.fixture(scope="module")
def big(server):
    """A client with a copy of the big list, which has two sections."""
    with Client(server, "Ana") as ana:
        ana.open("big", create=True)
        ana.ask({"type": "close", "list": "big"})
        dairy, bakery = new_id(), new_id()
        ana.mutate("big", section("Dairy", id=dairy), section("Bakery", id=bakery))
        for start in range(0, ITEMS, 5_000):
            place = [{}, {"section": dairy}, {"section": bakery}][start // 5_000 % 3]
            assert ana.mutate("big", *many(5_000, prefix=f"{start} ", **place),
                              seconds=60)["type"] == "change"
        _, copy = ana.open("big")
        yield ana, copy, dairy, bakery


def test_it_is_joined_in_parts_and_whole(big):
    _, copy, dairy, bakery = big
    assert len(copy.items) == ITEMS and copy.snapshots == 1
    assert len(set(copy.ids())) == ITEMS
    blocks = [item["title"].split()[0] for item in copy.items[::5_000]]
    assert blocks == [str(start) for group in range(3) for start in range(group * 5_000, ITEMS, 15_000)]
    assert [item.get("section") for item in copy.items[::21_000]] == [None, dairy, bakery]


def test_changes_anywhere_in_it_are_the_same_for_all(big, connect):
    ana, copy, dairy, bakery = big
    bo = connect("Bo")
    _, his = bo.open("big")
    middle, last, first = copy.items[30_000]["id"], copy.items[-1]["id"], copy.items[0]["id"]
    mutations = [insert("new", before=middle), reorder(last, first, before=middle), delete(middle),
                 restore(middle),
                 toggle(last), insert("end", section=dairy),
                 reorder(*[i["id"] for i in copy.items[10:2_000:7]], section=bakery)]
    for mutation in mutations:
        answer = ana.mutate("big", mutation)
        assert answer["type"] == "change", answer
        copy.take(answer)
        his.take(bo.next())
    assert his.final() == copy.final()
    assert ana.fresh("big").final() == copy.final()


def test_others_do_not_wait_while_many_join_it(big, connect, list_id):
    _, copy, _, _ = big
    other = connect("Cy")
    other.make_list(list_id)
    joining = [connect(f"Person {n}") for n in range(4)]
    for one in joining:
        one.send({"type": "open", "list": "big"})
    # None of them has read anything yet.
    for _ in range(100):
        assert other.mutate(list_id, insert("Milk"))["type"] == "change"
    for one in joining:
        theirs = CopyOfList("big")
        while theirs.revision < copy.revision:
            theirs.take(one.next(30))
        assert len(theirs.items) == len(copy.items)
