"""Values of the protocol in Python: what is equal, what is white space."""

import json
import pickle

# Unicode's White_Space property: 25 code points. Python's own str.strip() takes others as well.
WHITE_SPACE = "".join(map(chr, [
    *range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F,
    0x3000,
]))


def canonical(value):
    """One text for equal values: numbers by value, `1` and `true` apart, keys in any order."""
    return json.dumps(plain(value), sort_keys=True)


def plain(value):
    if isinstance(value, dict):
        return {key: plain(v) for key, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def copied(value):
    """A deep copy, by the fastest way that Python has."""
    return pickle.loads(pickle.dumps(value))
