"""The scripts of the page, read by a linter and by a checker of types."""

import os
import pathlib
import subprocess
import sys

from conftest import ROOT


def test_the_scripts_have_no_warning():
    oxlint = pathlib.Path(sys.executable).parent / "oxlint"
    run = subprocess.run(
        [oxlint, "--deny-warnings", "web-client", "Tests/WebClient"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_the_types_that_the_comments_tell_hold(tmp_path):
    deno = pathlib.Path(sys.executable).parent / "deno"
    scripts = sorted((ROOT / "web-client" / "js").rglob("*.js"))
    # Offline, and without a trace in the home folder.
    run = subprocess.run(
        [deno, "check", "--no-remote", "--config", "Tests/WebClient/deno.json",
         "Tests/WebClient/types.d.ts", *scripts],
        cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "DENO_DIR": str(tmp_path), "NO_COLOR": "1"})
    assert run.returncode == 0, run.stderr
