import { auditQuery, type AuditFilters } from "../../_frame/log/audit-filters";

/** Returns the input of the tRPC query on the platform's audit log for these filters. */
export const platformAuditQuery = (filters: AuditFilters) => ({
  ...auditQuery(filters),
  ...(filters.target !== "" && { target: filters.target }),
});
