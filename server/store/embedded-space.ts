import type { Sql } from "postgres";
import type { EmbeddedDatabase } from "./embedded";
import { startSpaceGuard, type FreeSpace, type SpaceGuardDeps } from "./disk-space";

export interface SpaceOptions {
  /** Called if the free space of the embedded database changes its state, and if the lack of space required a restart. */
  onSpace?: SpaceGuardDeps["onSpace"];
  /** Returns the free bytes of a file system. Tests replace it. */
  freeBytes?: SpaceGuardDeps["free"];
}

/** Watches the free space of an embedded database over a connection of its own, which it closes. */
export function guardSpace(
  directory: string,
  embedded: EmbeddedDatabase,
  sql: Sql,
  { onSpace, freeBytes }: SpaceOptions,
): { space: () => FreeSpace; stop: () => Promise<void> } {
  const guard = startSpaceGuard({
    directory,
    // All connections to PGlite are one session, so the setting applies to the transactions of all.
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
