"""The README's bot: the very code that stands there is run against a server, and does what it says."""

import re
import subprocess
import sys

import pytest

from builders import insert
from server_process import TOP


def first_python_block():
    text = (TOP / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert block, "README.md has no ```python block"
    return block.group(1)


@pytest.fixture
def bot(own_server, tmp_path):
    """The bot at work, started as the README says: with the address of the page and the name of a list."""
    script = tmp_path / "bot.py"
    script.write_text(first_python_block(), encoding="utf-8")
    address = f"https://127.0.0.1:{own_server.port}/"
    with subprocess.Popen([sys.executable, str(script), address, "groceries"], cwd=tmp_path,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        yield process
        ended_by_itself = process.poll()
        process.kill()
        output = process.stdout.read()
    assert ended_by_itself is None and "Traceback" not in output, output


def test_the_bot_adds_an_item_and_ticks_what_others_add_as_done(own_server, connect_to, bot):
    ana = connect_to(own_server, "Ana")
    ana.open("groceries", create=True)

    def change_of_the_bot():
        return ana.wait_for(lambda m: m["type"] == "change" and m["by"]["name"] == "Bot",
                            "a change of the bot", 20)

    while not ana.fresh("groceries").items:  # it may have been here before Ana, or not yet
        change_of_the_bot()
    assert [item["title"] for item in ana.fresh("groceries").items] == ["Hello from a bot"]
    added = ana.mutate("groceries", insert("Milk", "done: Eggs"))["mutations"][0]["items"]
    assert change_of_the_bot()["mutations"] == [{"op": "toggle", "ids": [added[1]["id"]], "isDone": True}]


def test_the_bot_is_short():
    lines = [line for line in first_python_block().splitlines() if line.strip()]
    assert len(lines) <= 25 and all(len(line) <= 110 for line in lines)
