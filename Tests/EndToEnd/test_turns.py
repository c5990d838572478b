"""How long the loop's turns take, as the server itself measures it."""

from operator_tools import Control


def test_the_control_socket_tells_how_long_turns_were(server):
    control = Control(server)
    control.send({"type": "turns", "ref": "a"}, {"type": "turns", "ref": "b"})
    first, second = control.next(), control.next()
    assert (first["type"], first["ref"], second["ref"]) == ("turns", "a", "b")
    assert first["count"] > 0 and second["count"] < first["count"], "it counts from the last question"
    assert 0 < first["longestWork"], "microseconds"
    control.close()
