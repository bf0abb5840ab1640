import { createSocket } from "node:dgram";
import { isIP } from "node:net";
import { decode, encode } from "dns-packet";

/** Questions for names with this end get no answer. */
const SILENT = ".silent.test";

export interface NameServer {
  /** `host:port`, in the form of DNS_SERVERS. */
  address: string;
  /** TXT records by name in lower case. Each is a list of its strings (RFC 1035 §3.3.14). */
  records: Map<string, string[][]>;
  /** Addresses by name in lower case. */
  addresses: Map<string, string[]>;
  /** True suppresses all answers. */
  silent: boolean;
  /** Called for each question. */
  hears: () => void;
  close(): Promise<void>;
}

/** Starts a name server for tests on this machine. It serves DNS over UDP with TXT, A and AAAA records. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  const records = new Map<string, string[][]>();
  const addresses = new Map<string, string[]>();
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    addresses,
    silent: false,
    hears: () => {},
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on("message", (message, { port, address }) => {
    server.hears();
    const { id, questions = [] } = decode(message);
    const name = questions[0]?.name.toLowerCase() ?? "";
    if (server.silent || name.endsWith(SILENT)) return;
    const type = questions[0]?.type;
    const family = type === "A" ? 4 : 6;
    const found =
      type === "A" || type === "AAAA"
        ? addresses
            .get(name)
            ?.filter((one) => isIP(one) === family)
            .map((data) => ({ type, name, ttl: 0, data }))
        : records.get(name)?.map((data) => ({ type: "TXT" as const, name, ttl: 0, data }));
    const NXDOMAIN = 3;
    const answer = encode({
      type: "response",
      ...(id !== undefined && { id }),
      flags: found ? 0 : NXDOMAIN,
      questions,
      answers: found ?? [],
    });
    socket.send(answer, port, address);
  });
  return server;
}
