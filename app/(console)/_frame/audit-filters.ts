import { parseAsInteger, parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";

/** What the audit log shows, as its address says it. */
export const auditFilters = {
  event: parseAsString.withDefault(""),
  channel: parseAsStringLiteral([
    "all",
    "management_api",
    "console",
    "scim",
    "platform_api",
    "account",
    "system",
  ]).withDefault("all"),
  target: parseAsString.withDefault(""),
  days: parseAsInteger.withDefault(0),
  cursor: parseAsString,
};

export type AuditFilters = inferParserType<typeof auditFilters>;

const HOUR = 3_600_000;

/** The filters that both logs share, as their queries take them. Rounded to the hour, so that a page asks the same thing twice. */
export const auditQuery = ({ event, channel, days, cursor }: AuditFilters) => ({
  limit: 50,
  ...(channel !== "all" && { channel }),
  ...(event !== "" && { action: event.trim().replaceAll(" ", "_") }),
  ...(days > 0 && { since: new Date(Math.floor(Date.now() / HOUR) * HOUR - days * 24 * HOUR).toISOString() }),
  ...(cursor !== null && { cursor }),
});
