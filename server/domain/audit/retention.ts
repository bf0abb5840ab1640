import * as z from "zod";
import { command } from "@/server/kernel/operation/operation";
import { settingCommand, settingQuery } from "../settings/operations";
import { readSetting, setting, settingTarget } from "../settings/tenant-settings";
import { AuditSettings } from "./audit.schema";

export const auditSettings = setting("audit", AuditSettings, { retentionDays: null });

export const getAuditSettings = settingQuery("ReadAuditLog", auditSettings, {
  name: "getAuditSettings",
  console: "audit.settings",
  summary: "Get the retention of the audit log",
});

export const updateAuditSettings = settingCommand(
  "ManageDataExport",
  auditSettings,
  auditSettings.schema.partial(),
  {
    name: "updateAuditSettings",
    console: "audit.updateSettings",
    summary: "Set the retention of the audit log",
    description:
      "In days, 30 to 3650, or null: without limit. Older events are removed permanently within the hour. In the console only an owner can set it.",
    event: "audit_settings_updated",
  },
);

/** Name of the event that records a removal by retention. The verification of the chain compares the log with this event. */
export const TRIMMED = "audit_log_trimmed";

const DAY_MS = 86_400_000;
/** Number of events that one transaction removes. */
const BATCH = 2_000;

export const trimAuditLog = command({
  name: "trimAuditLog",
  capability: "ReadAuditLog",
  summary: "Remove the oldest events beyond the retention",
  description: "Removes a small part in each call; `removed` is 0 when nothing remains to be removed.",
  input: z.strictObject({}),
  output: z.object({ removed: z.int() }),
  event: "audit_log_trimmed",
  target: () => settingTarget(auditSettings),
  run: async ({ tx, now, changed, unchanged }) => {
    const { retentionDays } = await readSetting(tx, auditSettings);
    const before = retentionDays === null ? null : new Date(now.getTime() - retentionDays * DAY_MS);
    const trimmed = before && (await tx.trimAudit({ before, atMost: BATCH }));
    if (trimmed) changed({}, { ...trimmed, before });
    else unchanged();
    return { removed: trimmed?.events ?? 0 };
  },
});
