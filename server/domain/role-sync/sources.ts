import { asc, desc, eq } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { roleSyncRuns, roleSyncSources } from "@/db/tenant/role-sync";
import { roleGrants } from "@/db/tenant/roles";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { parseUrl } from "@/server/kernel/http/parse-url";
import { command, query } from "@/server/kernel/operation/operation";
import { refusedField } from "@/server/kernel/texts/field";
import { refuseTaken, type Row, type WriteTx } from "@/server/kernel/operation/store";
import { isConnector } from "./connectors";
import {
  ConfiguredSource,
  connectorNames,
  FeedSettings,
  NewSource,
  Source,
  SourceConfiguration,
  SourceState,
  SyncRun,
} from "./role-sync.schema";
import type { Words } from "@/server/kernel/texts/text";
import { appRefusals } from "../app-access/may-open";
import { roleSyncRefusals } from "./sync";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("role_sync", {
  name_in_use: { status: 400, text: "name: is another source's already.", field: "name" },
  connector_unknown: {
    status: 400,
    text: "connectorName: must be an installed connector: {connectors}.",
    field: "connectorName",
  },
  /** Prevents that the server sends the stored secret to another host. */
  secret_required_again: {
    status: 400,
    text: "secret: must be given again for an address of another origin.",
    field: "secret",
  },
  /** A run is requested before the address of the feed is set. */
  not_configured: { status: 400, text: "Set where the source reads from first." },
  disabled: { status: 400, text: "This source is switched off; switch it on first." },
});

type SourceRecord = Row<typeof roleSyncSources>;

const toSource = (row: SourceRecord): z.output<typeof Source> => ({
  sourceId: row.id,
  name: row.name,
  connectorName: row.connectorName,
  targetAppId: row.targetAppId,
  enabled: row.enabled,
  lastSyncedAt: timestampOrNull(row.lastSyncedAt),
});

const target = ({ sourceId }: { sourceId: number }) => ({ ref: `source:${sourceId}` });

async function lockSource(tx: Pick<WriteTx, "roleSyncSources">, sourceId: number) {
  const row = await tx.roleSyncSources.lock(sourceId);
  if (!row) throw roleSyncRefusals.not_found();
  return row;
}

export const listSources = query({
  name: "listSources",
  rest: "GET /role-sync-sources",
  capability: "ManageRoleSync",
  summary: "List the role sync sources",
  input: z.strictObject({}),
  output: z.array(Source),
  run: async ({ tx }) =>
    (await tx.roleSyncSources.list({ orderBy: [asc(roleSyncSources.id)] })).map(toSource),
});

export const createSource = command({
  name: "createSource",
  rest: { at: "POST /role-sync-sources", status: 201 },
  console: "roleSync.create",
  capability: "ManageRoleSync",
  summary: "Create a role sync source",
  description:
    `Installed connectors: ${connectorNames.join(", ")}. The console sets the address and format of its feed; ` +
    "until then it does nothing. Without targetAppId it synchronizes the organization's own roles.",
  input: NewSource,
  output: Source,
  event: "role_sync_source_created",
  target: (_input, source) => ({ ...target(source), label: source.name }),
  run: async ({ tx, changed }, { name, connectorName, targetAppId, enabled }) => {
    if (!isConnector(connectorName))
      throw refusals.connector_unknown({ connectors: connectorNames.join(", ") });
    if (targetAppId && !(await tx.apps.get(targetAppId)))
      throw appRefusals.unknown({ field: "targetAppId" }, { field: "targetAppId" });
    const values = { name, connectorName, targetAppId: targetAppId ?? null, enabled };
    changed({}, values);
    const taken = { role_sync_sources_name: refusals.name_in_use };
    return toSource(await refuseTaken(tx.roleSyncSources.insert(values), taken));
  },
});

export const setSourceEnabled = command({
  name: "setSourceEnabled",
  rest: { at: "PATCH /role-sync-sources/{sourceId}/enabled", rawBody: "enabled" },
  console: "roleSync.setEnabled",
  capability: "ManageRoleSync",
  summary: "Switch a role sync source on or off",
  description: "The body is a raw JSON boolean.",
  input: z.strictObject({ sourceId: Id, enabled: z.boolean() }),
  output: z.object({ sourceId: Id, enabled: z.boolean() }),
  event: "role_sync_source_updated",
  target,
  run: async ({ tx, now, changed, labelled, unchanged }, { sourceId, enabled }) => {
    const before = await lockSource(tx, sourceId);
    labelled(before.name);
    changed(before, { enabled });
    if (before.enabled === enabled) unchanged();
    else {
      const configured = FeedSettings.safeParse(before.settings).success;
      await tx.roleSyncSources.update(sourceId, { enabled, nextRunAt: enabled && configured ? now : null });
    }
    return { sourceId, enabled };
  },
});

export const deleteSource = command({
  name: "deleteSource",
  rest: "DELETE /role-sync-sources/{sourceId}",
  console: "roleSync.remove",
  capability: "ManageRoleSync",
  summary: "Delete a role sync source",
  description: "The grants that it created remain as manual grants.",
  input: z.strictObject({ sourceId: Id }),
  output: z.object({ sourceId: Id, deleted: z.boolean() }),
  event: "role_sync_source_deleted",
  target,
  run: async ({ tx, changed, labelled }, { sourceId }) => {
    const { name } = await lockSource(tx, sourceId);
    labelled(name);
    changed({ name }, { name: null });
    await tx.roleGrants.updateWhere(eq(roleGrants.sourceId, sourceId), { sourceId: null });
    return { sourceId, deleted: await tx.roleSyncSources.remove(sourceId) };
  },
});

