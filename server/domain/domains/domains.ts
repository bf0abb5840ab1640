import { randomBytes } from "node:crypto";
import { domainToASCII } from "node:url";
import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { customDomains } from "@/db/tenant/settings";
import { factors } from "@/db/tenant/sign-ins";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { command, query, type PrepareContext } from "@/server/kernel/operation/operation";
import { refuseTaken, type ReadTx, type Row } from "@/server/kernel/operation/store";
import { noticeAdministrators } from "../messages/notices";
import { CustomDomain, DomainInput } from "./domains.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const domainRefusals = defineRefusals("domain", {
  in_use: { status: 400, text: "domain: another organization has verified it.", field: "domain" },
  not_domain_name: {
    status: 400,
    text: "domain: must be a domain name such as login.example.com.",
    field: "domain",
  },
  /** A verification is requested before a domain is set. */
  not_set: { status: 400, text: "Set a domain first.", field: "domain" },
});

type Record = Row<typeof customDomains>;

const toDomain = (slug: string, row: Record | undefined): CustomDomain => ({
  identityMode: row?.verifiedAt ? "custom_domain" : "slug",
  slug,
  customDomain: row?.domain ?? null,
  verifyToken: row?.verifyToken ?? null,
  verifiedAt: row?.verifiedAt?.toISOString() ?? null,
  hasTlsCertificate: false,
});

const domainOf = async (tx: Pick<ReadTx, "customDomains">) => (await tx.customDomains.list({ limit: 1 }))[0];

/**
 * Matches characters that end the host name in a URL or that a URL parser decodes. domainToASCII would cut the name at such a
 * character without an error.
 */
