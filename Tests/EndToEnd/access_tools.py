"""Tokens for tests: made by the command, on a folder that is served or not."""

import base64
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass

from server_process import run
from wire_client import Client


@dataclass
class Made:
    """A link that was made."""

    id: str
    token: str
    link: str


def make_token(data, lists, role="editor", name=None, days=None, *more):
    """What `livelistd token` prints, taken apart."""
    options = ["--role", role, "--lists", lists, *more]
    options += ["--name", name] if name else []
    options += ["--days", days] if days else []
    result = run("token", *options, "--data", data)
    assert (result.returncode, result.stderr) == (0, ""), result
    link, token, id = re.match(r"(\S+)\n\ntoken: (\S+)\nid:    (\w+), ", result.stdout).groups()
    assert link.endswith("#token=" + token)
    return Made(id, token, link)


class Guest(Client):
    """A client with one token or several; `welcome` is the answer, or `refusal` the last message."""

    def __init__(self, server, *tokens, name="Guest"):
        super().__init__(server)
        keys = {"token": tokens[0]} if len(tokens) == 1 else {"tokens": list(tokens)} if tokens else {}
        self.welcome = self.ask({"type": "hello", "name": name, **keys})


def assert_turned_away(client, reason):
    """The last message says why, and the connection ends with 1008."""
    error = client.wait_for(lambda m: m["type"] == "error" and "reason" in m, f"the end for {reason}")
    assert (error["code"], error["reason"]) == ("forbidden", reason), error
    assert client.close_code() == 1008


def sign(data, **says):
    """A token as the server would sign it, made here from the key in its file; `says` are keys of its payload."""
    key = json.loads((data / "tokens").read_text())["keys"][0]
    now = int(time.time() * 1000)
    payload = {"v": 1, "k": key["id"], "i": "made-by-hand", "r": "editor", "l": ["*"], "a": now,
               "x": now + 60_000, **says}
    text = encoded(json.dumps(payload).encode())
    code = hmac.new(decoded(key["secret"]), text.encode(), hashlib.sha256).digest()
    return text + "." + encoded(code)


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
