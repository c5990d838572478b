"""Fixtures: a server that many tests share, a server of one's own, clients that leave at the end."""

import itertools
import os
import subprocess

import pytest

from server_process import Server
from wire_client import Client

SOAK = os.environ.get("LIVELIST_SOAK") == "1"
list_numbers = itertools.count(1)


def pytest_configure(config):
    config.addinivalue_line("markers", "soak: takes long; runs only with LIVELIST_SOAK=1")


def pytest_collection_modifyitems(items):
    for item in items:
        if item.get_closest_marker("soak") and not SOAK:
            item.add_marker(pytest.mark.skip(reason="takes long: LIVELIST_SOAK=1 runs it"))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for all tests of a file; each test has a list of its own."""
    server = Server(tmp_path_factory.mktemp("shared") / "data").start()
    yield server
    assert server.is_running(), f"the server died during these tests\n{server.output()}"
    server.stop()


@pytest.fixture
def own_server(tmp_path):
    """A server that this test may stop and kill; started already."""
    server = Server(tmp_path / "data").start()
    yield server
    server.kill()


@pytest.fixture
def list_id():
    """A list that no other test uses."""
    return f"list-{next(list_numbers)}"


@pytest.fixture
def connect_to():
    """Connects to any server: `connect_to(server, "Ana")`."""
    clients = []

    def make(server, name=None, **keys):
        clients.append(Client(server, name, **keys))
        return clients[-1]

    yield make
    for client in clients:
        client.leave()


@pytest.fixture
def connect(server, connect_to):
    """Connects to the shared server: `connect("Ana")`, or `connect()` for a guest."""
    return lambda name=None, **keys: connect_to(server, name, **keys)


@pytest.fixture
def client(connect):
    """One client named Ana."""
    return connect("Ana")


@pytest.fixture(scope="session")
def certificates(tmp_path_factory):
    """Two certificates with their keys, made by openssl: a.pem, a.key, b.pem, b.key."""
    folder = tmp_path_factory.mktemp("certificates")
    for name in "ab":
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                        "-nodes",
                        "-days", "30", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                        "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem"], check=True,
                       capture_output=True)
    (folder / "junk.pem").write_text("-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n")
    (folder / "empty.pem").write_text("")
    return folder
