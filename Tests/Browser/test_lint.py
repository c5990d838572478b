"""The scripts of the page, read by a linter."""

import pathlib
import subprocess
import sys

from conftest import ROOT


def test_the_scripts_have_no_warning():
    oxlint = pathlib.Path(sys.executable).parent / "oxlint"
    run = subprocess.run(
        [oxlint, "--deny-warnings", "web-client", "Tests/WebClient"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
