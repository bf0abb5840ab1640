import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface ServerAddress {
  url: string;
  /** Answers the requests from now on. */
  serve: (listener: RequestListener) => void;
  /** Closes all connections. The address is free for the next server of this process. */
  release: () => void;
}

const free: ServerAddress[] = [];

/**
 * Returns an address for a server of the tests. Addresses are used again, because a seeded database is bound to its address, and they
 * keep listening, because another process could take the port.
 */
export const takeAddress = async (): Promise<ServerAddress> => free.pop() ?? listen();

async function listen(): Promise<ServerAddress> {
  let answer: RequestListener | null = null;
  const server = createServer((request, response) =>
    answer ? answer(request, response) : request.socket.destroy(),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const address: ServerAddress = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (listener) => void (answer = listener),
    release: () => {
      answer = null;
      server.closeAllConnections();
      free.push(address);
    },
  };
  return address;
}
