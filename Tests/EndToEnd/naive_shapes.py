"""The parts of mutations and facts as the naive model takes and gives them."""

from plain_values import WHITE_SPACE


class Rejected(Exception):
    """A mutation that can't be applied; `code` is the one on the wire."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


def check(array):
    if not array:
        raise Rejected("invalid")


def distinct(ids):
    check(ids)
    ids = [id.lower() for id in ids]
    if len(set(ids)) < len(ids):
        raise Rejected("invalid")
    return ids


def trimmed(text):
    return text.strip(WHITE_SPACE)


def without_null(mutation):
    """A key with the value null is absent, except in the fields of an edit."""
    if not isinstance(mutation, dict):
        return mutation
    clean = {}
    for key, value in mutation.items():
        if value is None:
            continue
        if isinstance(value, list):
            value = [without_null(v) for v in value]
        elif isinstance(value, dict) and not (key == "fields" and mutation.get("op") == "edit"):
            value = without_null(value)
        clean[key] = value
    return clean


def as_sent(fact, at, by):
    """An insert fact says when and by whom only where that differs from its change's."""
    if fact["op"] != "insert":
        return fact
    change = {"createdAt": at, "createdBy": by}
    items = [{k: v for k, v in item.items() if change.get(k) != v} for item in fact["items"]]
    return {**fact, "items": items}
