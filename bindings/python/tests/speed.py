#!/usr/bin/env python3
"""Times the module: a right challenge, and 100,000 boards in a loop. Prints the best of seven runs, and fails above 1 µs and
0.1 s."""
import subprocess
import timeit

import clowder

challenge = "LNSNLASAF000300060012001506030903C000093030341203R11215"
COMMAND = ["clowder", "validate", "challenge", challenge]
once = min(timeit.repeat(lambda: clowder.check(challenge, "challenge"), number=10_000, repeat=7)) / 10_000
process = min(timeit.repeat(lambda: subprocess.run(COMMAND, stdout=subprocess.DEVNULL), number=5, repeat=7)) / 5
print(f"check of a challenge: {once * 1e6:.2f} µs; a process that does the same: {process * 1e6:.0f} µs")
board = "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n"
boards = [board] * 100_000
loop = min(timeit.repeat(lambda: [clowder.check(text, "board").ok for text in boards], number=1, repeat=7))
print(f"100,000 boards: {loop:.3f} s")
assert once <= 1e-6 and loop <= 0.1
