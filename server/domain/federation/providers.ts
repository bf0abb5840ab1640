import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { appConnectors } from "@/db/tenant/app-access";
import { identities, identityProviders } from "@/db/tenant/federation";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { refuseTaken, type ReadTx, type WriteTx } from "@/server/kernel/operation/store";
import {
  ConnectionTest,
  kinds,
  NewProvider,
  Provider,
  ProviderChange,
  ProviderSummary,
  type Configuration,
} from "./federation.schema";
import { isProviderKind, kindFacts } from "./kinds.schema";
import { keepKey, keysOf, newKey } from "./provider-keys";
import {
  configurationOf,
  recordSettings,
  refuseAddress,
  refuseSigningKey,
  secretPurpose,
  type ProviderRecord,
  identityProviderRefusals,
} from "./provider-records";
import { guardVouching } from "./vouching";

const target = ({ providerId }: { providerId: number }) => ({ ref: `identity_provider:${providerId}` });
const named = (_input: unknown, provider: { providerId: number; name: string }) => ({
  ...target(provider),
  label: provider.name,
});

async function lockProvider(tx: Pick<WriteTx, "identityProviders">, providerId: number) {
  const row = await tx.identityProviders.lock(providerId);
  if (!row) throw identityProviderRefusals.not_found();
  return row;
}

/**
 * Reads the number of apps in which each connector is approved and enabled. Returns a function that returns the number of apps
 * that offer a provider.
 */
async function countApps(tx: Pick<ReadTx, "select">) {
  const rows = await tx.select({
    fields: { name: appConnectors.name, apps: sql<number>`count(*)::int` },
    from: appConnectors,
    where: and(eq(appConnectors.enabled, true), isNotNull(appConnectors.approvedAt)),
    groupBy: [appConnectors.name],
  });
  const apps = new Map(rows.map((row) => [row.name, row.apps]));
  return ({ kind, enabled }: Pick<ProviderRecord, "kind" | "enabled">) =>
    enabled && isProviderKind(kind) ? (apps.get(kindFacts[kind].connector) ?? 0) : 0;
}

const peopleOf = (tx: Pick<ReadTx, "identities">, providerId: number) =>
  tx.identities.count(eq(identities.providerId, providerId));

async function toProvider(tx: Pick<ReadTx, "select" | "identities">, row: ProviderRecord): Promise<Provider> {
  const [appsOf, people] = await Promise.all([countApps(tx), peopleOf(tx, row.id)]);
  const configuration = isProviderKind(row.kind) ? configurationOf(row) : null;
  return {
    providerId: row.id,
    kind: row.kind,
    name: row.name,
    enabled: row.enabled,
    people,
    apps: appsOf(row),
    configuration,
    hasSecret: row.secretSealed !== null,
    hasOwnKeys: configuration !== null && kinds[configuration.kind].hasOwnKeys,
    isRequested:
      configuration !== null && kinds[configuration.kind].requestAddress(configuration.settings) !== null,
    createdAt: row.createdAt.toISOString(),
  };
}

const nameTaken = { identity_providers_name: identityProviderRefusals.name_in_use };

export const listProviders = query({
  name: "listProviders",
  console: "federation.providers",
  capability: "ManageConnectors",
  summary: "List the identity providers",
  input: z.strictObject({}),
  output: z.array(ProviderSummary),
  run: async ({ tx }) => {
    const [rows, appsOf, counts] = await Promise.all([
      tx.identityProviders.list({ orderBy: [asc(inNameOrder(identityProviders.nameKey))] }),
      countApps(tx),
      tx.select({
        fields: { providerId: identities.providerId, people: sql<number>`count(*)::int` },
        from: identities,
        groupBy: [identities.providerId],
      }),
    ]);
    const people = new Map(counts.map((row) => [row.providerId, row.people]));
    return rows.map(({ id, kind, name, enabled }) => ({
      providerId: id,
      kind,
      name,
      enabled,
      people: people.get(id) ?? 0,
      apps: appsOf({ kind, enabled }),
    }));
  },
});

