"""The README's bot: the very code that stands there is run against a server."""

import re
import subprocess
import sys

from builders import insert
from server_process import TOP


def first_python_block():
    text = (TOP / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert block, "README.md has no ```python block"
    return block.group(1)


def test_the_bot_of_the_readme_runs(own_server, connect_to, tmp_path):
    """It is given the address of a server and a list, and changes something there."""
    ana = connect_to(own_server, "Ana")
    ana.make_list("groceries", insert("Milk", "Eggs"))
    script = tmp_path / "bot.py"
    script.write_text(first_python_block(), encoding="utf-8")
    bot = subprocess.Popen([sys.executable, str(script), own_server.url, "groceries"], cwd=tmp_path,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        change = ana.wait_for(lambda m: m["type"] == "change" and m["by"]["name"] != "Ana",
                              "a change by the bot", 20)
        assert change["mutations"]
    finally:
        bot.kill()
        output = bot.communicate()[0]
    assert "Traceback" not in output, output


def test_the_bot_is_short():
    lines = [line for line in first_python_block().splitlines() if line.strip()]
    assert len(lines) <= 30 and all(len(line) <= 110 for line in lines)
