import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKind, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { noteSeen } from "./console-session";

describe("the last use of a session", () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await freshDatabase(databaseKind)));
  afterAll(() => database.close());

  const seen = () => noteSeen(database, { tenantId: 1, sessionId: 1, lastSeenAt: null });

  it("is not recorded if the database is read-only, and the request continues", async () => {
    await database.sql`set default_transaction_read_only = on`;
    await expect(database.sql`update sessions set last_seen_at = now()`).rejects.toMatchObject({
      code: "25006",
    });
    await expect(seen()).resolves.toBeUndefined();
    await database.sql`set default_transaction_read_only = off`;
    await expect(seen()).resolves.toBeUndefined();
  });
});
