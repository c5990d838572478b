"""The real program under test: started on a free port with a folder of its own, stopped or killed."""

import http.client
import os
import re
import resource
import signal
import ssl
import subprocess
import threading
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
SECONDS_TO_START = 60
SECONDS_TO_STOP = 10


def binary():
    """The program: `LIVELISTD`, or the newest kind of build that is there."""
    named = os.environ.get("LIVELISTD")
    built = [TOP / ".build" / kind / "livelistd" for kind in ("release", "debug")]
    for path in [Path(named)] if named else built:
        if path.exists():
            return str(path.resolve())
    raise FileNotFoundError(f"no livelistd at {built}: swift build -c release makes it, LIVELISTD names one")


def environment(extra=None):
    """This process's environment without any option of the program, plus `extra`."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LIVELIST_")}
    return {**kept, **(extra or {})}


def run(*arguments, env=None, seconds=20):
    """Runs the program to its end, as for wrong usage; the result has returncode, stdout, stderr."""
    return subprocess.run([binary(), *map(str, arguments)], env=environment(env), timeout=seconds,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)


class Server:
    """One run of `livelistd`. `start` may be called again after `stop` or `kill`, on the same folder."""

    def __init__(self, data, *options, env=None, listen="127.0.0.1:0"):
        self.data = Path(data) if data else None
        self.options = list(options)
        self.listen = listen
        self.env = env
        self.file_bytes_max = None
        self.process = None
        self.port = None

    def start(self):
        """Launches it and waits until it is ready."""
        self.launch()
        return self.started()

    def started(self):
        """Waits until what was launched is ready."""
        if not self.is_ready.wait(SECONDS_TO_START) or not self.ready_line():
            self.kill()
            raise AssertionError(f"not ready within {SECONDS_TO_START} s\n{self.output()}")
        self.port = int(re.search(r"https://127\.0\.0\.1:(\d+)/", self.ready_line()).group(1))
        return self

    def launch(self):
        """Only launches it: for those who end it before it is ready, or see it fail."""
        command = [binary(), *self.options]
        if self.listen:
            command += ["--listen", self.listen]
        if self.data:
            command += ["--data", str(self.data)]
        self.lines, self.errors = [], []
        self.process = subprocess.Popen(command, env=environment(self.env), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if self.file_bytes_max:
            self.limit_files(self.file_bytes_max)
        self.is_ready = threading.Event()
        self.readers = [threading.Thread(target=self._read, args=pair, daemon=True) for pair in
                        ((self.process.stdout, self.lines), (self.process.stderr, self.errors))]
        for reader in self.readers:
            reader.start()

    def limit_files(self, bytes_max):
        """From now on, and after a new start, no file of its grows over this (None: without a bound).

        A write beyond it fails, and raises SIGXFSZ, which ends a program that does not ignore it.
        """
        self.file_bytes_max = bytes_max
        soft = resource.RLIM_INFINITY if bytes_max is None else bytes_max
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (soft, resource.RLIM_INFINITY))

    def _read(self, stream, lines):
        for line in stream:
            lines.append(line.rstrip("\n"))
            if line.startswith("ready"):
                self.is_ready.set()
        if stream is self.process.stdout:
            self.is_ready.set()

    def ready_line(self):
        return next((line for line in self.lines if line.startswith("ready")), None)

    @property
    def url(self):
        return f"wss://127.0.0.1:{self.port}/ws"

    def health(self):
        """What /healthz says: status and text."""
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=30, context=unverified())
        try:
            connection.request("GET", "/healthz")
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def stop(self, with_signal=signal.SIGTERM):
        """Asks it to end, and holds it to its promise: exit 0 within 5 seconds."""
        began = time.monotonic()
        self.process.send_signal(with_signal)
        try:
            code = self.process.wait(SECONDS_TO_STOP + 1)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"still running {SECONDS_TO_STOP + 1} s after the signal\n{self.output()}")
        self._join()
        assert code == 0, f"exit {code}\n{self.output()}"
        assert time.monotonic() - began < SECONDS_TO_STOP + 0.5

    def kill(self):
        """Ends it as a power cut ends a process: SIGKILL."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._join()

    def _join(self):
        for reader in self.readers:
            reader.join(5)

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def output(self):
        return "\n".join(["stdout:", *self.lines[-20:], "stderr:", *self.errors[-40:]])

    def memory_kilobytes(self):
        """Resident memory now; from here on `peak_kilobytes` counts."""
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
        return self._status("VmRSS")

    def peak_kilobytes(self):
        """The most resident memory since `memory_kilobytes` was asked."""
        return self._status("VmHWM")

    def data_kilobytes(self):
        """Memory that counts for RLIMIT_DATA."""
        return self._status("VmData")

    def _status(self, key):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{key}:\s+(\d+)", status).group(1))


def unverified():
    """TLS without looking at the certificate: for tests that are about something else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # without the system's authorities: quick to make
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def verified(authority):
    """TLS that trusts only the authority in this file."""
    return ssl.create_default_context(cafile=str(authority))
