import { auditQuery, type AuditFilters } from "../../_frame/log/audit-filters";

/** What the filters ask of the tenant's log. */
export const tenantAuditQuery = (filters: AuditFilters) => ({
  ...auditQuery(filters),
  ...(filters.actor !== "" && { actor: filters.actor }),
  ...(filters.target !== "" && { target: filters.target }),
});
