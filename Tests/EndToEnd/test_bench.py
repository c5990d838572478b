"""`livelistd bench` against a server of its own: that its figures are there and what came was right. No bounds on time."""

import json
import os
import signal
import subprocess
import time

import pytest

from server_process import binary, environment, run

QUICK = ["--quick", "--seconds", "0.2"]


def measured(folder, *arguments):
    """The report of one run, as JSON."""
    result = run("bench", "--json", "--in", folder, *QUICK, *arguments, seconds=300)
    assert result.returncode == 0, result.stdout + result.stderr
    assert list(folder.iterdir()) == [], "everything was removed"
    return json.loads(result.stdout)


def test_the_usual_parts(tmp_path):
    report = measured(tmp_path)
    assert report["verified"] is True
    assert report["cores"] >= 1 and report["processor"]
    parts = {part["part"]: part for part in report["parts"]}
    assert list(parts) == ["throughput", "latency", "acknowledge", "toggles", "joins", "joinDelays", "memory", "sizes"]
    for name, part in parts.items():
        assert part["faults"] == [] and part["rows"], name
        for row in part["rows"]:
            assert row.get("isVerified", True) is True, (name, row)
            assert all(value is not None for value in row.values()), (name, row)
    assert parts["throughput"]["rows"][0]["deliveriesPerSecond"] > 0
    assert 100 < parts["throughput"]["rows"][0]["bytesPerDelivery"] < 1000
    for row in parts["latency"]["rows"]:
        assert 0 < row["p50"] <= row["p99"] <= row["longest"]
    assert parts["memory"]["rows"][1]["bytesEach"] > 0


def test_single_functions_are_compared_with_stored_ones(tmp_path):
    stored = tmp_path / "figures.json"
    work = tmp_path / "work"
    work.mkdir()
    first = run("bench", "codec", "--quick", "--in", work, "--save", stored, seconds=300)
    assert first.returncode == 0, first.stdout + first.stderr
    figures = json.loads(stored.read_text())["figures"]
    assert all(0 < figure["low"] <= figure["median"] <= figure["high"] for figure in figures)
    for figure in figures:
        for key in ("low", "median", "high"):
            figure[key] /= 1e6
    stored.write_text(json.dumps({"machine": "another", "figures": figures}))
    again = run("bench", "codec", "--quick", "--in", work, "--compare", stored, seconds=300)
    assert again.returncode == 1
    assert "SLOWER" in again.stdout and "another machine" in again.stdout
    assert list(work.iterdir()) == []


def test_ctrl_c_ends_it_in_order(tmp_path):
    process = subprocess.Popen([binary(), "bench", "latency", "--seconds", "600", "--in", str(tmp_path)],
                               env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert "latency" in process.stderr.readline()
    deadline = time.monotonic() + 30
    while not any(tmp_path.glob("*/lock")) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    assert list(tmp_path.iterdir()) == []


def test_another_server_is_left_as_it_was(server, tmp_path):
    url = f"https://127.0.0.1:{server.port}/"
    result = run("bench", "latency", "toggles", "--json", "--url", url, *QUICK, seconds=300)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "deletes them" in result.stderr
    assert json.loads(result.stdout)["verified"] is True
    assert run("lists", "--data", server.data).stdout.count("bench-") == 0


@pytest.mark.parametrize("arguments, word", [
    (["nonsense"], "no part nonsense"),
    (["--seconds", "x"], "--seconds needs"),
    (["--url", "nonsense"], "--url needs"),
    (["--save", "f", "latency"], "--save"),
])
def test_what_can_not_be_is_refused(arguments, word):
    result = run("bench", *arguments)
    assert result.returncode == 64 and word in result.stderr and result.stdout == ""


def test_trouble_is_told(tmp_path):
    missing = run("bench", "--quick", "--in", tmp_path / "missing")
    assert missing.returncode == 1 and "--in" in missing.stderr
    nobody = run("bench", "latency", "--quick", "--url", "https://127.0.0.1:1/", seconds=60)
    assert nobody.returncode == 1 and "127.0.0.1:1" in nobody.stderr
    odd = tmp_path / "odd.json"
    odd.write_text("{}")
    assert "--save" in run("bench", "codec", "--compare", odd).stderr
    assert os.listdir(tmp_path) == ["odd.json"]
