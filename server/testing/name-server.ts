import { createSocket } from "node:dgram";
import { decode, encode } from "dns-packet";

export interface NameServer {
  /** `host:port`, in the form of DNS_SERVERS. */
  address: string;
  /** TXT records by name in lower case. Each is a list of its strings (RFC 1035 §3.3.14). */
  records: Map<string, string[][]>;
  /** True suppresses all answers. */
  silent: boolean;
  close(): Promise<void>;
}

/** Starts a name server for tests on this machine. It serves DNS over UDP with TXT records only. */
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
