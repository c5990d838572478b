"""A list as a bot keeps it: a snapshot, and the facts of the changes after it."""


class ListCopy:
    def __init__(self):
        self.title = ""
        self.revision = 0
        self.epoch = None
        self.sections = []
        self.items = {}
        self.order = {}

    def take_part(self, part):
        if part["part"] == 1:
            self.title, self.revision, self.epoch = part["title"], part["revision"], part["epoch"]
            self.sections = list(part.get("sections", []))
            self.items = {}
            self.order = {"none": [], **{each["id"]: [] for each in self.sections}}
        for item in part["items"]:
            self.items[item["id"]] = item
            self.order[item.get("section", "none")].append(item["id"])

    def take_change(self, change):
        if change.get("duplicate") or change["revision"] != self.revision + 1:
            return
        for fact in change["mutations"]:
            self._apply(fact)
        self.revision = change["revision"]

    def wire(self):
        """As a snapshot in one part would say it."""
        items = []
        for section in ["none", *(each["id"] for each in self.sections)]:
            for item_id in self.order[section]:
                item = {key: value for key, value in self.items[item_id].items() if key != "section"}
                items.append(item if section == "none" else {**item, "section": section})
        return {"title": self.title, "revision": self.revision, "epoch": self.epoch,
                "sections": self.sections, "items": items}

    def _apply(self, fact):
        op = fact["op"]
        if op == "insert":
            for item in fact["items"]:
                self.items[item["id"]] = dict(item)
            self._place([item["id"] for item in fact["items"]], fact["destination"])
        elif op == "edit":
            item = self.items[fact["id"]]
            item["title"] = fact.get("title", item["title"])
            fields = {**item.get("fields", {}), **fact.get("fields", {})}
            item["fields"] = {name: value for name, value in fields.items() if value is not None}
        elif op == "toggle":
            for item_id in fact["ids"]:
                self.items[item_id]["isDone"] = fact["isDone"]
        elif op in ("delete", "reorder"):
            ids = fact.get("ids") or fact["sources"]
            for order in self.order.values():
                order[:] = [each for each in order if each not in ids]
            if op == "reorder":
                self._place(ids, fact["destination"])
        elif op == "setTitle":
            self.title = fact["title"]
        else:
            self._apply_to_sections(op, fact)

    def _apply_to_sections(self, op, fact):
        named = fact.get("sources") or [fact.get("id")]
        moving = [each for wanted in named for each in self.sections if each["id"] == wanted]
        if op == "insertSection":
            moving = [dict(fact["section"])]
            self.order[moving[0]["id"]] = []
        if op == "renameSection":
            moving[0]["title"] = fact["title"]
            return
        rest = [each for each in self.sections if each not in moving]
        if op != "deleteSection":
            ids = [each["id"] for each in rest]
            at = ids.index(fact["before"]) if fact.get("before") else len(rest)
            rest[at:at] = moving
        self.sections = rest

    def _place(self, ids, destination):
        order = self.order[destination["section"]]
        at = order.index(destination["before"]) if destination.get("before") else len(order)
        order[at:at] = ids
