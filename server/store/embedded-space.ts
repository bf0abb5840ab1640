import type { Sql } from "postgres";
import type { EmbeddedDatabase } from "./embedded";
import { startSpaceGuard, type FreeSpace, type SpaceGuardDeps } from "./disk-space";

export interface SpaceOptions {
  /** Called if the free space of the embedded database gets another state, and if the database was restarted. */
  onSpace?: SpaceGuardDeps["onSpace"];
  /** Returns the free bytes of a file system. Tests replace this function. */
  freeBytes?: SpaceGuardDeps["free"];
}

/**
 * Watches the free space of an embedded database. Sends its statements with the client `sql`, which has a connection of its
 * own. `stop` closes the client.
 */
export function guardSpace(
  directory: string,
  embedded: EmbeddedDatabase,
  sql: Sql,
  { onSpace, freeBytes }: SpaceOptions,
): { space: () => FreeSpace; stop: () => Promise<void> } {
  const guard = startSpaceGuard({
    directory,
    // All connections to PGlite share one session. Therefore, the setting applies to the transactions of all connections.
    setReadOnly: (readOnly) =>
      sql`select set_config('default_transaction_read_only', ${readOnly ? "on" : "off"}, false)`,
    hasFailed: () => embedded.hasFailed(),
    restart: () => embedded.restart(),
    onSpace,
    free: freeBytes,
  });
  return {
    space: guard.space,
    stop: async () => {
      await guard.stop();
      await sql.end({ timeout: 1 });
    },
  };
}
