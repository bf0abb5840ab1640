import { audienceName, isOwnAddress } from "../kernel/http/api-audience";
import { parseClientId } from "../kernel/http/client-id";
import { ArchiveError } from "./errors";
import { jsonOf } from "./format";
import type { Cells } from "./rows";
import type { ArchivedTable } from "./tables";
import { parseUrl } from "../kernel/http/parse-url";

/*
 * Changes of rows at a restore. Rows keep their ids and content, except what would be wrong or unsafe at the target: work in progress
 * does not continue, sessions end, proofs of ownership are repeated, and client ids name the tenant's new id.
 */

/** Facts of a restore, and notes for the operator. */
export interface Restoring {
  /** Id of the tenant in the archive, and at the target. */
  from: number;
  to: number;
  /** Time of the restore as text of PostgreSQL. */
  at: string;
  baseUrl: string;
  /** Claims the audience of an API for the tenant. Returns false if another tenant has it. */
  claimAudience: (key: string, host: string | null) => Promise<boolean>;
  notes: RestoreNotes;
}

export interface RestoreNotes {
  /** Client ids that changed with the id of the tenant. */
  clientIds: { name: string; before: string; after: string }[];
  /** Domains that must be verified again. */
  domains: string[];
  /** Audiences that another organization of the target has. Their apps have none now. */
  audiences: string[];
  endedSessions: number;
}

export const emptyNotes = (): RestoreNotes => ({
  clientIds: [],
  domains: [],
  audiences: [],
  endedSessions: 0,
});

/** Access to the cells of a row by column. Columns that the archive lacks are null and cannot be set. */
class Row {
  constructor(
    private readonly table: ArchivedTable,
    private readonly cells: Cells,
  ) {}

  private indexOf = (name: string) => this.table.columns.findIndex((column) => column.name === name);

  get(name: string): string | null {
    return this.cells[this.indexOf(name)] ?? null;
  }

  set(name: string, value: string | null) {
    const index = this.indexOf(name);
    if (index !== -1) this.cells[index] = value;
  }
}

type Change = (row: Row, restoring: Restoring) => void | Promise<void>;

/** Ends a job that was running at the source. */
const stopJob: Change = (row, { at }) => {
  row.set("claimed_until", null);
  if (row.get("status") !== "running") return;
  row.set("status", "stopped");
  row.set("finished_at", at);
};

/** Changes the client id of an app or credential. Throws if it is not one of the archived tenant. */
const renameClient: Change = (row, { from, to, notes }) => {
  const before = row.get("client_id") ?? "";
  const owner = parseClientId(before);
  if (!owner || !("tenantId" in owner) || owner.tenantId !== from || before.endsWith("_account"))
    throw new ArchiveError("wrong_tenant", `The archive contains the client id ${before} of another tenant.`);
  const after = clientIdIn(before, to);
  if (after === before) return;
  row.set("client_id", after);
  notes.clientIds.push({ name: row.get("name") ?? "", before, after });
};

const clientIdIn = (clientId: string, tenantId: number) => clientId.replace(/^t\d+_/, `t${tenantId}_`);

/** Claims the audience of the app's API. Removes it if another tenant or the target itself has it. */
const claimAudience: Change = async (row, restoring) => {
  const audience = row.get("api_audience");
  if (audience === null) return row.set("api_audience_key", null);
  if (parseUrl(audience) !== null && !isOwnAddress(audience, restoring.baseUrl)) {
    const { key, host } = audienceName(audience);
    if (row.get("api_audience_key") === key && (await restoring.claimAudience(key, host))) return;
  }
  row.set("api_audience", null);
  row.set("api_audience_key", null);
  restoring.notes.audiences.push(audience);
};

/**
 * Claims the audience of an API. Marks the API if another tenant or the target itself has the audience. The key is computed again: an
 * archive could name a key of its own beside the audience of another tenant.
 */
const claimAudienceOfApi: Change = async (row, restoring) => {
  const audience = row.get("audience") ?? "";
  const name = parseUrl(audience) === null ? null : audienceName(audience);
  row.set("audience_key", name?.key ?? audience);
  const isOwn = name !== null && isOwnAddress(audience, restoring.baseUrl);
  if (name !== null && !isOwn && (await restoring.claimAudience(name.key, name.host)))
    return row.set("audience_lost_at", null);
  row.set("audience_lost_at", restoring.at);
  restoring.notes.audiences.push(audience);
};

/** Names each event of a seal once. Seals from before migration 0012 can name one several times; their hash covers it once. */
const nameEventsOnce: Change = (row) => {
  const ids = jsonOf(row.get("event_ids") ?? "", "a seal of the audit log");
  if (!Array.isArray(ids)) return;
  const once = [...new Set<unknown>(ids)];
  if (once.length < ids.length) row.set("event_ids", `[${once.join(", ")}]`);
};

const changes: Record<string, Change> = {
  audit_seals: nameEventsOnce,
  apps: async (row, restoring) => {
    await renameClient(row, restoring);
    await claimAudience(row, restoring);
  },
  apis: async (row, restoring) => {
    await renameClient(row, restoring);
    await claimAudienceOfApi(row, restoring);
  },
  credentials: renameClient,
  invitations: (row, { from, to }) => {
    const inviter = row.get("inviter_client_id");
    const owner = inviter === null ? null : parseClientId(inviter);
    if (owner && "tenantId" in owner && owner.tenantId === from)
      row.set("inviter_client_id", clientIdIn(inviter!, to));
  },
  // The target has not seen the proof of the domain. One click repeats it, because the record in the DNS is the same.
  custom_domains: (row, { notes }) => {
    if (row.get("verified_at") !== null) notes.domains.push(row.get("domain") ?? "");
    row.set("verified_at", null);
    row.set("verified_key", null);
  },
  // The browsers' cookies and the protocol's grants are not in the archive.
  sessions: (row, { at, notes }) => {
    if (row.get("revoked_at") !== null) return;
    row.set("revoked_at", at);
    notes.endedSessions += 1;
  },
  app_authorizations: (row, { at }) => {
    if (row.get("revoked_at") !== null) return;
    row.set("revoked_at", at);
    row.set("revoked_reason", "restored from an archive");
  },
  act_as_requests: (row, { at }) => {
    row.set("ticket_hash", null);
    if (row.get("status") !== "active") return;
    row.set("status", "ended");
    row.set("ended_at", at);
  },
  // The source sends its events. The log of the target seals them.
  outbox_events: (row) => {
    row.set("type", null);
    row.set("payload", "{}");
  },
  webhook_deliveries: (row) => {
    row.set("claimed_until", null);
    if (row.get("next_attempt_at") === null && row.get("status") !== "pending") return;
    row.set("next_attempt_at", null);
    row.set("status", "exhausted");
  },
  bulk_jobs: stopJob,
  user_imports: stopJob,
  role_sync_runs: (row, { at }) => {
    if (row.get("status") !== "running") return;
    row.set("status", "failed");
    row.set("finished_at", at);
  },
};

/** Returns a row of the archive as the target stores it. */
export async function restored(table: ArchivedTable, cells: Cells, restoring: Restoring): Promise<Cells> {
  const change = changes[table.name];
  if (!change) return cells;
  const copy = [...cells];
  await change(new Row(table, copy), restoring);
  return copy;
}
