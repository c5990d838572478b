"""A client's copy of a list: built by applying facts and snapshots, mechanically, and nothing else.

It knows no ghosts, no trash and no rules, as the protocol promises that a client needs none.
"""

NONE = "none"


class CopyOfList:
    """`revisions` are those applied one by one; a gap or a wrong fact is an error."""

    def __init__(self, list_id):
        self.list = list_id
        self.epoch = None
        self.revision = -1
        self.title = None
        self.sections = []
        self.items = []
        self.is_whole = False
        self.parts = []
        self.revisions = []
        self.snapshots = 0

    def meet(self, opened):
        """An answer to `open`: of another epoch, it voids the copy."""
        if self.epoch != opened["epoch"]:
            self.is_whole = False
            self.revision = -1
        self.epoch = opened["epoch"]

    def take(self, message):
        """Any message; those that don't concern this list's content are passed over."""
        if message.get("list") != self.list:
            return
        if message["type"] == "snapshot":
            self.take_part(message)
        elif message["type"] == "change" and not message.get("duplicate"):
            if self.is_whole and message["revision"] > self.revision:
                self.take_change(message)

    def take_part(self, part):
        if part["part"] == 1:
            self.parts = []
        self.parts.append(part)
        assert part["part"] == len(self.parts), "a part out of order"
        assert {(p["revision"], p["of"], p["epoch"]) for p in self.parts} == {
            (part["revision"], part["of"], part["epoch"])}, "parts of different snapshots"
        if part["part"] < part["of"]:
            return
        self.title = part["title"]
        self.sections = [dict(s) for s in self.parts[0].get("sections", [])]
        self.items = [dict(i) for p in self.parts for i in p["items"]]
        self.revision = part["revision"]
        self.epoch = part["epoch"]
        self.is_whole = True
        self.snapshots += 1
        self.parts = []

    def take_change(self, change):
        assert change["revision"] == self.revision + 1, (
            f"a gap: the copy is at {self.revision}, the change is {change['revision']}")
        assert not self.parts, "a change between the parts of a snapshot"
        for fact in change["mutations"]:
            getattr(self, "apply_" + fact["op"])(fact, change["at"], change["by"]["name"])
        self.revision += 1
        self.revisions.append(self.revision)

    def final(self):
        return {"title": self.title, "revision": self.revision, "sections": self.sections,
                "items": self.items}

    def ids(self):
        return [item["id"] for item in self.items]

    # One method an op of facts.

    def apply_insert(self, fact, at, by):
        made = {"createdAt": at, "createdBy": by}
        self.place([{**made, **item, "updatedAt": at, "updatedBy": by} for item in fact["items"]],
                   fact["destination"])

    def apply_edit(self, fact, at, by):
        item = self.touched(fact["id"], at, by)
        item["title"] = fact.get("title", item["title"])
        fields = {**item.pop("fields", {}), **fact.get("fields", {})}
        if any(v is not None for v in fields.values()):
            item["fields"] = {k: v for k, v in fields.items() if v is not None}

    def apply_toggle(self, fact, at, by):
        for id in fact["ids"]:
            self.touched(id, at, by)["isDone"] = fact["isDone"]

    def apply_delete(self, fact, at, by):
        for id in fact["ids"]:
            self.items.remove(self.touched(id, at, by))

    def apply_reorder(self, fact, at, by):
        block = [self.touched(id, at, by) for id in fact["sources"]]
        for item in block:
            self.items.remove(item)
            item.pop("section", None)
            if fact["destination"]["section"] != NONE:
                item["section"] = fact["destination"]["section"]
        self.place(block, fact["destination"])

    def apply_insertSection(self, fact, at, by):
        self.place_sections([dict(fact["section"])], fact.get("before"))

    def apply_renameSection(self, fact, at, by):
        next(s for s in self.sections if s["id"] == fact["id"])["title"] = fact["title"]

    def apply_deleteSection(self, fact, at, by):
        assert not any(i.get("section") == fact["id"]
                       for i in self.items), "a section deleted with items in it"
        self.sections.remove(next(s for s in self.sections if s["id"] == fact["id"]))

    def apply_reorderSections(self, fact, at, by):
        block = [next(s for s in self.sections if s["id"] == id) for id in fact["sources"]]
        for section in block:
            self.sections.remove(section)
        self.place_sections(block, fact.get("before"))
        self.sort_by_section()

    def apply_setTitle(self, fact, at, by):
        self.title = fact["title"]

    def touched(self, id, at, by):
        item = next(i for i in self.items if i["id"] == id)
        item.update(updatedAt=at, updatedBy=by)
        return item

    def place(self, block, destination):
        section, before = destination["section"], destination.get("before")
        if before:
            index = self.ids().index(before)
            assert self.items[index].get("section", NONE) == section, "a `before` of another section"
            self.items[index:index] = block
        else:
            self.items += block
        self.sort_by_section()

    def place_sections(self, block, before):
        index = [s["id"] for s in self.sections].index(before) if before else len(self.sections)
        self.sections[index:index] = block
        self.sort_by_section()

    def sort_by_section(self):
        """Display order: a stable sort keeps each section's own order."""
        rank = {NONE: -1, **{s["id"]: n for n, s in enumerate(self.sections)}}
        self.items.sort(key=lambda item: rank[item.get("section", NONE)])
