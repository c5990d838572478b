"""Every vector of the conflict rules as mutates over real connections, one for each author.

Times differ from run to run: each time of the vector stands for that of the change that came of its step.
forgetting.json needs a smaller bound than the server's, so it can be played by models alone.
"""

import pytest

from plain_values import canonical
from vectors import HISTORIES, RULES, case_name
from wire_client import Client

CASES = RULES + HISTORIES


class Played:
    """One case on the wire: its answers, the times they came to, the list at the end."""

    def __init__(self, case, list_id):
        self.case = case
        self.list = list_id
        self.answers = []
        self.times = {}
        self.final = None

    def take(self, step, answer):
        self.answers.append(answer)
        self.times[step["at"]] = answer.get("at")

    def expected_facts(self, step, answer):
        """The vector's facts with this run's times; times equal to the change's are not sent."""
        facts = []
        for fact in step["expect"]["mutations"]:
            if fact["op"] == "insert":
                fact = {**fact, "items": [self.timed(item) for item in fact["items"]]}
                for item in fact["items"]:
                    if item.get("createdAt") == answer["at"]:
                        del item["createdAt"]
            facts.append(fact)
        return facts

    def timed(self, item):
        return {k: self.times[v] if k in ("createdAt", "updatedAt") else v for k, v in item.items()}


@pytest.fixture(scope="module")
def played(server):
    """All cases side by side, each in a list of its own: step 1 of all, step 2 of all, and so on."""
    names = sorted({step["by"] for case in CASES for step in case["steps"]})
    authors = {name: Client(server, name) for name in names}
    all_played = [Played(case, f"case-{number}") for number, case in enumerate(CASES)]
    first = authors[names[0]]
    for each in all_played:
        first.ask({"type": "open", "list": each.list, "create": True, "title": "list"})
        first.ask({"type": "close", "list": each.list})
    for number in range(max(len(case["steps"]) for case in CASES)):
        under_way = [(p, p.case["steps"][number]) for p in all_played if number < len(p.case["steps"])]
        for each, step in under_way:
            authors[step["by"]].send({"type": "mutate", "list": each.list, "id": f"step-{number}",
                                      "mutations": step["mutations"]})
        answers = {}
        for _, step in under_way:
            answer = authors[step["by"]].next()
            answers[answer["list"]] = answer
        for each, step in under_way:
            each.take(step, answers[each.list])
    for each in all_played:
        each.final = first.fresh(each.list).final()
    for author in authors.values():
        author.leave()
    return {p.case["name"]: p for p in all_played}


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_server_answers_as_the_vector_says(played, case):
    each = played[case["name"]]
    for number, (step, answer) in enumerate(zip(case["steps"], each.answers, strict=True)):
        expect = step["expect"]
        for key in ("type", "revision", "code", "index"):
            if key in expect:
                assert answer.get(key) == expect[key], f"step {number}: {step['mutations']} -> {answer}"
        if answer["type"] == "change":
            expected = each.expected_facts(step, answer)
            assert canonical(answer["mutations"]) == canonical(expected), f"step {number}"
            assert answer["by"]["name"] == step["by"]


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_list_at_the_end_is_that_of_the_vector(played, case):
    each = played[case["name"]]
    items = [each.timed(item) for item in case["final"]["items"]]
    assert canonical(each.final) == canonical({**case["final"], "items": items})
