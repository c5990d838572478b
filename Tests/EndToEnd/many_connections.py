"""Connections from addresses of one's choice: the whole of 127.0.0.0/8 is this machine."""

import socket
import ssl

from raw_connection import RawConnection
from server_process import unverified
from wire_client import Client

SECONDS = 30


def plain_from(address, port):
    """A TCP connection whose own end is `address`."""
    plain = socket.socket()
    plain.settimeout(SECONDS)
    plain.bind((address, 0))
    plain.connect(("127.0.0.1", port))
    return plain


def raw_from(address, server):
    """A TLS connection from `address`, or None where it is refused at the door."""
    connection = RawConnection.__new__(RawConnection)
    connection.port = server.port
    connection.unread, connection.fragments = bytearray(), []
    try:
        connection.socket = unverified().wrap_socket(plain_from(address, server.port),
                                                     server_hostname="localhost")
    except (OSError, ssl.SSLError):
        return None
    return connection


def answers(connection, **headers):
    """The status of /healthz on this connection, with these headers."""
    lines = [f"{key.replace('_', '-')}: {value}" for key, value in headers.items()]
    return connection.request("\r\n".join(["GET /healthz HTTP/1.1", "Host: localhost", *lines, "", ""]))


class ClientFrom(Client):
    """A client of the protocol that connects from `address`."""

    def __init__(self, address, server, name=None):
        kept = socket.create_connection
        socket.create_connection = lambda to, timeout=None: plain_from(address, to[1])
        try:
            super().__init__(server, name)
        finally:
            socket.create_connection = kept