export const getProvider = query({
  name: "getProvider",
  console: "federation.provider",
  capability: "ManageConnectors",
  summary: "Get an identity provider with its configuration",
  input: z.strictObject({ providerId: Id }),
  output: Provider,
  run: async ({ tx }, { providerId }) => {
    const row = await tx.identityProviders.get(providerId);
    if (!row) throw identityProviderRefusals.not_found();
    return toProvider(tx, row);
  },
});

export const createProvider = command({
  name: "createProvider",
  console: "federation.create",
  capability: "ManageConnectors",
  summary: "Add an identity provider",
  description: "Apps offer it if the connector of its kind is approved and enabled there.",
  input: NewProvider,
  output: Provider,
  event: "identity_provider_created",
  target: named,
  prepare: async ({ ports, actor }, { configuration, secret }) => {
    await refuseAddress(ports, configuration, String(actor.tenantId));
    refuseSigningKey(configuration, secret);
    const key = kinds[configuration.kind].hasOwnKeys ? await newKey(ports) : null;
    return { secretSealed: secret ? ports.vault.encrypt(secret) : null, key };
  },
  run: async ({ tx, now, changed }, { name, configuration }, { secretSealed, key }) => {
    const { kind, settings } = configuration;
    const signingKey = key && { signingKey: key.fingerprint };
    changed({}, { name, kind, ...recordSettings(configuration), ...signingKey });
    const adding = tx.identityProviders.insert({ name, kind, settings, secretSealed, createdAt: now });
    const row = await refuseTaken(adding, nameTaken);
    if (key) await keepKey(tx, { providerId: row.id, key, first: true }, now);
    return toProvider(tx, row);
  },
});

/**
 * Throws if people are linked and another authority would assign the provider's subjects. The other one could impersonate these
 * people.
 */
async function refuseOtherAuthority(
  tx: Pick<ReadTx, "identities">,
  providerId: number,
  stored: Configuration,
  configuration: Configuration,
) {
  const { authority } = kinds[stored.kind];
  const authorityIn = ({ settings }: { settings: Record<string, unknown> }) => settings[authority ?? ""];
  if (authorityIn(stored) === authorityIn(configuration)) return;
  const people = await peopleOf(tx, providerId);
  const field = `configuration.settings.${authority}`;
  if (people === 1) throw identityProviderRefusals.one_person_linked({ field });
  if (people > 0) throw identityProviderRefusals.people_linked({ people }, { field });
}

export const updateProvider = command({
  name: "updateProvider",
  console: "federation.update",
  capability: "ManageConnectors",
  summary: "Change an identity provider",
  description:
    "The identity of the provider (issuer, entity ID) cannot change while people are linked to it: another " +
    "provider could then impersonate them. A stored secret is not used for another address, and for a " +
    "directory not with another encryption. While an " +
    "administrator is linked, only an owner can change more than the name.",
  input: ProviderChange,
  output: Provider,
  event: "identity_provider_updated",
  target: named,
  prepare: async ({ ports, read, actor }, { providerId, configuration, secret }) => {
    await refuseAddress(ports, configuration, String(actor.tenantId));
    // Providers from older versions of Castellan have no key.
    const lacksKey =
      kinds[configuration.kind].hasOwnKeys && (await read((tx) => keysOf(tx, providerId))).length === 0;
    return {
      secretSealed: secret ? ports.vault.encrypt(secret) : secret,
      key: lacksKey ? await newKey(ports) : null,
    };
  },
  run: async (
    { tx, actor, now, changed },
    { providerId, name, configuration, secret },
    { secretSealed, key },
  ) => {
    const before = await lockProvider(tx, providerId);
    const stored = configurationOf(before);
    if (secret !== undefined || !isDeepStrictEqual(stored, configuration))
      await guardVouching(tx, actor, providerId);
    if (stored.kind !== configuration.kind) throw identityProviderRefusals.kind_not_changeable();
    await refuseOtherAuthority(tx, providerId, stored, configuration);
    // Requires a new secret if its receiver or its use changes. Otherwise the server would send the stored secret to another
    // server or in clear, or would send a signing key as a secret.
    const keepsPurpose = isDeepStrictEqual(secretPurpose(stored), secretPurpose(configuration));
    const keepsSecret = secret === undefined && before.secretSealed !== null;
    if (!keepsSecret || secretPurpose(stored).use !== secretPurpose(configuration).use)
      refuseSigningKey(configuration, secret);
    if (keepsSecret && !keepsPurpose) throw identityProviderRefusals.secret_required_again();
    const firstKey = key && (await keysOf(tx, providerId)).length === 0 ? key : null;
    changed(
      {
        name: before.name,
        ...recordSettings({ kind: stored.kind, settings: before.settings }),
        secret: before.secretSealed,
      },
      {
        name,
        ...recordSettings(configuration),
        ...(secret !== undefined && { secret: secretSealed }),
        ...(firstKey && { signingKey: firstKey.fingerprint }),
      },
    );
    const row = tx.identityProviders.update(providerId, {
      name,
      settings: configuration.settings,
      ...(secretSealed !== undefined && { secretSealed }),
    });
    const after = (await refuseTaken(row, nameTaken))!;
    if (firstKey) await keepKey(tx, { providerId, key: firstKey, first: true }, now);
    return toProvider(tx, after);
  },
});

