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
  actor: parseAsString.withDefault(""),
  target: parseAsString.withDefault(""),
  /** The last so many days; `CUSTOM_TIME`: from `from` to `to`. */
  days: parseAsInteger.withDefault(0),
  from: parseAsString.withDefault(""),
  to: parseAsString.withDefault(""),
  cursor: parseAsString,
};

export type AuditFilters = inferParserType<typeof auditFilters>;

/** In place of a number of days: the time between two dates. */
export const CUSTOM_TIME = -1;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The start of a day (UTC) some days after the one that is written; undefined for what is no date. */
function dayStart(text: string, later = 0) {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return Number.isNaN(at) ? undefined : new Date(at + later * DAY).toISOString();
}

function timeOf({ days, from, to }: Pick<AuditFilters, "days" | "from" | "to">) {
  if (days === CUSTOM_TIME) return { since: dayStart(from), until: dayStart(to, 1) };
  if (days <= 0) return {};
  // Rounded to the hour, so that a page asks the same thing twice.
  return {
    since: new Date(Math.floor(Date.now() / HOUR) * HOUR - Math.min(days, 36_500) * DAY).toISOString(),
  };
}

/** The filters that both logs share, as their queries take them. */
export const auditQuery = ({ event, channel, days, from, to, cursor }: AuditFilters) => {
  const { since, until } = timeOf({ days, from, to });
  return {
    limit: 50,
    ...(channel !== "all" && { channel }),
    ...(event !== "" && { action: event.trim().replaceAll(" ", "_") }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(cursor !== null && { cursor }),
  };
};
