import { asc, eq } from "drizzle-orm";
import * as z from "zod";
import { identityProviderKeys } from "@/db/tenant/federation";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { Ports } from "@/server/kernel/operation/ports";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import { kinds, ProviderKey } from "./federation.schema";
import { isProviderKind } from "./kinds.schema";
import { guardVouching } from "./vouching";
import { identityProviderRefusals } from "./provider-records";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("identity_provider", {
  key_not_found: { status: 404, text: "There is no such key of this provider." },
  next_key_not_found: { status: 404, text: "There is no such next key of this provider." },
  keys_for_saml_only: { status: 400, text: "Only SAML providers are told keys of ours." },
  next_key_exists: { status: 409, text: "There is a next key already; use it first." },
  key_in_use: { status: 409, text: "This key is in use. Make the next one and use it first." },
});

/*
 * Castellan's own keys for a SAML provider. The current key signs requests and decrypts assertions. The next key is announced
 * to the provider before its use. The previous key still decrypts assertions. A key change therefore interrupts no sign-in.
 */

type ProviderKeyRecord = Row<typeof identityProviderKeys>;
type NewKey = Awaited<ReturnType<typeof newKey>>;

/**
 * Creates a key with a certificate for this installation's host. Call this function in `prepare`, because creating a key takes
 * time.
 */
export async function newKey(ports: Ports) {
  const { privateKey, ...publicPart } = await ports.certifiedKey(
    new URL(ports.installation.baseUrl).hostname,
  );
  return { ...publicPart, keySealed: ports.vault.encrypt(privateKey) };
}

/** Returns the keys of a provider, oldest first. */
export const keysOf = (tx: Pick<ReadTx, "identityProviderKeys">, providerId: number) =>
  tx.identityProviderKeys.list({
    where: eq(identityProviderKeys.providerId, providerId),
    orderBy: [asc(identityProviderKeys.id)],
  });

const toKey = (row: ProviderKeyRecord): ProviderKey => ({
  keyId: row.id,
  use: row.use,
  certificate: row.certificate,
  fingerprint: row.fingerprint,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

/** Stores a key. Stores the first key of a provider as current and any other key as next. */
export const keepKey = (
  tx: Pick<WriteTx, "identityProviderKeys">,
  { providerId, key, first }: { providerId: number; key: NewKey; first: boolean },
  now: Date,
) =>
  tx.identityProviderKeys.insert({
    providerId,
    use: first ? "current" : "next",
    ...key,
    createdAt: now,
  });

/**
 * Locks the provider and returns the provider with its keys. Throws if an administrator is linked to the provider and the actor
 * may not manage administrators.
 */
async function lockKeys(
  tx: Pick<WriteTx, "identityProviders" | "identityProviderKeys" | "select">,
  actor: TenantActor,
  providerId: number,
) {
  const provider = await tx.identityProviders.lock(providerId);
  if (!provider) throw identityProviderRefusals.not_found();
  await guardVouching(tx, actor, providerId);
  return { provider, keys: await keysOf(tx, providerId) };
}

/** Returns the given key of the provider. Locks all keys of the provider. */
async function lockKey(
  tx: Parameters<typeof lockKeys>[0],
  actor: TenantActor,
  { providerId, keyId }: { providerId: number; keyId: number },
) {
  const { provider, keys } = await lockKeys(tx, actor, providerId);
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw refusals.key_not_found();
  return { provider, keys, key };
}

const target = ({ providerId }: { providerId: number }) => ({ ref: `identity_provider:${providerId}` });
const Keys = z.array(ProviderKey);
const OneKey = z.strictObject({ providerId: Id, keyId: Id });

export const listProviderKeys = query({
  name: "listProviderKeys",
  console: "federation.keys",
  capability: "ManageConnectors",
  summary: "List our own keys for an identity provider",
  description:
    "Returns the keys with their certificates for the operator of the provider. Only SAML providers have keys.",
  input: z.strictObject({ providerId: Id }),
  output: Keys,
  run: async ({ tx }, { providerId }) => {
    if (!(await tx.identityProviders.get(providerId))) throw identityProviderRefusals.not_found();
    return (await keysOf(tx, providerId)).map(toKey);
  },
});

export const addProviderKey = command({
  name: "addProviderKey",
  console: "federation.addKey",
  capability: "ManageConnectors",
  summary: "Make the next key for a SAML provider",
  description:
    "Adds the key to our metadata at once. It is used after the operation that activates it. The first key is used at once.",
  input: z.strictObject({ providerId: Id }),
  output: Keys,
  event: "identity_provider_updated",
  target,
  prepare: ({ ports }) => newKey(ports),
  run: async ({ tx, actor, now, changed, labelled }, { providerId }, key) => {
    const { provider, keys } = await lockKeys(tx, actor, providerId);
    if (!isProviderKind(provider.kind) || !kinds[provider.kind].hasOwnKeys)
      throw refusals.keys_for_saml_only();
    if (keys.some(({ use }) => use === "next")) throw refusals.next_key_exists();
    labelled(provider.name);
    const first = keys.length === 0;
    changed({}, { [first ? "signingKey" : "nextKey"]: key.fingerprint });
    await keepKey(tx, { providerId, key, first }, now);
    return (await keysOf(tx, providerId)).map(toKey);
  },
});

export const useProviderKey = command({
  name: "useProviderKey",
  console: "federation.useKey",
  capability: "ManageConnectors",
  summary: "Use the next key for a SAML provider from now on",
  description: "The previous key still decrypts until it is removed.",
  input: OneKey,
  output: Keys,
  event: "identity_provider_updated",
  target,
  run: async ({ tx, actor, changed, labelled }, input) => {
    const { provider, keys, key } = await lockKey(tx, actor, input);
    if (key.use !== "next") throw refusals.next_key_not_found();
    labelled(provider.name);
    const current = keys.find(({ use }) => use === "current");
    changed({ signingKey: current?.fingerprint ?? null }, { signingKey: key.fingerprint });
    if (current) await tx.identityProviderKeys.update(current.id, { use: "previous" });
    await tx.identityProviderKeys.update(key.id, { use: "current" });
    return (await keysOf(tx, provider.id)).map(toKey);
  },
});

export const removeProviderKey = command({
  name: "removeProviderKey",
  console: "federation.removeKey",
  capability: "ManageConnectors",
  summary: "Remove a key for a SAML provider",
  description:
    "The current key cannot be removed. Assertions that are encrypted to the removed key can no longer be read.",
  input: OneKey,
  output: Keys,
  event: "identity_provider_updated",
  target,
  run: async ({ tx, actor, changed, labelled }, input) => {
    const { provider, key } = await lockKey(tx, actor, input);
    if (key.use === "current") throw refusals.key_in_use();
    labelled(provider.name);
    changed({ [`${key.use}Key`]: key.fingerprint }, { [`${key.use}Key`]: null });
    await tx.identityProviderKeys.remove(key.id);
    return (await keysOf(tx, provider.id)).map(toKey);
  },
});
