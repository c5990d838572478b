"""Every message of a client and every kind of mutation, for a list with these items and sections."""

from uuid import uuid4

MILK, EGGS, GONE = (str(uuid4()) for _ in range(3))
FRUIT, BREAD = (str(uuid4()) for _ in range(2))


def fill(client, list_id):
    """A list on which every mutation below would do something; its epoch."""
    opened, _ = client.make_list(
        list_id,
        {"op": "insertSection", "section": {"id": FRUIT, "title": "Fruit"}},
        {"op": "insertSection", "section": {"id": BREAD, "title": "Bread"}},
        {"op": "insert", "items": [{"id": i, "title": f"title of {list_id}"} for i in (MILK, EGGS, GONE)]},
        {"op": "delete", "ids": [GONE]})
    return opened["epoch"]


MUTATIONS = {
    "insert": {"op": "insert", "items": [{"title": "new"}]},
    "edit": {"op": "edit", "id": MILK, "title": "edited"},
    "toggle": {"op": "toggle", "ids": [MILK]},
    "delete": {"op": "delete", "ids": [MILK]},
    "restore": {"op": "restore", "ids": [GONE]},
    "reorder": {"op": "reorder", "sources": [EGGS], "destination": {"before": MILK}},
    "insertSection": {"op": "insertSection", "section": {"title": "new"}},
    "renameSection": {"op": "renameSection", "id": FRUIT, "title": "renamed"},
    "deleteSection": {"op": "deleteSection", "id": FRUIT},
    "reorderSections": {"op": "reorderSections", "sources": [BREAD], "before": FRUIT},
    "setTitle": {"op": "setTitle", "title": "renamed"},
}


def messages(list_id, epoch, link_id):
    """Pairs of a message's type and the message; several of a type where they differ in what they try."""
    def mutate(*mutations, **keys):
        return {"type": "mutate", "list": list_id, "id": uuid4().hex, "mutations": list(mutations), **keys}

    yield from (("mutate", mutate(mutation)) for mutation in MUTATIONS.values())
    yield "mutate", mutate(*MUTATIONS.values())
    yield "mutate", mutate(MUTATIONS["insert"], ifRevision=4)
    yield "mutate", mutate(MUTATIONS["insert"], ifRevision=99)
    yield "mutate", mutate(MUTATIONS["insert"], epoch=epoch)
    yield "mutate", mutate(MUTATIONS["insert"], epoch="other")
    yield "mutate", mutate({"op": "nonsense"})
    yield "mutate", mutate()
    yield "mutate", {"type": "mutate", "list": list_id, "id": "x"}
    yield "hello", {"type": "hello", "name": "Again"}
    yield "lists", {"type": "lists"}
    yield "open", {"type": "open", "list": list_id}
    yield "open", {"type": "open", "list": list_id, "since": 0, "epoch": epoch}
    yield "open", {"type": "open", "list": list_id, "since": 0, "epoch": "other", "create": True}
    yield "open", {"type": "open", "list": list_id, "create": True, "title": "made"}
    yield "presence", {"type": "presence", "list": list_id, "editing": MILK, "moving": [EGGS]}
    yield "history", {"type": "history", "list": list_id}
    yield "history", {"type": "history", "list": list_id, "before": 3, "limit": 1}
    yield "deleteList", {"type": "deleteList", "list": list_id, "epoch": "other"}
    yield "deleteList", {"type": "deleteList", "list": list_id, "epoch": epoch}
    yield "makeLink", {"type": "makeLink", "role": "viewer", "lists": [list_id]}
    yield "makeLink", {"type": "makeLink", "role": "owner", "lists": ["*"]}
    yield "links", {"type": "links"}
    yield "revokeLink", {"type": "revokeLink", "id": link_id}
    yield "close", {"type": "close", "list": list_id}
    yield "ping", {"type": "ping"}
    yield "restoreList", {"type": "restoreList", "list": list_id, "epoch": epoch}
    yield "import", {"type": "import", "list": list_id, "title": "x", "replace": True}
    yield "rotateKeys", {"type": "rotateKeys"}
    yield "addresses", {"type": "addresses"}


# What only the control socket takes: to all others it is no message at all.
OPERATOR_ONLY = {"restoreList", "import", "importItems", "importEnd", "rotateKeys", "addresses"}
