import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { openDatabase } from "@/server/store/database";
import { addressWith, freshDatabase, type ConnectionKind, type TestDatabase } from "./stores";

export interface DatabaseProxy {
  /** The database as the server sees it. */
  database: TestDatabase;
  /** The same database without the proxy. */
  direct: TestDatabase;
  /** Ends all connections and refuses new ones, like a stopped server. */
  refuse: () => Promise<void>;
  /** Accepts connections and ends them at once, like a proxy without a server behind it. */
  drop: () => void;
  /** Keeps connections open and passes no bytes, like a stopped process or a lost network. */
  stall: () => void;
  /** Passes bytes again. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

/** Creates a PostgreSQL database behind a TCP proxy that can fail in several ways. TLS passes through the proxy. */
export async function proxiedDatabase(connection: ConnectionKind = "plain"): Promise<DatabaseProxy> {
  const direct = await freshDatabase("postgres");
  const target = new URL(direct.url!);
  let mode: "pass" | "drop" | "stall" = "pass";
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    if (mode === "stall") socket.pause();
  };
  const server = createServer((client) => {
    if (mode === "drop") return void client.end();
    const upstream = connect(Number(target.port || 5432), target.hostname);
    keep(client);
    keep(upstream);
    client.on("data", (bytes) => upstream.write(bytes));
    upstream.on("data", (bytes) => client.write(bytes));
    if (mode === "stall") for (const socket of [client, upstream]) socket.pause();
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => client.destroy());
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const destroyAll = () => {
    for (const socket of [...sockets]) socket.destroy();
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const proxied = Object.assign(new URL(direct.url!), { hostname: "127.0.0.1", port: String(port) });
  const url = addressWith(proxied, connection);
  const opened = await openDatabase({ url, directory: null, poolSize: 8 });
  const close = async () => {
    await opened.close();
    destroyAll();
    server.close();
    await direct.close();
  };
  return {
    database: { ...direct, ...opened, url, close },
    direct,
    refuse: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      destroyAll();
      await closed;
    },
    drop: () => {
      mode = "drop";
      destroyAll();
    },
    stall: () => {
      mode = "stall";
      for (const socket of sockets) socket.pause();
    },
    restore: async () => {
      mode = "pass";
      // A stalled connection continues where it stopped.
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    close,
  };
}
