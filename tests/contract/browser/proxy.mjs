// What stands between the browser and the server, and can be taken away.
import { connect, createServer } from "node:net";

/** Starts to pass on what comes to a port of its own; `close` breaks all connections, `open` begins again. */
export async function startProxy(base) {
  const { hostname, port: target } = new URL(base);
  const sockets = new Set();
  const server = createServer((socket) => {
    const other = connect(target, hostname);
    for (const one of [socket, other]) {
      sockets.add(one);
      one.on("close", () => sockets.delete(one));
      one.on("error", () => [socket, other].forEach((each) => each.destroy()));
    }
    socket.pipe(other).pipe(socket);
  });
  const open = (port) => new Promise((done) => server.listen(port, "127.0.0.1", done));
  await open(0);
  const { port } = server.address();
  return {
    base: `http://127.0.0.1:${port}`,
    open: () => open(port),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      return new Promise((done) => server.close(done));
    },
  };
}
