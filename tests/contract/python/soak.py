"""Runs schemathesis on every core, seed by seed, until so many requests were sent: `soak.py BASE_URL REQUESTS SEED`."""

import itertools
import os
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

BASE, REQUESTS, FIRST_SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
# Many short runs cost less than one long run, whose requests grow longer and longer.
EXAMPLES = "150"
# The tour of all bounds hardly depends on the seed, so one will do.
PHASES = "fuzzing,stateful"

seeds = itertools.count(FIRST_SEED)
lock = threading.Lock()
start = time.monotonic()
sent = 0
failed = []


def run(seed):
    """The output of a run, and whether it went well."""
    command = [f"{sys.prefix}/bin/schemathesis", "--no-color", "run", "--checks", "all", "--url", BASE]
    command += ["--seed", str(seed), "--max-examples", EXAMPLES, "openapi.json"]
    command += [] if seed == FIRST_SEED else ["--phases", PHASES]
    finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return finished.stdout.decode(errors="replace"), finished.returncode == 0


def work():
    global sent
    while sent < REQUESTS:
        with lock:
            seed = next(seeds)
        output, is_well = run(seed)
        generated = re.search(r"^\s*(\d+) generated", output, re.MULTILINE)
        with lock:
            # A run that sends nothing must not go on for ever.
            is_well = is_well and generated is not None
            sent += int(generated[1]) if generated else REQUESTS
            if not is_well:
                failed.append(seed)
                print(output)
            word = "passed" if is_well else "FAILED"
            print(f"seed {seed} {word}: {sent} requests in {time.monotonic() - start:.0f} s", flush=True)


with ThreadPoolExecutor() as pool:
    for worker in [pool.submit(work) for _ in range(os.cpu_count() or 1)]:
        worker.result()
if failed:
    sys.exit(f"failed: seeds {sorted(failed)}")
