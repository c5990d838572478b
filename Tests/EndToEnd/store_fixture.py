"""Makes the fixture of today's format: `python Tests/EndToEnd/store_fixture.py` writes `stores/format-N.*`.

To be run once for each format, when it is new: what lies there was written by the program of its time, and
every later one has to read it.
"""

import gzip
import json
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

from builders import delete, delete_section, edit, insert, reorder, restore, section, set_title, toggle
from operator_tools import command
from server_process import Server
from wire_client import Client

STORES = Path(__file__).resolve().parent / "stores"
KEPT = "11111111-1111-4111-8111-111111111111"
DELETED = "22222222-2222-4222-8222-222222222222"
ITEMS = [f"33333333-3333-4333-8333-33333333333{n}" for n in range(8)]


def fill(server):
    """A store with every kind of row that the format knows."""
    with Client(server, "Ana") as ana, Client(server, "Bo ü") as bo:
        ana.make_list("groceries", set_title("Groceries – für alle"), section("Kept", id=KEPT),
                      section("Deleted", id=DELETED), insert("Milk", "Eggs", "Tea", ids=ITEMS[:3]),
                      insert("Rice", "Salt", section=KEPT, ids=ITEMS[3:5]),
                      insert("Soap", section=DELETED, ids=ITEMS[5:6]))
        for number, mutation in enumerate((edit(ITEMS[0], title="Oat milk", fields={"note": "a\nb", "quantity": 1.5, "ok": True}),
                         toggle(ITEMS[1]), delete(ITEMS[2]), reorder(ITEMS[4], before=ITEMS[0]),
                         delete_section(DELETED), delete(ITEMS[3]), restore(ITEMS[3]))):
            answer = bo.mutate("groceries", mutation, id=f"fixed-{number}")
            assert answer["type"] == "change", answer
        ana.make_list("gone", insert("once"))
        ana.make_list("back", insert("again"))
    file = server.data.with_name("export.json")
    command(server, "export", "groceries", "--output", file)
    command(server, "import", file, "--as", "imported")
    command(server, "delete", "gone")
    command(server, "delete", "back")
    command(server, "restore", "back")


def make():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data").start()
        fill(server)
        exported = json.loads(command(server, "export", "--all"))
        server.stop()
        store = server.data / "livelist.sqlite"
        with sqlite3.connect(store) as connection:
            format = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.close()
        STORES.mkdir(exist_ok=True)
        with open(store, "rb") as plain, gzip.GzipFile(STORES / f"format-{format}.sqlite.gz", "wb", mtime=0) as packed:
            shutil.copyfileobj(plain, packed)
        text = json.dumps(exported["lists"], indent=1, ensure_ascii=False)
        (STORES / f"format-{format}.json").write_text(text + "\n")


if __name__ == "__main__":
    sys.exit(make())
