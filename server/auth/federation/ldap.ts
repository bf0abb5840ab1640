import { isIP } from "node:net";
import { Client, Filter, InvalidCredentialsError, type Entry } from "ldapts";
import { IDENTIFIER } from "../../domain/federation/defaults.schema";
import type { LdapSettings } from "../../domain/federation/federation.schema";
import { readIdentity, type FederatedIdentity } from "../../domain/federation/federated-identity";
import { isPublicAddress } from "../../ports/outbound";
import { guardedAddresses, type LookupGuard } from "../../ports/guarded-lookup";
import { boundedConnections } from "./bounded-socket";
import { CodedError } from "../../kernel/texts/coded-error";
import type { CodedText } from "../../kernel/texts/define";
import { providerTexts } from "../../kernel/texts/providers";

/**
 * A directory, and as what it is asked. `allowPrivate`: whether directories in private networks, and in the clear, may be asked.
 * `by`: the organization of the directory.
 */
export interface LdapOptions extends Pick<LookupGuard, "allowPrivate" | "by" | "names"> {
  settings: LdapSettings;
  /** The password of the account that searches. */
  secret: string | null;
}

/** The longest identifier and password that are handed to a directory. */
const LONGEST = 254;
const LONGEST_PASSWORD = 1_000;

/** Attributes that are bytes: ids of Active Directory, read as hexadecimal digits. */
const binaryAttributes = ["objectGUID", "objectSid"];

/**
 * Proves a password against a directory: searches the person, then binds as them (RFC 4513 §5.1.3). Null where nobody is
 * found, the password is wrong, or the answer is not clear; throws where the directory cannot be asked. `refused` is told of the
 * subject whose password it is not.
 */
export async function authenticateAt(
  options: LdapOptions,
  identifier: string,
  password: string,
  refused?: (subject: string) => Promise<void>,
): Promise<FederatedIdentity | null> {
  // RFC 4513 §5.1.2: a bind with a name and no password succeeds, and proves nothing.
  if (password === "" || password.length > LONGEST_PASSWORD || password.includes("\0")) return null;
  const named = identifier.trim();
  if (named === "" || named.length > LONGEST || named.includes("\0")) return null;
  return withDirectory(options, async (client) => {
    const entry = await findOne(client, options.settings, named);
    try {
      // Somebody who is not there is asked for all the same, so that how long it takes tells nothing.
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

/** Connects, and binds as the account that searches; what it found is told in the words of `findings`. Throws on failure. */
export async function tryDirectory(options: LdapOptions, findings: (CodedText | string)[]): Promise<void> {
  await withDirectory(options, async (client) => {
    const { url, startTls, bindDn, baseDn } = options.settings;
    const encrypted = startTls || url.toLowerCase().startsWith("ldaps:");
    findings.push(encrypted ? providerTexts.encrypted() : providerTexts.in_clear());
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

/** The filter with what was typed in it, as a value and nothing else (RFC 4515 §3). */
export const filterFor = ({ userFilter }: Pick<LdapSettings, "userFilter">, identifier: string) =>
  userFilter.replaceAll(IDENTIFIER, () => Filter.escape(identifier));

/** The one entry that the filter finds; two are nobody. */
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

/** An attribute's first value; names are compared without case (RFC 4512 §2.5). */
function valueOf(entry: Entry, name: string): string | undefined {
  const key = Object.keys(entry).find((attribute) => attribute.toLowerCase() === name.toLowerCase());
  const value = key === undefined ? undefined : entry[key];
  const first = Array.isArray(value) ? value[0] : value;
  return Buffer.isBuffer(first) ? first.toString("hex") : first;
}

/**
 * Connects, signs in as the account that searches, and runs `work`. Settles within three times the time limit:
 * ldapts has no limit for the handshake of StartTLS.
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
    // The connection is to the address that was looked at; the certificate is still to be the name's.
    ...(isIP(host) === 0 && { servername: host }),
    host,
    ...(settings.caCertificate !== "" && { ca: settings.caCertificate }),
  };
  const timeout = settings.timeoutSeconds * 1_000;
  const client = new Client({
    url: `${url.protocol}//${isIP(address) === 6 ? `[${address}]` : address}${url.port && `:${url.port}`}`,
    timeout,
    connectTimeout: timeout,
    // An entry's own DN is what it is bound with, whatever it holds.
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

/** The address to connect to; looked at now, so that a name cannot answer otherwise in between. */
async function addressOf(host: string, guard: LookupGuard): Promise<string> {
  if (isIP(host) === 0) return (await guardedAddresses(host, guard))[0].address;
  if (!guard.allowPrivate && !isPublicAddress(host))
    throw new CodedError(providerTexts.private_address({ host }));
  return host;
}
