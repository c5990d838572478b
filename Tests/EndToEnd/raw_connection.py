"""A WebSocket client that does only what it is told: for frames and handshakes that are wrong."""

import base64
import contextlib
import json
import os
import select
import socket
import ssl
import struct
import time

from server_process import unverified

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
SECONDS = 30


class RawConnection:
    """A TLS connection to the server; with `upgrade`, a WebSocket on it."""

    def __init__(self, server, context=None, receive_buffer=None):
        plain = socket.socket()
        plain.settimeout(SECONDS)
        if receive_buffer:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        plain.connect(("127.0.0.1", server.port))
        self.port = server.port
        self.socket = (context or unverified()).wrap_socket(plain, server_hostname="localhost")
        self.unread = bytearray()
        self.fragments = []
        self.is_compressed = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    # HTTP.

    def request(self, text):
        """Sends a head as it stands and reads the answer: status, headers in lower case, body."""
        self.socket.sendall(text.encode("latin-1") if isinstance(text, str) else text)
        return self.response(head_only=text.split()[0:1] in (["HEAD"], [b"HEAD"]))

    def response(self, head_only=False):
        while b"\r\n\r\n" not in self.unread:
            if not self._read_more():
                return None, {}, b""
        head = self._exactly(self.unread.index(b"\r\n\r\n"))
        self._exactly(4)
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split()[1])
        headers = {k.lower(): v.strip() for k, v in (line.split(":", 1) for line in lines[1:])}
        if status == 101 or head_only or status in (204, 304):
            return status, headers, b""
        length = headers.get("content-length")
        while length is None or len(self.unread) < int(length):
            if not self._read_more():
                break
        return status, headers, self._exactly(len(self.unread))

    def handshake_head(self, path="/ws", leave_out=(), **changed):
        """A right handshake, but for what is left out or changed (`Sec_WebSocket_Version="7"`)."""
        headers = {"Host": f"localhost:{self.port}", "Upgrade": "websocket", "Connection": "Upgrade",
                   "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
                   "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Protocol": "livelist.v1"}
        headers.update({key.replace("_", "-"): value for key, value in changed.items()})
        lines = [f"{k}: {v}" for k, v in headers.items() if k not in leave_out]
        return "\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""])

    def upgrade(self):
        status, headers, _ = self.request(self.handshake_head())
        assert status == 101, (status, headers)
        return self

    # Frames.

    def send_frame(self, opcode, payload=b"", final=True, masked=True, reserved=0):
        payload = payload.encode() if isinstance(payload, str) else payload
        self.socket.sendall(frame(opcode, payload, final, masked, reserved))

    def try_to_send_frame(self, opcode, payload=b"", final=True):
        """As `send_frame`, where the server may well end the connection before it has read it all."""
        try:
            self.send_frame(opcode, payload, final)
        except OSError:
            pass

    def pour(self, data, reading=True, patience=SECONDS):
        """Sends much, and takes in what comes meanwhile if `reading`. What could not be sent is returned:
        the server took nothing for `patience` seconds, or ended the connection."""
        left = memoryview(data)
        self.socket.setblocking(False)
        end = time.monotonic() + patience
        try:
            while left and time.monotonic() < end:
                select.select([self.socket] if reading else [], [self.socket], [], 0.1)
                with contextlib.suppress(ssl.SSLWantReadError, ssl.SSLWantWriteError):
                    left = left[self.socket.send(left[:16_384]):]
                    end = time.monotonic() + patience
                with contextlib.suppress(ssl.SSLWantReadError, ssl.SSLWantWriteError):
                    self.unread += self.socket.recv(1 << 18) if reading else b""
        except OSError:
            pass
        finally:
            self.socket.settimeout(SECONDS)
        return bytes(left)

    def send_message(self, message):
        self.send_frame(TEXT, json.dumps(message))

    def read_frame(self):
        """The next frame as (opcode, payload), its fragments put together; (None, b"") when the connection has
        ended."""
        while True:
            head = self._exactly(2)
            if head is None:
                return None, b""
            length = head[1] & 127
            if length > 125:
                length = int.from_bytes(self._exactly(2 if length == 126 else 8), "big")
            opcode, payload = head[0] & 15, self._exactly(length) or b""
            if opcode >= CLOSE:
                return opcode, payload
            assert (opcode == CONTINUATION) == bool(self.fragments), "a fragment without its beginning"
            if opcode != CONTINUATION:
                self.is_compressed = bool(head[0] & 0x40)
            self.fragments.append((opcode, payload))
            if head[0] & 128:
                whole = self.fragments[0][0], b"".join(part for _, part in self.fragments)
                self.fragments = []
                return whole

    def next_messages(self):
        """The messages of the next text frame."""
        while True:
            opcode, payload = self.read_frame()
            assert opcode in (TEXT, PING, PONG), f"no text frame, but {opcode} {payload[:100]!r}"
            if opcode == TEXT:
                messages = json.loads(payload)
                return messages if isinstance(messages, list) else [messages]

    def close_code(self):
        """Reads until the server's close frame; its code, or None where the connection ended without one."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            opcode, payload = self.read_frame()
            if opcode is None:
                return None
            if opcode == CLOSE:
                return struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
        raise AssertionError(f"no close within {SECONDS} s")

    def has_ended(self):
        """The server has closed, and nothing more came before that."""
        return self._exactly(1) is None

    def _exactly(self, count):
        while len(self.unread) < count:
            if not self._read_more():
                return None
        taken = bytes(self.unread[:count])
        del self.unread[:count]
        return taken

    def _read_more(self):
        try:
            more = self.socket.recv(65536)
        except (ConnectionError, socket.timeout, OSError) as error:
            if isinstance(error, socket.timeout):
                raise AssertionError(f"nothing came for {SECONDS} s") from None
            return False
        self.unread += more
        return bool(more)


def frame(opcode, payload=b"", final=True, masked=True, reserved=0):
    """One frame as bytes."""
    first = (128 if final else 0) | reserved << 4 | opcode
    mask_bit = 128 if masked else 0
    if len(payload) < 126:
        head = bytes([first, mask_bit | len(payload)])
    elif len(payload) < 65536:
        head = bytes([first, mask_bit | 126]) + struct.pack("!H", len(payload))
    else:
        head = bytes([first, mask_bit | 127]) + struct.pack("!Q", len(payload))
    if not masked:
        return head + payload
    mask = b"\x37\xfa\x21\x3d"
    repeated = (mask * (len(payload) // 4 + 1))[:len(payload)]
    mixed = int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")
    return head + mask + mixed.to_bytes(len(payload), "big")
