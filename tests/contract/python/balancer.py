"""Tries out an nginx.conf before three stand-ins of the service: `python balancer.py NGINX_CONF`."""

import asyncio
import json
import re
import sys
import tempfile
from pathlib import Path

SEARCH = 0.5
STREAM = b"Content-Type: text/event-stream\r\nX-Accel-Buffering: no\r\nTransfer-Encoding: chunked"


class Replica:
    """Answers every request with its port: at once, or to `/search` after a while, or to `/events` never wholly."""

    async def start(self):
        self.connections, self.hung_up = set(), asyncio.Event()
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def serve(self, reader, writer):
        self.connections.add(writer)
        try:
            while True:
                await self.answer(await reader.readuntil(b"\r\n\r\n"), reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.connections.discard(writer)
            writer.close()

    async def answer(self, head, reader, writer):
        if b" /events " in head:
            writer.write(b"HTTP/1.1 200 OK\r\n%s\r\n\r\n" % STREAM)
            for event in b"first", b"later":
                writer.write(b"d\r\ndata: %s\n\n\r\n" % event)
                await asyncio.sleep(0.1)
            await reader.read()
            self.hung_up.set()
        if b" /search " in head:
            await asyncio.sleep(SEARCH)
        body = str(self.port).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        await writer.drain()

    def kill(self):
        self.server.close()
        for writer in self.connections:
            writer.transport.abort()


def adapt(config, folder, replicas):
    """The same configuration for this machine: no DNS, no container, and also an nginx that does not know `resolve`."""
    servers = "".join(rf"server 127.0.0.1:{replica.port}\1;" for replica in replicas)
    for pattern, text in [
        (r"server jungle:8080 resolve(.*);", servers),
        (r"listen 8080;", f"listen unix:{folder}/socket;"),
        (r" /(tmp|dev)/", f" {folder}/"),
    ]:
        config, count = re.subn(pattern, text, config)
        assert count, pattern
    return config


async def open_request(folder, method, path):
    reader, writer = await asyncio.open_unix_connection(f"{folder}/socket")
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    return reader, writer


async def ask(folder, method="POST", path="/"):
    """The status and the body of an answer."""
    reader, writer = await open_request(folder, method, path)
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split()[1]), body


async def try_out(folder, replicas):
    ports = {str(replica.port).encode() for replica in replicas}
    assert {body for _, body in [await ask(folder) for _ in range(30)]} == ports
    print("balancer: every replica gets requests")

    reader, writer = await open_request(folder, "GET", "/events")
    await asyncio.wait_for(reader.readuntil(b"data: later\n\n"), 2)
    print("balancer: events come while the answer is under way")
    writer.close()
    hung_up = [asyncio.create_task(replica.hung_up.wait()) for replica in replicas]
    done, _ = await asyncio.wait(hung_up, timeout=2, return_when=asyncio.FIRST_COMPLETED)
    assert done
    print("balancer: a replica hears that a client hung up")

    searches = [asyncio.create_task(ask(folder, path="/search")) for _ in range(9)]
    await asyncio.sleep(SEARCH / 2)
    replicas[0].kill()
    answers = [*await asyncio.gather(*searches), *[await ask(folder) for _ in range(30)]]
    assert {status for status, _ in answers} == {200}, answers
    print("balancer: no request fails when a replica dies")

    for replica in replicas[1:]:
        replica.kill()
    status, body = await ask(folder)
    assert (status, json.loads(body)["code"]) == (503, "overloaded"), body
    print("balancer: when all are gone, that is told as a problem")


async def main():
    replicas = [await Replica().start() for _ in range(3)]
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "nginx.conf")
        config.write_text(adapt(Path(sys.argv[1]).read_text(), folder, replicas))
        nginx = await asyncio.create_subprocess_exec("nginx", "-e", "stderr", "-c", config, "-g", "daemon off;")
        try:
            while not Path(folder, "nginx.pid").exists():
                assert nginx.returncode is None
                await asyncio.sleep(0.05)
            await asyncio.wait_for(try_out(folder, replicas), 30)
        finally:
            nginx.terminate()
            await nginx.wait()


asyncio.run(main())
