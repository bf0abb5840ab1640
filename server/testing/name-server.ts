import { createSocket } from "node:dgram";
import { decode, encode } from "dns-packet";

export interface NameServer {
  /** `host:port`, as DNS_SERVERS takes it. */
  address: string;
  /** The TXT records of each name, in lower case; each is a list of the strings it consists of (RFC 1035 §3.3.14). */
  records: Map<string, string[][]>;
  /** While true, nothing is answered. */
  silent: boolean;
  close(): Promise<void>;
}

/** A name server for tests: speaks DNS over UDP on this machine and knows TXT records only. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  const records = new Map<string, string[][]>();
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    silent: false,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on("message", (message, { port, address }) => {
    if (server.silent) return;
    const { id, questions = [] } = decode(message);
    const name = questions[0]?.name.toLowerCase() ?? "";
    const found = records.get(name);
    const NXDOMAIN = 3;
    const answer = encode({
      type: "response",
      ...(id !== undefined && { id }),
      flags: found ? 0 : NXDOMAIN,
      questions,
      answers: (found ?? []).map((data) => ({ type: "TXT", name, ttl: 0, data })),
    });
    socket.send(answer, port, address);
  });
  return server;
}
