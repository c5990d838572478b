"""A WebSocket over TLS in the thread that uses it: `websockets` does the protocol, nothing runs beside.

The ready-made client of `websockets` reads in a second thread, while OpenSSL's connections are not safe to be
read and written at once by two.
"""

import json
import socket
import time

from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

SUBPROTOCOL = "livelist.v1"
SECONDS_TO_CONNECT = 20
SECONDS_TO_SEND = 30


class WebSocket:
    """An open connection. Text only: a binary frame from the server is an error."""

    def __init__(self, server, ssl, compress=False):
        extensions = [ClientPerMessageDeflateFactory()] if compress else None
        self.protocol = ClientProtocol(parse_uri(server.url), subprotocols=[SUBPROTOCOL],
                                       extensions=extensions,
                                       max_size=None)
        plain = socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS_TO_CONNECT)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self.socket = ssl.wrap_socket(plain, server_hostname="localhost")
        except OSError:
            plain.close()
            raise
        self.texts = []
        self.pieces = []
        self.protocol.send_request(self.protocol.connect())
        self.flush()
        end = time.monotonic() + SECONDS_TO_CONNECT
        while self.protocol.state is State.CONNECTING and not self.protocol.handshake_exc:
            self.read(end)
        if self.protocol.handshake_exc:
            self.socket.close()
            raise self.protocol.handshake_exc

    def send(self, text):
        self.send_fragments([text])

    def send_fragments(self, texts):
        """One message in as many frames as there are texts."""
        if self.protocol.state is State.CLOSED:
            raise self.protocol.close_exc
        for number, text in enumerate(texts):
            send = self.protocol.send_continuation if number else self.protocol.send_text
            send(text.encode(), fin=number == len(texts) - 1)
        self.flush()

    def receive(self, seconds):
        """The next message as text. Raises TimeoutError, or ConnectionClosed when it has ended."""
        end = time.monotonic() + seconds
        while not self.texts:
            if self.protocol.state is State.CLOSED:
                raise self.protocol.close_exc
            self.read(end)
        return self.texts.pop(0)

    def read(self, end):
        """Takes in what there is, waiting for it until `end`."""
        self.socket.settimeout(max(0.001, end - time.monotonic()))
        try:
            data = self.socket.recv(1 << 18)
        except TimeoutError:
            raise
        except OSError:
            data = b""
        if data:
            self.protocol.receive_data(data)
        elif self.protocol.state is not State.CLOSED:
            self.protocol.receive_eof()
        self.flush()
        for event in self.protocol.events_received():
            opcode = getattr(event, "opcode", None)
            assert opcode is not Opcode.BINARY, "a binary frame from the server"
            if opcode in (Opcode.TEXT, Opcode.CONT):
                self.pieces.append(bytes(event.data))
                if event.fin:
                    self.texts.append(b"".join(self.pieces).decode())
                    self.pieces = []

    def flush(self):
        """Sends what the protocol wants sent."""
        self.socket.settimeout(SECONDS_TO_SEND)
        for data in self.protocol.data_to_send():
            try:
                self.socket.sendall(data) if data else self.socket.shutdown(socket.SHUT_WR)
            except OSError:
                if self.protocol.state is State.OPEN:
                    raise

    def close(self):
        """Says goodbye, and ends it when the server has answered."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(1000)
            try:
                self.flush()
                while True:
                    self.receive(2)
            except (ConnectionClosed, OSError):
                pass
        self.socket.close()

    def drop(self):
        """Ends it without a word."""
        self.socket.close()


def messages_in(text):
    """The messages of one frame."""
    frame = json.loads(text)
    for message in frame if isinstance(frame, list) else [frame]:
        assert isinstance(message, dict), f"not a message: {message!r}"
        yield message
