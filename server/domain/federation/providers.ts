import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { appConnectors } from "@/db/tenant/app-access";
import { identities, identityProviders } from "@/db/tenant/federation";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { identityProviderRefusals } from "@/server/kernel/refusals/identity-providers";
import { refuseTaken, type ReadTx, type Row, type WriteTx } from "@/server/kernel/operation/store";
import { keepKey, keysOf, newKey } from "./provider-keys";
import { refuseAddress, refuseKey } from "./provider-refusals";
import { recorded } from "./recorded";
import { guardVouching } from "./vouching";
import {
  Configuration,
  ConnectionTest,
  connectorOfKind,
  NewProvider,
  Provider,
  ProviderChange,
  ProviderSummary,
  signsItsSecret,
  type ProviderKind,
} from "./federation.schema";

export type ProviderRecord = Row<typeof identityProviders>;

/**
 * Parses the configuration of a stored provider by the schema of the provider's kind. Settings that a newer version added get
 * their default values.
 */
export const configurationOf = ({ kind, settings }: Pick<ProviderRecord, "kind" | "settings">) =>
  Configuration.parse({ kind, settings });

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
 * Returns the number of apps that offer each kind of provider. The connector of the kind is approved and enabled for these
 * apps.
 */
async function appsByKind(tx: Pick<ReadTx, "select">): Promise<Record<ProviderKind, number>> {
  const rows = await tx.select({
    fields: { name: appConnectors.name, apps: sql<number>`count(*)::int` },
    from: appConnectors,
    where: and(eq(appConnectors.enabled, true), isNotNull(appConnectors.approvedAt)),
    groupBy: [appConnectors.name],
  });
  const of = (kind: ProviderKind) => rows.find(({ name }) => name === connectorOfKind[kind])?.apps ?? 0;
  return { ldap: of("ldap"), saml: of("saml"), oidc: of("oidc") };
}

const peopleOf = (tx: Pick<ReadTx, "identities">, providerId: number) =>
  tx.identities.count(eq(identities.providerId, providerId));

async function toProvider(tx: Pick<ReadTx, "select" | "identities">, row: ProviderRecord): Promise<Provider> {
  const [apps, people] = await Promise.all([appsByKind(tx), peopleOf(tx, row.id)]);
  return {
    providerId: row.id,
    kind: row.kind,
    name: row.name,
    enabled: row.enabled,
    people,
    apps: row.enabled ? apps[row.kind] : 0,
    configuration: configurationOf(row),
    hasSecret: row.secretSealed !== null,
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * Returns the settings that decide which server gets the secret. With another certificate authority, another server can have the
 * address of a directory. Returns nothing for SAML, because only browsers open the address.
 */
function secretReceiver({ kind, settings }: Configuration) {
  if (kind === "ldap") return [settings.url, settings.startTls, settings.caCertificate];
  return kind === "oidc" ? [settings.issuer] : [];
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
    const [rows, apps, counts] = await Promise.all([
      tx.identityProviders.list({ orderBy: [asc(inNameOrder(identityProviders.nameKey))] }),
      appsByKind(tx),
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
      apps: enabled ? apps[kind] : 0,
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
    refuseKey(configuration, secret, false);
    const key = configuration.kind === "saml" ? await newKey(ports) : null;
    return { secretSealed: secret ? ports.vault.encrypt(secret) : null, key };
  },
  run: async ({ tx, now, changed }, { name, configuration: { kind, settings } }, { secretSealed, key }) => {
    changed({}, { name, kind, ...recorded(settings), ...(key && { signingKey: key.fingerprint }) });
    const adding = tx.identityProviders.insert({ name, kind, settings, secretSealed, createdAt: now });
    const row = await refuseTaken(adding, nameTaken);
    if (key) await keepKey(tx, { providerId: row.id, key, first: true }, now);
    return toProvider(tx, row);
  },
});

const signs = ({ kind, settings }: Configuration) => kind === "oidc" && signsItsSecret(settings);

/**
 * Returns the identifier of the authority that assigns the provider's subjects. Returns null for an LDAP directory. The entries
 * of a directory keep their ids when the directory gets another address.
 */
const naming = ({ kind, settings }: Configuration) =>
  kind === "saml" ? settings.entityId : kind === "oidc" ? settings.issuer : null;

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
    const lacks = configuration.kind === "saml" && (await read((tx) => keysOf(tx, providerId))).length === 0;
    return {
      secretSealed: secret ? ports.vault.encrypt(secret) : secret,
      key: lacks ? await newKey(ports) : null,
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
    if (naming(stored) !== naming(configuration)) {
      const people = await peopleOf(tx, providerId);
      const field = `configuration.settings.${stored.kind === "saml" ? "entityId" : "issuer"}`;
      if (people === 1) throw identityProviderRefusals.one_person_linked({ field });
      if (people > 0) throw identityProviderRefusals.people_linked({ people }, { field });
    }
    refuseKey(configuration, secret, signs(stored) && before.secretSealed !== null);
    // Requires a new secret if its receiver or its use changes. Otherwise the server would send the stored secret to another
    // server or in clear, or would send a signing key as a secret.
    const shownElsewhere =
      !isDeepStrictEqual(secretReceiver(stored), secretReceiver(configuration)) ||
      signs(stored) !== signs(configuration);
    if (shownElsewhere && secret === undefined && before.secretSealed !== null)
      throw identityProviderRefusals.secret_required_again();
    const firstKey = key && (await keysOf(tx, providerId)).length === 0 ? key : null;
    changed(
      { name: before.name, ...recorded(before.settings), secret: before.secretSealed },
      {
        name,
        ...recorded(configuration.settings),
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
    if (enabled) await guardVouching(tx, actor, providerId);
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
