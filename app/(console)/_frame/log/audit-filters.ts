import { parseAsInteger, parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";

/** Filters of the audit log, stored in the query of the page. */
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
  /** Number of days until now. `CUSTOM_TIME` selects the time from `from` to `to`. */
  days: parseAsInteger.withDefault(0),
  from: parseAsString.withDefault(""),
  to: parseAsString.withDefault(""),
  cursor: parseAsString,
};

export type AuditFilters = inferParserType<typeof auditFilters>;

/** Value of `days` for the time between two dates. */
export const CUSTOM_TIME = -1;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Returns the start of a day (UTC), `later` days after the date. Undefined for an invalid date. */
function dayStart(text: string, later = 0) {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return Number.isNaN(at) ? undefined : new Date(at + later * DAY).toISOString();
}

function timeOf({ days, from, to }: Pick<AuditFilters, "days" | "from" | "to">) {
  if (days === CUSTOM_TIME) return { since: dayStart(from), until: dayStart(to, 1) };
  if (days <= 0) return {};
  // Rounded to the hour, so that a page repeats the same query.
  return {
    since: new Date(Math.floor(Date.now() / HOUR) * HOUR - Math.min(days, 36_500) * DAY).toISOString(),
  };
}

/** Returns the part of the query's input that both logs share. */
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
