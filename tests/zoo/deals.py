"""What a bot can try in order to know a deal: remember its mirror image, or guess the seed."""

import os
import struct
import time
import uuid

# Every seed that a person might choose, and every second of an hour.
SHORT_SEEDS = [*range(2100), *range(int(time.time()) - 60, int(time.time()) + 2)]
# Every place in which a bot might leave a note for its next process.
PLACES = ["/tmp", "/var/tmp", "/dev/shm", ".", os.path.dirname(os.path.abspath(__file__)), os.environ.get("HOME", ".")]
seen = set()


def has_seen(number):
    """Returns True if this bot has already played the game with this number, in this process or in an earlier one."""
    notes = [os.path.join(place, "zoo-game-%d" % number) for place in PLACES]
    return number in seen or any(map(os.path.exists, notes))


def remember(number):
    seen.add(number)
    for place in PLACES:
        try:
            open(os.path.join(place, "zoo-game-%d" % number), "w").close()
        except OSError:
            pass


def uuids(seed, stream):
    """Returns the first two UUIDs from a stream of ChaCha8."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), seed & 0xFFFFFFFF, seed >> 32, *6 * [0], 0, 0, stream, 0]
    x = start[:]
    columns = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    diagonals = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    for a, b, c, d in 4 * (columns + diagonals):
        for left, right, other, by in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)]:
            x[left] = (x[left] + x[right]) & 0xFFFFFFFF
            mixed = x[other] ^ x[left]
            x[other] = (mixed << by | mixed >> 32 - by) & 0xFFFFFFFF
    words = [(one + other) & 0xFFFFFFFF for one, other in zip(x, start)]
    numbers = [words[at] | words[at + 1] << 32 for at in range(0, 8, 2)]
    return [str(uuid.UUID(int=numbers[at] << 64 | numbers[at + 1], version=4)) for at in (0, 2)]


def guess(message_id):
    """Returns the seed with which the first game has a message with this ID, if it is a short one."""
    return next((seed for seed in SHORT_SEEDS if message_id in uuids(seed, 2)), None)
