import { desc, eq } from "drizzle-orm";
import * as z from "zod";
import { userImportRows, userImports } from "@/db/tenant/user-imports";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import type { Words } from "@/server/kernel/texts/text";
import { countsOf, finishJob, progressOf, StopReason, stopJob, type JobRows } from "../row-jobs/row-jobs";
import { administratorOf } from "../users/administrator-guard";
import { MOST_BODY } from "./limits.schema";
import { guessColumns } from "./csv";
import {
  ImportColumns,
  NewImport,
  UserImport,
  type ImportColumn,
  type ImportCounts,
} from "./user-imports.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const userImportRefusals = defineRefusals("user_import", {
  not_found: { status: 404, text: "There is no such import." },
  already_started: { status: 409, text: "This import was started already." },
  running: { status: 409, text: "Stop the import first." },
  columns_missing: {
    status: 400,
    text: "columns: must name all {count} columns.",
    field: "columns",
  },
  /** A stopped import is resumed with other columns. */
  columns_fixed: { status: 409, text: "The columns cannot change once the import has begun." },
  roles_need_capability: { status: 403, text: "Importing roles needs the capability ManageRoles." },
  tags_need_capability: {
    status: 403,
    text: "Importing tags needs the capability ManageRelationshipTags.",
  },
});

type ImportRecord = Row<typeof userImports>;

const importTarget = ({ importId }: { importId: number }) => ({ ref: `user_import:${importId}` });

/** Returns the import. Throws (404) if the import does not exist. */
export async function getImport(tx: Pick<ReadTx, "userImports">, importId: number) {
  const row = await tx.userImports.get(importId);
  if (!row) throw userImportRefusals.not_found();
  return row;
}

/** Returns the import and locks its row until the transaction ends. Throws (404) if the import does not exist. */
async function lockImport(tx: Pick<WriteTx, "userImports">, importId: number) {
  const row = await tx.userImports.lock(importId);
  if (!row) throw userImportRefusals.not_found();
  return row;
}

const importRows: JobRows<keyof ImportCounts> = {
  table: userImportRows,
  jobId: userImportRows.importId,
  outcome: userImportRows.outcome,
  none: { waiting: 0, created: 0, updated: 0, unchanged: 0, refused: 0 },
};

async function described(
  tx: Pick<ReadTx, "select">,
  words: Words,
  rows: ImportRecord[],
): Promise<UserImport[]> {
  const { countsOf, creatorOf } = await progressOf(tx, importRows, rows);
  return rows.map(({ id, createdBy, claimedUntil: _claimedUntil, ...row }) => ({
    ...row,
    importId: id,
    stopReason: row.stopReason && words(row.stopReason),
    createdAt: row.createdAt.toISOString(),
    startedAt: timestampOrNull(row.startedAt),
    finishedAt: timestampOrNull(row.finishedAt),
    createdBy: creatorOf(createdBy),
    counts: countsOf(id),
  }));
}

export const createUserImport = command({
  name: "createUserImport",
  console: { at: "userImports.create", mostBytes: MOST_BODY },
  capability: "ManageUsers",
  summary: "Upload a file of users to import",
  description: "Changes no user before the import is started.",
  input: NewImport,
  output: z.object({ importId: Id }),
  event: "user_import_uploaded",
  target: (_input, output) => importTarget(output),
  prepare: ({ ports, actor }, { text }) => ports.readPeople(text, actor.tenantId),
  run: async ({ tx, actor, changed, labelled }, { fileName }, { header, rows }) => {
    const createdBy = administratorOf(actor);
    const fields = await tx.customFields.list();
    const { id: importId } = await tx.userImports.insert({
      fileName,
      header,
      createdBy,
      rowCount: rows.length,
      columns: guessColumns(header, fields),
    });
    await tx.userImportRows.insertAll(rows.map((row) => ({ ...row, importId })));
    labelled(fileName);
    changed({}, { rows: rows.length });
    return { importId };
  },
});

/** Returns the rows of the import in the order of the file. */
export const rowsOf = (tx: Pick<ReadTx, "userImportRows">, importId: number) =>
  tx.userImportRows.list({
    where: eq(userImportRows.importId, importId),
    orderBy: [userImportRows.line],
  });

export const getUserImport = query({
  name: "getUserImport",
  console: "userImports.get",
  capability: "ManageUsers",
  summary: "Get an import and its progress",
  input: z.strictObject({ importId: Id }),
  output: UserImport,
  run: async ({ tx, words }, { importId }) =>
    (await described(tx, words, [await getImport(tx, importId)]))[0]!,
});

