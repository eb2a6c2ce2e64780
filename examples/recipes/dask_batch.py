#!/usr/bin/env python3
"""Validates a batch in parts on a Dask cluster. The merged output is the same as on one machine.

This recipe starts a local cluster. To use another cluster, pass its address to Client.
Usage: dask_batch.py KIND < LINES > RESULTS
"""
import subprocess
import sys

from dask.distributed import Client, LocalCluster

SHARD = 1000


def validate(kind, first, lines):
    command = ["clowder", "validate", kind, "--jsonl", "--jobs", "1", "--first", str(first)]
    return subprocess.run(command, input=b"".join(lines), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def main():
    kind = sys.argv[1]
    lines = sys.stdin.buffer.readlines()
    starts = range(0, len(lines), SHARD)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        shards = [client.submit(validate, kind, start + 1, lines[start : start + SHARD]) for start in starts]
        for shard in shards:
            sys.stdout.buffer.write(shard.result())


if __name__ == "__main__":
    main()
