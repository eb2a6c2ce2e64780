"""Prints the minimum time to print the version, and to count the tilings of several regions.

    python3 benches/tiling.py [BINARY]
"""

import subprocess
import sys
import time

BINARY = sys.argv[1] if len(sys.argv) > 1 else "target/release/clowder"
HOLE = "\n".join(["........"] * 3 + ["...##..."] * 2 + ["........"] * 3)


def least(arguments, runs=30):
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        subprocess.run([BINARY, *arguments], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - begun)
    return min(times) * 1000


print(f"{'--version':10} {least(['--version']):8.2f} ms")
for name, region in [("6x10", "6x10"), ("5x12", "5x12"), ("4x15", "4x15"), ("8x8 hole", HOLE)]:
    tile = ["pentomino", "tile", region, "--count", "--jobs", "1"]
    print(f"{name:10} {least(tile):8.2f} ms")
one_sided = ["pentomino", "tile", "5x18", "--one-sided", "--count", "--jobs"]
one, two = (least([*one_sided, jobs], runs=2) for jobs in ("1", "2"))
print(f"5x18 one-sided {one:.0f} ms, two threads {two:.0f} ms: {one / two:.2f} times as fast")
