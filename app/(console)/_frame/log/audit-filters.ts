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
  /** Period of the events in days, ending now. 0 selects all events. `CUSTOM_TIME` selects the period from `from` to `to`. */
  days: parseAsInteger.withDefault(0),
  from: parseAsString.withDefault(""),
  to: parseAsString.withDefault(""),
  cursor: parseAsString,
};

export type AuditFilters = inferParserType<typeof auditFilters>;

/** Special value of `days` for a period between two dates. */
export const CUSTOM_TIME = -1;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Returns the start of the day (UTC) that is `later` days after the date. Returns undefined for an invalid date. */
function dayStart(text: string, later = 0) {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return Number.isNaN(at) ? undefined : new Date(at + later * DAY).toISOString();
}

function timeOf({ days, from, to }: Pick<AuditFilters, "days" | "from" | "to">) {
  if (days === CUSTOM_TIME) return { since: dayStart(from), until: dayStart(to, 1) };
  if (days <= 0) return {};
  // Rounds the time down to the hour. Within an hour, the page therefore repeats the same query and uses its cached result.
  return {
    since: new Date(Math.floor(Date.now() / HOUR) * HOUR - Math.min(days, 36_500) * DAY).toISOString(),
  };
}

/** Returns the input of the tRPC query for the filters that the organization's log and the platform's log have in common. */
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

/** Returns the input of the tRPC query on the organization's audit log for these filters. */
export const tenantAuditQuery = (filters: AuditFilters) => ({
  ...auditQuery(filters),
  ...(filters.actor !== "" && { actor: filters.actor }),
  ...(filters.target !== "" && { target: filters.target }),
});

/** Returns the input of the tRPC query on the platform's audit log for these filters. */
export const platformAuditQuery = (filters: AuditFilters) => ({
  ...auditQuery(filters),
  ...(filters.target !== "" && { target: filters.target }),
});
