import type { Sql } from "postgres";
import type { EmbeddedDatabase } from "./embedded";
import { startRoomGuard, type Room, type RoomGuardDeps } from "./room";

export interface RoomOptions {
  /** Called if the room of the embedded database changes its state, and if the lack of room required a restart. */
  onRoom?: RoomGuardDeps["onRoom"];
  /** Returns the free bytes of a file system. Tests replace it. */
  freeBytes?: RoomGuardDeps["free"];
}

/** Watches the room of an embedded database over a connection of its own, which it closes. */
export function guardRoom(
  directory: string,
  embedded: EmbeddedDatabase,
  sql: Sql,
  { onRoom, freeBytes }: RoomOptions,
): { room: () => Room; stop: () => Promise<void> } {
  const guard = startRoomGuard({
    directory,
    // All connections to PGlite are one session, so the setting applies to the transactions of all.
    setReadOnly: (readOnly) =>
      sql`select set_config('default_transaction_read_only', ${readOnly ? "on" : "off"}, false)`,
    hasFailed: () => embedded.hasFailed(),
    restart: () => embedded.restart(),
    onRoom,
    free: freeBytes,
  });
  return {
    room: guard.room,
    stop: async () => {
      await guard.stop();
      await sql.end({ timeout: 1 });
    },
  };
}
