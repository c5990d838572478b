"""Orders with ghosts in them, and places in such an order, found by walking from the front."""


class Entry:
    """A place in an order: something that is there, or (with `left` set) the ghost of what was."""

    def __init__(self, id, left=None):
        self.id = id
        self.left = left

    def __repr__(self):
        return f"{'ghost ' if self.left else ''}{self.id}"


def anchor_of(order, before, sources):
    """The entry that `before` comes to in `order`; none is the end."""
    ids = [e.id for e in order]
    if before not in ids:
        return None
    index = ids.index(before)
    if order[index].left or before not in sources:
        return order[index]
    return next((e for e in order[index:] if not e.left and e.id not in sources), None)


def before_in(order, anchor, sources):
    """`before` and `ghost` as a fact names the place directly before `anchor`."""
    if anchor is None:
        return {}
    named = {}
    after = order[order.index(anchor):]
    item = next((e for e in after if not e.left and e.id not in sources), None)
    if item:
        named["before"] = item.id
    if anchor.left:
        named["ghost"] = anchor.id
    return named


def put_before(order, ids, named):
    """`order` with `ids` as one block at the place a fact names, their old places and ghosts gone."""
    if "ghost" in named:
        anchor = next(e for e in order if e.id == named["ghost"] and e.left)
    elif "before" in named:
        anchor = next(e for e in order if e.id == named["before"] and not e.left)
    else:
        anchor = None
    block = [Entry(id) for id in ids]
    index = len(order) if anchor is None else order.index(anchor)
    head, tail = order[:index], order[index:]
    keep = lambda entries: [e for e in entries if e.id not in ids]
    return keep(head) + block + keep(tail)


def live(order):
    return [e.id for e in order if not e.left]