export const setProviderEnabled = command({
  name: "setProviderEnabled",
  console: "federation.setEnabled",
  capability: "ManageConnectors",
  summary: "Switch an identity provider on or off",
  description:
    "While it is disabled, nobody signs in with it; live sessions continue. While an administrator is linked, " +
    "only an owner can enable it.",
  input: z.strictObject({ providerId: Id, enabled: z.boolean() }),
  output: Provider,
  event: "identity_provider_updated",
  target: named,
  run: async ({ tx, actor, changed, unchanged }, { providerId, enabled }) => {
    const before = await lockProvider(tx, providerId);
    // Disabling a provider needs no check. The action gives nobody access and may be urgent.
    if (enabled) {
      await guardVouching(tx, actor, providerId);
      if (!isProviderKind(before.kind)) throw identityProviderRefusals.kind_not_supported();
    }
    changed({ enabled: before.enabled }, { enabled });
    if (before.enabled === enabled) unchanged();
    return toProvider(tx, (await tx.identityProviders.update(providerId, { enabled }))!);
  },
});

export const deleteProvider = command({
  name: "deleteProvider",
  console: "federation.remove",
  capability: "ManageConnectors",
  summary: "Delete an identity provider",
  description: "Deletes the links of users to it. The users and their sessions remain.",
  input: z.strictObject({ providerId: Id }),
  output: z.object({ providerId: Id, deleted: z.boolean(), unlinked: z.int() }),
  event: "identity_provider_deleted",
  target,
  run: async ({ tx, actor, changed, labelled }, { providerId }) => {
    const { name } = await lockProvider(tx, providerId);
    await guardVouching(tx, actor, providerId);
    const unlinked = await peopleOf(tx, providerId);
    labelled(name);
    changed({ name, people: unlinked }, { name: null, people: null });
    return { providerId, deleted: await tx.identityProviders.remove(providerId), unlinked };
  },
});

export const testProvider = command({
  name: "testProvider",
  console: "federation.test",
  capability: "ManageConnectors",
  summary: "Test the connection to an identity provider",
  description:
    "Uses the stored configuration and secret; nobody is signed in. For SAML, checks the configuration only.",
  input: z.strictObject({ providerId: Id }),
  output: ConnectionTest,
  event: "identity_provider_tested",
  target,
  prepare: async ({ ports, read, actor }, { providerId }) => {
    const row = await read((tx) => tx.identityProviders.get(providerId));
    if (!row) throw identityProviderRefusals.not_found();
    const secret = row.secretSealed === null ? null : ports.vault.decrypt(row.secretSealed);
    const result = await ports.tryProvider(configurationOf(row), secret, String(actor.tenantId));
    return { name: row.name, result };
  },
  run: async ({ words, labelled, changed }, _input, { name, result }) => {
    labelled(name);
    changed({}, { ok: result.ok });
    return { ...result, findings: result.findings.map(words) };
  },
});
