import re

from events.chance import new_id, new_salt, new_secret


def test_ids_keys_and_salts_are_long_enough_and_differ() -> None:
    assert re.fullmatch("[a-z2-7]{16}", new_id())
    assert re.fullmatch("[a-z2-7]{32}", new_secret())
    assert re.fullmatch("[0-9a-f]{32}", new_salt())
    for make in (new_id, new_salt, new_secret):
        assert len({make() for _ in range(100)}) == 100
