"""The rules of a list, written the slow and obvious way: the judge in the random tests.

Sections, items and ghosts are plain Python lists that are walked from the front; a mutation is first
turned into facts, and only facts ever change the list. So a replay of facts gives the very same list.
"""

from uuid import uuid4

from naive_list import NONE, NaiveList
from naive_order import anchor_of, before_in, live
from naive_shapes import Rejected, as_sent, check, distinct, trimmed, without_null
from plain_values import canonical, copied


class NaiveModel(NaiveList):
    """A list that takes mutations, and says what they come to."""

    def mutate(self, mutations, at, by):
        """Judges one `mutate` and applies it: the answer as `change`, `unchanged` or `rejected`."""
        if not mutations:
            return {"type": "rejected", "code": "invalid"}
        before = copied(self.__dict__)
        self.forget(self.revision + 1)
        facts = []
        for index, mutation in enumerate(mutations):
            try:
                for fact in self.facts_of(without_null(mutation)):
                    self.apply_fact(fact, at, by)
                    facts.append(fact)
            except Rejected as rejected:
                self.__dict__ = before
                return {"type": "rejected", "code": rejected.code, "index": index}
        if not facts:
            self.__dict__ = before
            return {"type": "unchanged"}
        self.revision += 1
        facts = [as_sent(fact, at, by) for fact in facts]
        return {"type": "change", "revision": self.revision, "mutations": facts}


    # From a mutation to facts: nothing here changes the list.

    def facts_of(self, m):
        return getattr(self, "facts_of_" + m["op"])(m)

    def facts_of_insert(self, m):
        check(m["items"])
        items = []
        for given in m["items"]:
            id = given.get("id", str(uuid4())).lower()
            item = {"id": id, "title": trimmed(given["title"]), "isDone": given.get("isDone", False)}
            if given.get("fields"):
                item["fields"] = given["fields"]
            items.append(item)
        ids = [item["id"] for item in items]
        if len(set(ids)) < len(ids) or any(id in self.items or id in self.trash for id in ids):
            raise Rejected("id-exists")
        destination = self.place(m.get("destination", {}), ids, NONE)
        for item in items:
            if destination["section"] != NONE:
                item["section"] = destination["section"]
        return [{"op": "insert", "items": items, "destination": destination}]

    def facts_of_edit(self, m):
        if "title" not in m and not m.get("fields"):
            raise Rejected("invalid")
        id = m["id"].lower()
        if id not in self.items:
            raise Rejected("item-deleted" if id in self.trash else "unknown-item")
        item = self.items[id]
        fact = {"op": "edit", "id": id}
        if "title" in m and trimmed(m["title"]) != item["title"]:
            fact["title"] = trimmed(m["title"])
        old = item.get("fields", {})
        new = {k: v for k, v in m.get("fields", {}).items()
               if (k in old if v is None else canonical(old.get(k)) != canonical(v))}
        if new:
            fact["fields"] = new
        return [fact] if len(fact) > 2 else []

    def facts_of_toggle(self, m):
        there = self.those_there(m["ids"])
        was = {id: self.items[id]["isDone"] for id in there}
        facts = []
        for to in [True, False]:
            wanted = m.get("isDone", None)
            ids = [id for id in there if was[id] != to and wanted in (None, to)]
            if ids:
                facts.append({"op": "toggle", "ids": ids, "isDone": to})
        return facts

    def facts_of_delete(self, m):
        ids = [id for id in distinct(m["ids"]) if id in self.items]
        return [{"op": "delete", "ids": ids}] if ids else []

    def facts_of_restore(self, m):
        ids = distinct(m["ids"])
        if any(id not in self.items and id not in self.trash for id in ids):
            raise Rejected("unknown-item")
        return (self.restore_fact(id) for id in ids if id not in self.items)

    def restore_fact(self, id):
        """One item back to its ghost. Each sees those before it: the caller applies in between."""
        trashed = self.trash[id]
        section = trashed["section"] if self.section_is_there(trashed["section"]) else NONE
        ghost_counts = section == trashed["section"]
        ghosts = [e for e in self.order[section] if e.id == id and e.left and ghost_counts]
        item = {k: v for k, v in trashed["item"].items()
                if k not in ("section", "updatedAt", "updatedBy")}
        if section != NONE:
            item["section"] = section
        destination = {"section": section}
        destination.update(before_in(self.order[section], ghosts[0] if ghosts else None, []))
        return {"op": "insert", "items": [item], "destination": destination}

    def facts_of_reorder(self, m):
        sources = self.those_there(m["sources"])
        destination = self.place(m.get("destination", {}), sources, self.section_of(sources[0]))
        after = copied(self)
        fact = {"op": "reorder", "sources": sources, "destination": destination}
        after.apply_fact(fact, 0, "")
        return [fact] if after.where_all_are() != self.where_all_are() else []

    def facts_of_setTitle(self, m):
        title = trimmed(m["title"])
        return [{"op": "setTitle", "title": title}] if title != self.title else []

    def facts_of_insertSection(self, m):
        id = m["section"].get("id", str(uuid4())).lower()
        if self.section_is_there(id):
            raise Rejected("id-exists")
        section = {"id": id, "title": trimmed(m["section"]["title"])}
        return [{"op": "insertSection", "section": section, **self.section_place(m, [id])}]

    def facts_of_renameSection(self, m):
        id, title = m["id"].lower(), trimmed(m["title"])
        if not self.section_is_there(id):
            raise Rejected("unknown-section")
        if title == self.section_titles[id]:
            return []
        return [{"op": "renameSection", "id": id, "title": title}]

    def facts_of_deleteSection(self, m):
        id = m["id"].lower()
        if not self.section_is_there(id):
            if not self.section_is_known(id):
                raise Rejected("unknown-section")
            return []
        ids = [e.id for e in self.order[id] if not e.left]
        gone = [{"op": "deleteSection", "id": id}]
        if not ids:
            return gone
        if m.get("items") == "delete":
            return [{"op": "delete", "ids": ids}] + gone
        return [{"op": "reorder", "sources": ids, "destination": {"section": NONE}}] + gone

    def facts_of_reorderSections(self, m):
        ids = distinct(m["sources"])
        if any(not self.section_is_known(id) for id in ids):
            raise Rejected("unknown-section")
        sources = [id for id in ids if self.section_is_there(id)]
        if not sources:
            raise Rejected("unknown-section")
        fact = {"op": "reorderSections", "sources": sources, **self.section_place(m, sources)}
        after = copied(self)
        after.apply_fact(fact, 0, "")
        same = live(after.section_order) == live(self.section_order)
        return [] if same else [fact]

    # Where a destination is (rule 6).

    def place(self, destination, sources, otherwise):
        section = destination.get("section")
        before = destination["before"].lower() if "before" in destination else None
        if section is not None:
            section = section.lower()
            if section != NONE and not self.section_is_there(section):
                if not self.section_is_known(section):
                    raise Rejected("unknown-section")
                section = NONE
        if before is None:
            return {"section": otherwise if section is None else section}
        if before not in self.items and before not in self.trash:
            raise Rejected("unknown-item")
        if section is None:
            section = self.section_of(before)
        anchor = anchor_of(self.order[section], before, sources)
        return {"section": section, **before_in(self.order[section], anchor, sources)}

    def section_place(self, m, sources):
        if "before" not in m:
            return {}
        before = m["before"].lower()
        if not self.section_is_known(before):
            raise Rejected("unknown-section")
        anchor = anchor_of(self.section_order, before, sources)
        return before_in(self.section_order, anchor, sources)

    def section_of(self, item_id):
        """The section an item is in, or was deleted from if that is still there."""
        if item_id in self.items:
            return self.items[item_id].get("section", NONE)
        section = self.trash[item_id]["section"]
        return section if self.section_is_there(section) else NONE


    def those_there(self, ids):
        ids = distinct(ids)
        there = [id for id in ids if id in self.items]
        if not there:
            unknown = any(id not in self.trash for id in ids)
            raise Rejected("unknown-item" if unknown else "item-deleted")
        return there
