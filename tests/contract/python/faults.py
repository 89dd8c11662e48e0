"""Has a client play through a server with faults, and holds it to getting over each: `faults.py BASE_URL COMMAND…`.

The command gets the address of the faulty server as its last argument.
"""

import json
import select
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BASE = sys.argv[1]
RETRY_AFTER = 1
# What goes wrong at which request for an operation: each of them comes after the game has a state.
BUSY = {("/v1/apply", 3): (429, "rate_limited"), ("/v1/bot-move", 4): (503, "overloaded")}
FORGOTTEN = {("/v1/apply", 5), ("/v1/bot-move", 6)}
NO_STATE = "0" * 48

requests = []
# How many requests there had been each time that the client hung up.
hung_up = []


def problem(status, code):
    fields = {"type": f"urn:jungle:problem:{code}", "title": code, "status": status, "detail": "made up", "code": code}
    return json.dumps(fields | {"instance": "made up", "retry_after": RETRY_AFTER}).encode()


class Faulty(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        requests.append((time.monotonic(), self.path, body))
        at = self.path, sum(path == self.path for _, path, _ in requests)
        if "limits" in body:
            # Nothing but the end of the connection can become readable here.
            select.select([self.connection], [], [])
            if not self.connection.recv(1, socket.MSG_PEEK):
                hung_up.append(len(requests))
            self.close_connection = True
        elif at in BUSY:
            self.answer(BUSY[at][0], problem(*BUSY[at]), {"Retry-After": str(RETRY_AFTER)})
        else:
            self.forward(body | {"state": NO_STATE} if at in FORGOTTEN else body)

    def forward(self, body):
        request = urllib.request.Request(
            BASE + self.path, json.dumps(body).encode(), {"content-type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                self.answer(response.status, response.read(), {"Content-Type": response.headers["content-type"]})
        except urllib.error.HTTPError as error:
            self.answer(error.code, error.read())

    def answer(self, status, body, headers=()):
        self.send_response(status)
        for name, value in ({"Content-Type": "application/problem+json"} | dict(headers)).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    # A thread may still be waiting for a client that never hung up.
    daemon_threads = True


def asked(path, nth):
    """The nth request for an operation, and whatever came after it."""
    index = [index for index, (_, at, _) in enumerate(requests) if at == path][nth - 1]
    return requests[index], requests[index + 1]


with Server(("127.0.0.1", 0), Faulty) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    subprocess.run([*sys.argv[2:], f"http://127.0.0.1:{server.server_port}"], check=True, timeout=120)
    server.shutdown()

# When the client ends, it hangs up in any case.
assert hung_up and hung_up[0] < len(requests), f"cancelling does not hang up: {hung_up} of {len(requests)}"
for path, nth in BUSY:
    (before, _, body), (after, _, same) = asked(path, nth)
    assert same == body, f"{path} is not asked again: {body}, then {same}"
    assert after - before >= RETRY_AFTER, f"{path} is asked again after {after - before} s"
for path, nth in FORGOTTEN:
    (_, _, body), (_, _, whole) = asked(path, nth)
    assert "state" in body, body
    assert whole.get("moves") and "state" not in whole, f"{path} is not asked with the whole game: {whole}"
print(f"faults: got over {len(BUSY)} busy answers, {len(FORGOTTEN)} forgotten states and a cancelled request")
