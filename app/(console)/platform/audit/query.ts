import { auditQuery, type AuditFilters } from "../../_frame/log/audit-filters";

/** What the filters ask of the platform's log. */
export const platformAuditQuery = (filters: AuditFilters) => ({
  ...auditQuery(filters),
  ...(filters.target !== "" && { target: filters.target }),
});