const toConfiguration = (row: SourceRecord): ConfiguredSource => ({
  ...toSource(row),
  settings: FeedSettings.safeParse(row.settings).data ?? null,
  everyMinutes: row.everyMinutes,
  hasSecret: row.secretSealed !== null,
  nextRunAt: timestampOrNull(row.nextRunAt),
});

export const getSource = query({
  name: "getSource",
  console: "roleSync.get",
  capability: "ManageRoleSync",
  summary: "Get a role sync source with its configuration",
  input: z.strictObject({ sourceId: Id }),
  output: ConfiguredSource,
  run: async ({ tx }, { sourceId }) => {
    const row = await tx.roleSyncSources.get(sourceId);
    if (!row) throw roleSyncRefusals.not_found();
    return toConfiguration(row);
  },
});

const originOf = ({ url }: { url?: unknown }) => parseUrl(String(url))?.origin;

export const configureSource = command({
  name: "configureSource",
  console: "roleSync.configure",
  capability: "ManageRoleSync",
  summary: "Set the address and interval of a source",
  description:
    "The secret is sent as a bearer token. It is stored encrypted and never returned. Null removes it. An address " +
    "of another origin needs the secret again.",
  input: SourceConfiguration,
  output: ConfiguredSource,
  event: "role_sync_source_updated",
  target,
  prepare: async ({ ports, actor }, { settings, secret }) => {
    const objection = await ports.outboundObjection(settings.url, String(actor.tenantId));
    if (objection !== null) throw refusedField("settings.url", objection);
    return secret ? ports.vault.encrypt(secret) : secret;
  },
  run: async ({ tx, now, changed, labelled }, { sourceId, settings, everyMinutes, secret }, secretSealed) => {
    const before = await lockSource(tx, sourceId);
    labelled(before.name);
    // Otherwise the server would send the stored secret to another host.
    if (
      secret === undefined &&
      before.secretSealed !== null &&
      originOf(before.settings) !== originOf(settings)
    )
      throw refusals.secret_required_again();
    changed(
      { ...before.settings, everyMinutes: before.everyMinutes, secret: before.secretSealed },
      { ...settings, everyMinutes, ...(secret !== undefined && { secret: secretSealed }) },
    );
    const row = await tx.roleSyncSources.update(sourceId, {
      settings,
      everyMinutes,
      nextRunAt: before.enabled ? now : null,
      ...(secretSealed !== undefined && { secretSealed }),
    });
    return toConfiguration(row!);
  },
});

export const runSourceNow = command({
  name: "runSourceNow",
  console: "roleSync.runNow",
  capability: "ManageRoleSync",
  summary: "Start a synchronization now",
  description: "The run begins within seconds; its result is in the list of runs.",
  input: z.strictObject({ sourceId: Id }),
  output: ConfiguredSource,
  event: "role_sync_source_updated",
  target,
  run: async ({ tx, now, changed, labelled }, { sourceId }) => {
    const before = await lockSource(tx, sourceId);
    if (!FeedSettings.safeParse(before.settings).success) throw refusals.not_configured();
    if (!before.enabled) throw refusals.disabled();
    labelled(before.name);
    changed({ nextRunAt: before.nextRunAt }, { nextRunAt: now });
    const nextRun = { nextRunAt: now, nextTrigger: "console" as const };
    return toConfiguration((await tx.roleSyncSources.update(sourceId, nextRun))!);
  },
});

const toRun = (words: Words, row: Row<typeof roleSyncRuns>): SyncRun => {
  const { id, trigger, startedAt, finishedAt, status, counts, errors } = row;
  return {
    runId: id,
    trigger,
    status,
    counts,
    errors: errors.map(words),
    startedAt: startedAt.toISOString(),
    finishedAt: timestampOrNull(finishedAt),
  };
};

/** Maximum number of listed runs. The list begins with the newest run. */
const MOST = 100;

export const listRuns = query({
  name: "listRuns",
  console: "roleSync.runs",
  capability: "ManageRoleSync",
  summary: "List the runs of a source",
  input: z.strictObject({ sourceId: Id }),
  output: z.array(SyncRun),
  run: async ({ tx, words }, { sourceId }) => {
    const rows = await tx.roleSyncRuns.list({
      where: eq(roleSyncRuns.sourceId, sourceId),
      orderBy: [desc(roleSyncRuns.id)],
      limit: MOST,
    });
    return rows.map((row) => toRun(words, row));
  },
});

export const listSourceStates = query({
  name: "listSourceStates",
  console: { at: "roleSync.list", shows: ["GET /role-sync-sources"] },
  capability: "ManageRoleSync",
  summary: "List the role sync sources with their last runs",
  input: z.strictObject({}),
  output: z.array(SourceState),
  run: async ({ tx, words }) => {
    const rows = await tx.roleSyncSources.list({ orderBy: [asc(inNameOrder(roleSyncSources.nameKey))] });
    const state = async (row: SourceRecord): Promise<SourceState> => {
      const [app, [run]] = await Promise.all([
        row.targetAppId === null ? undefined : tx.apps.get(row.targetAppId),
        tx.roleSyncRuns.list({
          where: eq(roleSyncRuns.sourceId, row.id),
          orderBy: [desc(roleSyncRuns.id)],
          limit: 1,
        }),
      ]);
      return {
        ...toSource(row),
        targetAppName: app?.name ?? null,
        configured: FeedSettings.safeParse(row.settings).success,
        everyMinutes: row.everyMinutes,
        nextRunAt: timestampOrNull(row.nextRunAt),
        lastRun: run ? toRun(words, run) : null,
      };
    };
    return Promise.all(rows.map(state));
  },
});
