"""Mutations in short."""

from uuid import uuid4


def insert(*titles, section=None, before=None, ids=None):
    items = [{"id": i, "title": t} for i, t in zip(ids, titles)] if ids else [{"title": t} for t in titles]
    mutation = {"op": "insert", "items": items}
    destination = {k: v for k, v in (("section", section), ("before", before)) if v}
    return {**mutation, "destination": destination} if destination else mutation


def many(count, prefix="item ", block=1_000, **place):
    """Inserts of `count` items, `block` in each."""
    return [insert(*[f"{prefix}{n}" for n in range(start, min(count, start + block))], **place)
            for start in range(0, count, block)]


def edit(id, **keys):
    return {"op": "edit", "id": id, **keys}


def toggle(*ids, **keys):
    return {"op": "toggle", "ids": list(ids), **keys}


def delete(*ids):
    return {"op": "delete", "ids": list(ids)}


def restore(*ids):
    return {"op": "restore", "ids": list(ids)}


def reorder(*sources, **destination):
    return {"op": "reorder", "sources": list(sources), "destination": destination}


def section(title, id=None, before=None):
    mutation = {"op": "insertSection", "section": {"title": title, "id": id or new_id()}}
    return {**mutation, "before": before} if before else mutation


def delete_section(id, **keys):
    return {"op": "deleteSection", "id": id, **keys}


def rename_section(id, title):
    return {"op": "renameSection", "id": id, "title": title}


def set_title(title):
    return {"op": "setTitle", "title": title}


def new_id():
    return str(uuid4())


def ids_of(change):
    """The ids of the items that a change inserted."""
    assert change["type"] == "change", change
    return [item["id"] for fact in change["mutations"] if fact["op"] == "insert" for item in fact["items"]]
