"""The operator's commands on a server's folder, and its control socket."""

import json
import socket

from server_process import run
from web_socket import messages_in


def command(server, name, *arguments, seconds=60):
    """Runs a command that has to go well; what it printed."""
    result = run(name, *arguments, "--data", server.data, seconds=seconds)
    assert (result.returncode, result.stderr) == (0, ""), result
    return result.stdout


def refused(server, name, *arguments, code=1):
    """Runs a command that has to fail with one line; that line."""
    result = run(name, *arguments, "--data", server.data)
    assert result.returncode == code, result
    assert result.stderr.startswith("livelistd: ") and result.stderr.count("\n") == 1, result
    return result.stderr


class Control:
    """The control socket: every frame is a line."""

    def __init__(self, server):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(10)
        self.socket.connect(str(server.data / "control"))
        self.file = self.socket.makefile("r")
        self.waiting = []

    def send(self, *messages):
        for message in messages:
            self.socket.sendall(json.dumps(message).encode() + b"\n")

    def next(self):
        while not self.waiting:
            self.waiting += messages_in(self.file.readline())
        return self.waiting.pop(0)

    def close(self):
        self.file.close()
        self.socket.close()