const NOT_OF_A_NAME = /[\s\p{Cc}/\\?#@:%[\]<>^|"`{}]/u;

/**
 * Returns a name in DNS form: lower case, ASCII (RFC 5891). Returns null if the text is not a valid name of an internet host.
 */
export function hostName(given: string): string | null {
  const text = given.trim();
  if (NOT_OF_A_NAME.test(text)) return null;
  const ascii = domainToASCII(text.toLowerCase().replace(/\.$/, ""));
  if (ascii.length > 253 || !ascii.includes(".") || /^[0-9.]+$/.test(ascii)) return null;
  const labels = ascii.split(".");
  const fine = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  return fine && !/^\d+$/.test(labels.at(-1)!) ? ascii : null;
}

type WithSlug = Pick<PrepareContext<TenantActor, unknown>, "actor" | "ports">;

/** Returns the organization's slug, its name in URLs. */
const slugOf = async ({ actor, ports }: WithSlug) => (await ports.tenantRecord(actor.tenantId)).slug;

export const getCustomDomain = query({
  name: "getCustomDomain",
  rest: "GET /domains",
  console: "domains.get",
  capability: "ManageDomains",
  summary: "Get the custom domain",
  input: z.strictObject({}),
  output: CustomDomain,
  prepare: slugOf,
  run: async ({ tx }, _input, slug) => toDomain(slug, await domainOf(tx)),
});

/** Maximum count in the response. Larger counts are reported as this maximum. */
const AT_MOST = 10_000;

export const getDomainPasskeys = query({
  name: "getDomainPasskeys",
  console: "domains.passkeys",
  capability: "ManageDomains",
  summary: "Count the passkeys that were made at the custom domain",
  description: "They are bound to the domain and cannot be used without it.",
  input: z.strictObject({}),
  output: z.object({ passkeys: z.int() }),
  run: async ({ tx }) => {
    const domain = (await domainOf(tx))?.domain;
    const ofDomain = and(eq(factors.kind, "webauthn"), sql`${factors.data} ->> 'rpId' = ${domain}`);
    return { passkeys: domain === undefined ? 0 : await tx.factors.count(ofDomain, AT_MOST) };
  },
});

export const setCustomDomain = command({
  name: "setCustomDomain",
  rest: { at: "POST /domains", status: 201 },
  console: "domains.set",
  capability: "ManageDomains",
  summary: "Set the custom domain",
  description:
    "Publish a TXT record `_castellan.<domain>` with verifyToken as its value, then verify. Setting the same " +
    "domain again changes nothing; another one replaces it and must be verified again.",
  input: DomainInput,
  output: CustomDomain,
  event: "domain_set",
  target: (_input, { customDomain }) => ({ ref: `domain:${customDomain ?? ""}` }),
  prepare: slugOf,
  run: async ({ tx, now, changed, unchanged }, input, slug) => {
    const domain = hostName(input.domain);
    if (domain === null) throw domainRefusals.not_domain_name();
    if (await tx.domainTaken(domain)) throw domainRefusals.in_use();
    const before = await domainOf(tx);
    if (before?.domain === domain) {
      unchanged();
      return toDomain(slug, before);
    }
    changed({ domain: before?.domain ?? null }, { domain });
    const verifyToken = `castellan-verification=${randomBytes(24).toString("base64url")}`;
    const row = { domain, verifyToken, verifiedAt: null, verifiedKey: null, createdAt: now };
    return toDomain(slug, await tx.customDomains.put(row));
  },
});

export const verifyCustomDomain = command({
  name: "verifyCustomDomain",
  rest: "POST /domains/verify",
  console: "domains.verify",
  capability: "ManageDomains",
  summary: "Verify the custom domain",
  description:
    "Looks up the TXT record. From then on the organization's people sign in at that domain, and only this " +
    "organization can use audiences of access tokens under it.",
  input: z.strictObject({}),
  output: z.object({ verified: z.boolean() }),
  event: "domain_verified",
  target: () => ({ ref: "domain:" }),
  // Queries DNS before the transaction begins, because DNS can be slow.
  prepare: async ({ ports, read }) => {
    const row = await read(domainOf);
    if (!row) throw domainRefusals.not_set();
    const found =
      row.verifiedAt !== null ||
      (await ports.txtRecords(`_castellan.${row.domain}`)).includes(row.verifyToken);
    return { domain: row.domain, found };
  },
  run: async ({ tx, now, changed, targeted, happened, unchanged }, _input, { domain, found }) => {
    await tx.customDomains.lockAll();
    const row = await domainOf(tx);
    if (!found || row?.domain !== domain || row.verifiedAt !== null) {
      targeted(`domain:${domain}`);
      if (!found) happened("domain_verification_failed");
      unchanged();
      return { verified: found && row?.domain === domain };
    }
    targeted(`domain:${domain}`);
    changed({ verifiedAt: null }, { verifiedAt: now });
    const verified = { ...row, verifiedAt: now, verifiedKey: domain };
    await refuseTaken(tx.customDomains.put(verified), { custom_domains_verified: domainRefusals.in_use });
    await tx.takeAudiences(domain);
    // Notifies the administrators. The operator of the domain can read everything that users enter there.
    await noticeAdministrators(tx, {
      template: "security_alert",
      data: { summary: `People can sign in at the custom domain ${domain} from now on.`, url: "./domain" },
    });
    return { verified: true };
  },
});

export const removeCustomDomain = command({
  name: "removeCustomDomain",
  console: "domains.remove",
  capability: "ManageDomains",
  summary: "Remove the custom domain",
  description: "Users sign in under the organization's slug again.",
  input: z.strictObject({}),
  output: CustomDomain,
  event: "domain_removed",
  target: () => ({ ref: "domain:" }),
  prepare: slugOf,
  run: async ({ tx, changed, targeted, unchanged }, _input, slug) => {
    const before = await domainOf(tx);
    if (!before) unchanged();
    else {
      targeted(`domain:${before.domain}`);
      changed({ domain: before.domain }, { domain: null });
      await tx.customDomains.removeWhere(eq(customDomains.domain, before.domain));
    }
    return toDomain(slug, undefined);
  },
});
