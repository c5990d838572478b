"""Random mutations over what a client sees, and over what it no longer sees: the seed gives them all."""

from builders import delete, delete_section, edit, insert, rename_section, reorder, restore, section
from builders import set_title, toggle

TITLES = ["Milk", "Eggs", "Bread", "Rice", "Tea", "Figs", "Soap", "Café", "Cafe\u0301", "😀"]
FIELDS = [{"note": "a\nb"}, {"quantity": 3}, {"quantity": 3.5}, {"note": None},
          {"bio": True, "quantity": None}]


class Pool:
    """Ids that some client has used: the chance that two clients mean the same item."""

    def __init__(self):
        self.items = []
        self.sections = []


class RandomMutations:
    """Draws mutates. `random` is a `random.Random`; ids are drawn from it too."""

    def __init__(self, random, pool):
        self.random = random
        self.pool = pool

    def id(self, pool):
        bits = f"{self.random.getrandbits(128):032x}"
        id = f"{bits[:8]}-{bits[8:12]}-4{bits[13:16]}-8{bits[17:20]}-{bits[20:]}"
        pool.append(id)
        return id

    def mutate(self, copy):
        """The mutations of one mutate; mostly one, now and then several."""
        return [self.one(copy) for _ in range(self.random.choice([1, 1, 1, 1, 2, 3]))]

    def one(self, copy):
        kinds = [self.insert, self.toggle, self.edit, self.reorder, self.delete, self.restore, self.section]
        return self.random.choices(kinds, weights=[5, 3, 3, 5, 4, 3, 2])[0](copy)

    def insert(self, copy):
        titles = [f"{self.random.choice(TITLES)} {self.random.randrange(100)}"
                  for _ in range(self.random.randint(1, 3))]
        mutation = insert(*titles, ids=[self.id(self.pool.items) for _ in titles])
        return {**mutation, "destination": self.destination(copy)}

    def toggle(self, copy):
        keys = self.random.choice([{}, {"isDone": True}, {"isDone": False}])
        return toggle(*self.items(copy, 4), **keys)

    def edit(self, copy):
        keys = {"title": self.random.choice(TITLES)} if self.random.random() < 0.6 else {}
        if not keys or self.random.random() < 0.3:
            keys["fields"] = self.random.choice(FIELDS)
        return edit(self.items(copy, 1)[0], **keys)

    def reorder(self, copy):
        return reorder(*self.items(copy, 4), **self.destination(copy))

    def delete(self, copy):
        return delete(*self.items(copy, 3))

    def restore(self, copy):
        ids = self.items(copy, 2)
        if self.pool.items:
            ids = list(dict.fromkeys(ids[:1] + self.random.choices(self.pool.items, k=3)))
        return restore(*ids)

    def section(self, copy):
        known = [s["id"] for s in copy.sections] + self.pool.sections[-3:]
        kind = self.random.randrange(6)
        if kind <= 1 or not known:
            if len(copy.sections) > 6 and known:
                return delete_section(self.random.choice(known))
            before = self.random.choice(known) if known and kind else None
            return section(self.random.choice(TITLES), id=self.id(self.pool.sections), before=before)
        id = self.random.choice(known)
        if kind == 2:
            return delete_section(id, items=self.random.choice(["keep", "delete"]))
        if kind == 3:
            return rename_section(id, self.random.choice(TITLES))
        if kind == 4:
            return set_title(self.random.choice(TITLES))
        ids = self.random.sample(sorted(set(known)), k=min(len(set(known)), self.random.randint(1, 2)))
        mutation = {"op": "reorderSections", "sources": ids}
        return {**mutation, "before": self.random.choice(known)} if self.random.random() < 0.7 else mutation

    def destination(self, copy):
        destination = {}
        known = [s["id"] for s in copy.sections] + self.pool.sections[-2:]
        if self.random.random() < 0.5:
            destination["section"] = self.random.choice(known + ["none"])
        if self.random.random() < 0.7 and (copy.items or self.pool.items):
            destination["before"] = self.items(copy, 1)[0]
        return destination

    def items(self, copy, most):
        """1 to `most` different ids: mostly of items that are there, some deleted, a few unknown."""
        count = self.random.randint(1, most)
        ids = []
        for _ in range(count):
            chance = self.random.random()
            if chance < 0.75 and copy.items:
                ids.append(self.random.choice(copy.items)["id"])
            elif chance < 0.98 and self.pool.items:
                ids.append(self.random.choice(self.pool.items))
            else:
                ids.append(self.id([]))
        return list(dict.fromkeys(ids))
