import { auditQuery, type AuditFilters } from "../../_frame/log/audit-filters";

/** Returns the input of the query on the platform's log for these filters. */
export const platformAuditQuery = (filters: AuditFilters) => ({
  ...auditQuery(filters),
  ...(filters.target !== "" && { target: filters.target }),
});
