import { isIP } from "node:net";
import { Client, Filter, InvalidCredentialsError, type Entry } from "ldapts";
import { IDENTIFIER } from "../../../domain/federation/kinds.schema";
import { encryptsPasswords, type LdapSettings } from "../../../domain/federation/ldap/ldap.schema";
import { readIdentity, type FederatedIdentity } from "../../../domain/federation/federated-identity";
import { isPublicAddress } from "../../../ports/outbound";
import { guardedAddresses, type LookupGuard } from "../../../ports/guarded-lookup";
import type { Connection, Protocol } from "../protocol";
import { boundedConnections } from "./bounded-socket";
import { CodedError } from "../../../kernel/texts/text";
import { type CodedText, defineTexts } from "../../../kernel/texts/define";

export const providerTexts = defineTexts("provider", {
  // Directories.
  ldap_nothing_at_base: "There is nothing at {base} that this account may see.",
  ldap_in_clear: "A directory must not be asked for passwords in the clear.",
  ldap_no_password: "The account that searches has no password.",
  private_address: "{host} is a private address.",
  ldap_late: "No answer within {seconds} seconds.",
  encrypted: "Connected, encrypted.",
  in_clear: "Connected in the clear: anybody in between reads passwords.",
  searches_anonymously: "Searches anonymously.",
  signed_in_as: "Signed in as {dn}.",
  base_found: "The base {base} is there.",
});

/**
 * A directory and the account that searches it. `allowPrivate` permits directories in private networks or
 * without TLS. The secret is the password of the account.
 */
export interface LdapOptions
  extends Connection<LdapSettings>, Pick<LookupGuard, "allowPrivate" | "by" | "names"> {}

/** Maximum length in characters of an identifier that is sent to a directory. */
const LONGEST = 254;
const LONGEST_PASSWORD = 1_000;

/** Binary attributes: ids of Active Directory. They are read as hexadecimal digits. */
const binaryAttributes = ["objectGUID", "objectSid"];

/**
 * Checks a password against a directory: searches for the person, then binds as the entry found (RFC 4513
 * §5.1.3). Returns null if no entry or more than one is found, or if the password is wrong. Throws if the
 * directory cannot be reached. Calls `refused` with the subject of the entry if its password is wrong.
 */
export async function authenticateAt(
  options: LdapOptions,
  identifier: string,
  password: string,
  refused?: (subject: string) => Promise<void>,
): Promise<FederatedIdentity | null> {
  // A bind with a name and an empty password succeeds without any proof (RFC 4513 §5.1.2).
  if (password === "" || password.length > LONGEST_PASSWORD || password.includes("\0")) return null;
  const named = identifier.trim();
  if (named === "" || named.length > LONGEST || named.includes("\0")) return null;
  return withDirectory(options, async (client) => {
    const entry = await findOne(client, options.settings, named);
    try {
      // Binds also for an unknown person, so that the response time does not reveal whether the entry exists.
      await client.bind(entry?.dn ?? `cn=nobody,${options.settings.baseDn}`, password);
      if (!entry) return null;
    } catch (error) {
      if (entry && !(error instanceof InvalidCredentialsError)) throw error;
      const subject = entry && subjectIn(entry, options.settings);
      if (subject) await refused?.(subject);
      return null;
    }
    return readIdentity(options.settings, subjectIn(entry, options.settings), (name) => valueOf(entry, name));
  });
}

/** Connects, and binds as the account that searches. Adds each finding to `findings`. Throws on failure. */
export async function tryDirectory(options: LdapOptions, findings: (CodedText | string)[]): Promise<void> {
  await withDirectory(options, async (client) => {
    const { bindDn, baseDn } = options.settings;
    findings.push(encryptsPasswords(options.settings) ? providerTexts.encrypted() : providerTexts.in_clear());
    findings.push(
      bindDn === "" ? providerTexts.searches_anonymously() : providerTexts.signed_in_as({ dn: bindDn }),
    );
    const { searchEntries } = await client.search(baseDn, {
      scope: "base",
      filter: "(objectClass=*)",
      attributes: ["1.1"],
    });
    if (searchEntries.length === 0)
      throw new CodedError(providerTexts.ldap_nothing_at_base({ base: baseDn }));
    findings.push(providerTexts.base_found({ base: baseDn }));
  });
}

/** Returns the filter with the identifier inserted as an escaped value (RFC 4515 §3). */
export const filterFor = ({ userFilter }: Pick<LdapSettings, "userFilter">, identifier: string) =>
  userFilter.replaceAll(IDENTIFIER, () => Filter.escape(identifier));

