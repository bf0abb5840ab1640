import { auditQuery, type AuditFilters } from "../../_frame/log/audit-filters";

/** Returns the input of the tRPC query on the organization's audit log for these filters. */
export const tenantAuditQuery = (filters: AuditFilters) => ({
  ...auditQuery(filters),
  ...(filters.actor !== "" && { actor: filters.actor }),
  ...(filters.target !== "" && { target: filters.target }),
});
