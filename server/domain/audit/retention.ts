import * as z from "zod";
import { command } from "@/server/kernel/operation";
import { settingCommand, settingQuery } from "../settings/operations";
import { readSetting, setting, settingTarget } from "../settings/tenant-settings";
import { AuditSettings } from "./audit.schema";

export const auditSettings = setting("audit", AuditSettings, { retentionDays: null });

export const getAuditSettings = settingQuery("ReadAuditLog", auditSettings, {
  name: "getAuditSettings",
  summary: "Get for how long the audit log is kept",
});

export const updateAuditSettings = settingCommand(
  "ManageDataExport",
  auditSettings,
  auditSettings.schema.partial(),
  {
    name: "updateAuditSettings",
    summary: "Set for how long the audit log is kept",
    description:
      "In days, 30 to 3650, or null: for ever. Older events are removed for good within the hour. In the console an owner's to set.",
    event: "audit_settings_updated",
  },
);

/** The event that tells how far retention went: the chain over the log is verified against it. */
export const TRIMMED = "audit_log_trimmed";

const DAY_MS = 86_400_000;
/** How many events one transaction removes. */
const BATCH = 2_000;

export const trimAuditLog = command({
  name: "trimAuditLog",
  capability: "ReadAuditLog",
  summary: "Remove the oldest events that retention does not keep",
  description: "A small part at a time; removed 0 when nothing is left to remove.",
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