/** Returns the entry that the filter finds; null if there is none or more than one. */
async function findOne(client: Client, settings: LdapSettings, identifier: string): Promise<Entry | null> {
  const { baseDn, attributes, subjectAttribute, timeoutSeconds } = settings;
  const wanted = [subjectAttribute, ...Object.values(attributes).filter((name) => name !== "")];
  const { searchEntries } = await client.search(baseDn, {
    scope: "sub",
    filter: filterFor(settings, identifier),
    attributes: [...new Set(wanted)],
    explicitBufferAttributes: binaryAttributes,
    sizeLimit: 2,
    timeLimit: timeoutSeconds,
  });
  return searchEntries.length === 1 ? searchEntries[0]! : null;
}

const subjectIn = (entry: Entry, { subjectAttribute }: LdapSettings) => valueOf(entry, subjectAttribute);

/** Returns the first value of an attribute. Names of attributes are case-insensitive (RFC 4512 §2.5). */
function valueOf(entry: Entry, name: string): string | undefined {
  const key = Object.keys(entry).find((attribute) => attribute.toLowerCase() === name.toLowerCase());
  const value = key === undefined ? undefined : entry[key];
  const first = Array.isArray(value) ? value[0] : value;
  return Buffer.isBuffer(first) ? first.toString("hex") : first;
}

/**
 * Connects, signs in as the account that searches, and runs `work`. Takes at most three times the time limit, because ldapts has
 * no limit for the handshake of StartTLS.
 */
async function withDirectory<T>(options: LdapOptions, work: (client: Client) => Promise<T>): Promise<T> {
  const connections = boundedConnections(options.by);
  const over = new AbortController();
  const limitMs = options.settings.timeoutSeconds * 3_000;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new CodedError(providerTexts.ldap_late({ seconds: limitMs / 1_000 })));
      connections.end();
      over.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([connected(options, over.signal, connections, work), late]);
  } catch (error) {
    throw connections.problem() ?? error;
  } finally {
    clearTimeout(timer);
  }
}

async function connected<T>(
  { settings, secret, ...guard }: LdapOptions,
  signal: AbortSignal,
  connections: ReturnType<typeof boundedConnections>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const url = new URL(settings.url);
  const secure = url.protocol === "ldaps:";
  if (!secure && !settings.startTls && !guard.allowPrivate)
    throw new CodedError(providerTexts.ldap_in_clear());
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const address = await addressOf(host, { ...guard, signal });
  const tls = {
    // The connection uses the resolved address, but the certificate must be valid for the host name.
    ...(isIP(host) === 0 && { servername: host }),
    host,
    ...(settings.caCertificate !== "" && { ca: settings.caCertificate }),
  };
  const timeout = settings.timeoutSeconds * 1_000;
  const client = new Client({
    url: `${url.protocol}//${isIP(address) === 6 ? `[${address}]` : address}${url.port && `:${url.port}`}`,
    timeout,
    connectTimeout: timeout,
    // The DN of an entry is sent back unchanged in the bind, in any syntax.
    strictDN: false,
    ...(secure && { tlsOptions: tls }),
    createConnection: connections.createConnection,
    createSecureConnection: connections.createSecureConnection,
  });
  try {
    if (settings.startTls && !secure) await client.startTLS(tls);
    if (settings.bindDn !== "") {
      if (!secret) throw new CodedError(providerTexts.ldap_no_password());
      await client.bind(settings.bindDn, secret);
    }
    return await work(client);
  } finally {
    await client.unbind().catch(() => {});
    connections.end();
  }
}

/** Returns the address to connect to. The name is resolved once, so that the address in use is the checked one (DNS rebinding). */
async function addressOf(host: string, guard: LookupGuard): Promise<string> {
  if (isIP(host) === 0) return (await guardedAddresses(host, guard))[0].address;
  if (!guard.allowPrivate && !isPublicAddress(host))
    throw new CodedError(providerTexts.private_address({ host }));
  return host;
}

export const ldap: Protocol<"ldap"> = {
  tryConnection: (connection, { allowPrivate }, findings) =>
    tryDirectory({ ...connection, allowPrivate }, findings),
  start: ({ reach: { allowPrivate } }) => ({
    signIn: "password",
    checkPassword: (connection, { identifier, password }, refused) =>
      authenticateAt({ ...connection, allowPrivate }, identifier, password, refused),
  }),
};
