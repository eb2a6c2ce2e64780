#!/usr/bin/env python3
"""Validates a batch in parts on a Dask cluster. The answers are in the order of the lines. Each part numbers its answers
from 1.

With an address, this recipe uses the cluster there. Otherwise, it starts a local cluster. The parts are read, sent
and written one after the other, so the batch may be larger than the memory. The exit status is 1 if a part contains an
invalid string. If a part cannot be validated, the run ends with the error message of this part.

Usage: dask_batch.py KIND [ADDRESS] < LINES > RESULTS
"""
import itertools
import subprocess
import sys
from collections import deque

from dask.distributed import Client, LocalCluster

PART = 1000
# The maximum number of parts that have been sent and not yet written.
WINDOW = 32


def validate(kind, lines):
    command = ["clowder", "validate", kind, "--jsonl", "--jobs", "1"]
    result = subprocess.run(command, input=b"".join(lines), capture_output=True)
    if result.returncode not in (0, 1):
        raise RuntimeError(f"clowder ended with {result.returncode}: {result.stderr.decode(errors='replace')}")
    return result.returncode, result.stdout


def parts(stream):
    """Returns the parts of a stream."""
    while lines := list(itertools.islice(stream, PART)):
        yield lines


def run(client, kind):
    worst, waiting = 0, deque()

    def write_oldest():
        nonlocal worst
        status, output = waiting.popleft().result()
        worst = max(worst, status)
        sys.stdout.buffer.write(output)

    for lines in parts(sys.stdin.buffer):
        if len(waiting) == WINDOW:
            write_oldest()
        waiting.append(client.submit(validate, kind, lines, pure=False))
    while waiting:
        write_oldest()
    return worst


def main():
    kind = sys.argv[1]
    if len(sys.argv) > 2:
        with Client(sys.argv[2]) as client:
            return run(client, kind)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        return run(client, kind)


if __name__ == "__main__":
    sys.exit(main())
