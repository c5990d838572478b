"""The judge is judged first: the naive model passes every vector, whole and cut in two."""

import pytest

from naive_model import NaiveModel
from plain_values import canonical
from vectors import CASES, case_name


def judge(model, case, steps):
    for number, step in enumerate(steps):
        answer = model.mutate(step["mutations"], step["at"], step["by"])
        assert canonical(answer) == canonical(step["expect"]), f"step {number} of {case['name']}"


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_naive_model_gives_the_facts_and_the_list_of_the_vector(case):
    model = NaiveModel(keep=case.get("keep", 10_000))
    judge(model, case, case["steps"])
    assert canonical(model.final()) == canonical(case["final"])


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_naive_model_rebuilt_from_facts_goes_on_as_before(case):
    stride = max(1, len(case["steps"]) // 5)
    for cut in range(0, len(case["steps"]), stride):
        model = NaiveModel(keep=case.get("keep", 10_000))
        for step in case["steps"][:cut]:
            if step["expect"]["type"] == "change":
                model.replay(step["expect"]["mutations"], step["at"], step["by"])
        judge(model, case, case["steps"][cut:])
        assert canonical(model.final()) == canonical(case["final"]), f"cut before step {cut}"
