import { Agent, type ClientRequestArgs } from "node:http";
import { connect } from "node:net";
import { SecuredSocket } from "./secured-socket";

/** Options of a request through this agent. `by` is the organization that caused it. */
export type SecureRequestOptions = ClientRequestArgs & { by: string };

const ownerOf = ({ by }: { by?: unknown }) => (typeof by === "string" ? by : "");

/** An agent for https whose TLS runs in a thread. It connects to an address that the request's `lookup` returns. */
export class SecureAgent extends Agent {
  defaultPort = 443;
  protocol = "https:";

  /** Kept connections are used for the same organization only, because another one may not have been allowed to open them. */
  override getName(options: ClientRequestArgs & { by?: unknown } = {}) {
    return `${super.getName(options)}:${ownerOf(options)}`;
  }

  override createConnection(options: ClientRequestArgs & { servername?: string; by?: unknown }) {
    const { host, port, lookup, timeout, servername } = options;
    const tcp = connect({
      host: host ?? "localhost",
      port: Number(port),
      noDelay: true,
      ...(lookup && { lookup }),
      ...(timeout !== undefined && { timeout }),
    });
    const settings = { host: host ?? "localhost", servername, alpn: ["http/1.1"] };
    return new SecuredSocket(tcp, settings, ownerOf(options));
  }
}
