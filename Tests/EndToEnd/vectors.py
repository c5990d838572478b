"""The conflict rules as data, shared with the Swift and JavaScript tests."""

import json
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "LiveListTests" / "Vectors"


def load(name):
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def case_name(case):
    rule = f"rule {case['rule']}: " if "rule" in case else ""
    return rule + case["name"]


RULES = load("conflict-rules.json")
HISTORIES = load("histories.json")
# A bound of rule 10 other than 10,000 revisions can't be set on a running server: for models alone.
FORGETTING = load("forgetting.json")
CASES = RULES + HISTORIES + FORGETTING
