"""A list that facts change, one after another: sections, items, ghosts, trash, as plain lists and dicts."""

from naive_order import live, put_before

NONE = "none"
KEEP_REVISIONS = 10_000
KEEP_GHOSTS = 100_000


class NaiveList:
    """One list with its ghosts, trash and deleted sections. It judges nothing."""

    def __init__(self, title="list", keep=KEEP_REVISIONS):
        self.title = title
        self.keep = keep
        self.revision = 0
        self.departures = 0
        self.section_order = []
        self.section_titles = {}
        self.order = {NONE: []}
        self.items = {}
        self.trash = {}

    def replay(self, facts, at, by):
        """Applies the facts of the next change, as a restart does: nothing is judged."""
        self.forget(self.revision + 1)
        for fact in facts:
            self.apply_fact(fact, at, by)
        self.revision += 1

    def final(self):
        """The list as a snapshot shows it."""
        sections = [s.id for s in self.section_order if not s.left]
        places = [e for s in [NONE] + sections for e in self.order[s] if not e.left]
        return {
            "title": self.title,
            "revision": self.revision,
            "sections": [{"id": s, "title": self.section_titles[s]} for s in sections],
            "items": [self.items[e.id] for e in places],
        }

    def forget(self, revision):
        """Rule 10, before a change that becomes `revision` is judged."""
        oldest = revision - self.keep
        self.section_order = [s for s in self.section_order if not s.left or s.left[0] >= oldest]
        left = sorted(e.left for order in self.order.values() for e in order if e.left)
        bound = left[-KEEP_GHOSTS] if len(left) > KEEP_GHOSTS else (0, 0)
        for section, order in self.order.items():
            self.order[section] = [
                e for e in order if not e.left or (e.left[0] >= oldest and e.left >= bound)]
        left = sorted(t["left"] for t in self.trash.values())
        bound = left[-KEEP_GHOSTS] if len(left) > KEEP_GHOSTS else (0, 0)
        self.trash = {id: t for id, t in self.trash.items()
                      if t["left"][0] >= oldest and t["left"] >= bound}

    def section_is_there(self, id):
        return id == NONE or any(s.id == id and not s.left for s in self.section_order)

    def section_is_known(self, id):
        return any(s.id == id for s in self.section_order)

    def where_all_are(self):
        return {section: live(order) for section, order in self.order.items()}

    def apply_fact(self, fact, at, by):
        getattr(self, "apply_" + fact["op"])(fact, at, by)

    def apply_insert(self, fact, at, by):
        for item in fact["items"]:
            whole = {"createdAt": at, "createdBy": by, **item, "updatedAt": at, "updatedBy": by}
            self.items[item["id"]] = whole
            self.trash.pop(item["id"], None)
        self.put([item["id"] for item in fact["items"]], fact["destination"])

    def apply_edit(self, fact, at, by):
        item = self.touch(fact["id"], at, by)
        item["title"] = fact.get("title", item["title"])
        fields = {**item.pop("fields", {}), **fact.get("fields", {})}
        fields = {k: v for k, v in fields.items() if v is not None}
        if fields:
            item["fields"] = fields

    def apply_toggle(self, fact, at, by):
        for id in fact["ids"]:
            self.touch(id, at, by)["isDone"] = fact["isDone"]

    def apply_delete(self, fact, at, by):
        for id in fact["ids"]:
            item = self.touch(id, at, by)
            section = item.get("section", NONE)
            left = self.departure()
            self.leave(self.order[section], id, left)
            self.trash[id] = {"item": item, "section": section, "left": left}
            del self.items[id]

    def apply_reorder(self, fact, at, by):
        for id in fact["sources"]:
            item = self.touch(id, at, by)
            section = item.pop("section", NONE)
            if section != fact["destination"]["section"]:
                self.leave(self.order[section], id, self.departure())
            if fact["destination"]["section"] != NONE:
                item["section"] = fact["destination"]["section"]
        self.put(fact["sources"], fact["destination"])

    def apply_insertSection(self, fact, at, by):
        section = fact["section"]
        self.section_order = put_before(self.section_order, [section["id"]], fact)
        self.section_titles[section["id"]] = section["title"]
        self.order[section["id"]] = []

    def apply_renameSection(self, fact, at, by):
        self.section_titles[fact["id"]] = fact["title"]

    def apply_deleteSection(self, fact, at, by):
        self.leave(self.section_order, fact["id"], self.departure())
        del self.order[fact["id"]]

    def apply_reorderSections(self, fact, at, by):
        self.section_order = put_before(self.section_order, fact["sources"], fact)

    def apply_setTitle(self, fact, at, by):
        self.title = fact["title"]

    def touch(self, id, at, by):
        self.items[id].update(updatedAt=at, updatedBy=by)
        return self.items[id]

    def departure(self):
        """When something left: the change, and its number among all that ever left."""
        self.departures += 1
        return (self.revision + 1, self.departures)

    def leave(self, order, id, left):
        next(e for e in order if e.id == id and not e.left).left = left

    def put(self, ids, destination):
        section = destination["section"]
        self.order[section] = put_before(self.order[section], ids, destination)
