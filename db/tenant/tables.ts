import { apps } from "./apps";
import { credentials, scimTokens } from "./credentials";
import { auditEvents, idempotencyKeys, outboxEvents } from "./journal";
import { roleGrants, roles } from "./roles";
import { administrators, sessions, tenantProfiles, users } from "./users";

/** The tenant-owned tables that operations work on; the store has one set of verbs for each. */
export const tenantTables = {
  users,
  administrators,
  sessions,
  tenantProfiles,
  roles,
  roleGrants,
  apps,
  credentials,
  scimTokens,
};

/** The tenant-owned tables that only `execute` and its workers write: no operation can reach them to change them. */
export const journalTables = { auditEvents, outboxEvents, idempotencyKeys };