/** Maximum number of imports in the list. */
const RECENT = 20;

export const listUserImports = query({
  name: "listUserImports",
  console: "userImports.list",
  capability: "ManageUsers",
  summary: "List the latest imports",
  input: z.strictObject({}),
  output: z.array(UserImport),
  run: async ({ tx, words }) =>
    described(tx, words, await tx.userImports.list({ orderBy: [desc(userImports.id)], limit: RECENT })),
});

export const startUserImport = command({
  name: "startUserImport",
  console: "userImports.start",
  capability: "ManageUsers",
  summary: "Start an import, or resume a stopped one",
  description: "It runs with the present rights of the actor who starts it, at each step.",
  input: z.strictObject({ importId: Id, columns: ImportColumns }),
  output: z.object({ importId: Id }),
  event: "user_import_started",
  target: importTarget,
  run: async ({ tx, actor, now, changed, labelled }, { importId, columns }) => {
    const createdBy = administratorOf(actor);
    const before = await lockImport(tx, importId);
    if (before.status === "running" || before.status === "finished")
      throw userImportRefusals.already_started();
    if (columns.length !== before.header.length)
      throw userImportRefusals.columns_missing({ count: before.header.length });
    // The completed rows were imported with these columns. The remaining rows must use the same columns.
    if (before.status === "stopped" && columns.join() !== before.columns.join())
      throw userImportRefusals.columns_fixed();
    refuseBeyondRights(actor, columns);
    labelled(before.fileName);
    changed({}, { rows: before.rowCount, columns: columns.filter((column) => column !== "ignore") });
    // Does not change the columns that record which server instance runs the import. If this instance has not yet noticed the
    // stop, the instance continues. No second instance starts.
    const running = { status: "running", stopReason: null, finishedAt: null } as const;
    await tx.userImports.update(importId, {
      ...running,
      columns,
      createdBy,
      startedAt: before.startedAt ?? now,
    });
    return { importId };
  },
});

/** Throws if the actor may not set these columns. The check runs once at the start. An import can have ten thousand rows. */
function refuseBeyondRights({ capabilities }: TenantActor, columns: ImportColumn[]) {
  if (columns.includes("roles") && !capabilities.has("ManageRoles"))
    throw userImportRefusals.roles_need_capability();
  if (columns.includes("tags") && !capabilities.has("ManageRelationshipTags"))
    throw userImportRefusals.tags_need_capability();
}

export const stopUserImport = command({
  name: "stopUserImport",
  console: "userImports.stop",
  capability: "ManageUsers",
  summary: "Stop an import",
  description: "Completed rows remain. The import can be resumed and continues there.",
  input: z.strictObject({
    importId: Id,
    reason: StopReason.default("stopped"),
  }),
  output: z.object({ importId: Id }),
  event: "user_import_stopped",
  target: importTarget,
  run: async (context, { importId, reason }) => {
    const { tx, labelled } = context;
    const before = await lockImport(tx, importId);
    labelled(before.fileName);
    await stopJob(context, before, reason, (columns) => tx.userImports.update(importId, columns));
    return { importId };
  },
});

export const finishUserImport = command({
  name: "finishUserImport",
  capability: "ManageUsers",
  summary: "Close an import whose rows are all processed",
  input: z.strictObject({ importId: Id }),
  output: z.object({ importId: Id }),
  event: "user_import_finished",
  target: importTarget,
  run: async (context, { importId }) => {
    const { tx, labelled } = context;
    const before = await lockImport(tx, importId);
    const { waiting, ...counts } = (await countsOf(tx, importRows, [importId]))(importId);
    labelled(before.fileName);
    const ending = { status: before.status, waiting, summary: counts };
    await finishJob(context, ending, (columns) => tx.userImports.update(importId, columns));
    return { importId };
  },
});

export const deleteUserImport = command({
  name: "deleteUserImport",
  console: "userImports.remove",
  capability: "ManageUsers",
  summary: "Remove an import and the copy of its file",
  description: "The changes of the import remain.",
  input: z.strictObject({ importId: Id }),
  output: z.object({ importId: Id, deleted: z.boolean() }),
  event: "user_import_deleted",
  target: importTarget,
  run: async ({ tx, labelled }, { importId }) => {
    const before = await lockImport(tx, importId);
    if (before.status === "running") throw userImportRefusals.running();
    labelled(before.fileName);
    return { importId, deleted: await tx.userImports.remove(importId) };
  },
});
