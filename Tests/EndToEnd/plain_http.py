"""HTTP and WebSocket without TLS, over TCP or a Unix socket: what a proxy speaks to the server."""

import re
import socket

from raw_connection import SECONDS, RawConnection
from server_process import Server


class PlainServer(Server):
    """A server with `--plain`; its ready line names http, or the socket's path."""

    def __init__(self, data, *options, **keys):
        super().__init__(data, "--plain", *options, **keys)

    def start(self):
        self.launch()
        assert self.is_ready.wait(20) and self.ready_line(), self.output()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.ready_line())
        self.port = int(found.group(1)) if found else None
        return self


class PlainConnection(RawConnection):
    """As RawConnection, without TLS, to a port or to the path of a Unix socket."""

    def __init__(self, to):
        self.unread, self.fragments = bytearray(), []
        self.port = 80
        if isinstance(to, int):
            self.port = to
            self.socket = socket.create_connection(("127.0.0.1", to), timeout=SECONDS)
        else:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(SECONDS)
            self.socket.connect(str(to))
