import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashSecret } from "@/server/kernel/http/client-id";
import { databaseKinds, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { isKnownDevice } from "./mail-quota";

describe.each(databaseKinds)("a known browser of the platform's administrators on %s", (kind) => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await freshDatabase(kind)));
  afterAll(() => database.close());

  it("is known only for its own administrator, and for no tenant", async () => {
    const { sql } = database;
    const deviceHash = hashSecret("the browser's token");
    const add = async (email: string) => {
      const [row] = await sql<{ id: string }[]>`
        insert into platform_administrators (email, name, password_hash) values (${email}, 'One', 'x') returning id`;
      return row!.id;
    };
    const id = await add("Root@castellan.example");
    await add("other@castellan.example");
    await sql`insert into platform_devices (administrator_id, token_hash) values (${id}, ${deviceHash})`;
    const known = (tenantId: number | null, email: string, hash = deviceHash) =>
      isKnownDevice(database, { tenantId, email, deviceHash: hash });
    expect(await known(null, "root@castellan.example")).toBe(true);
    expect(await known(null, "other@castellan.example")).toBe(false);
    expect(await known(null, "root@castellan.example", hashSecret("another"))).toBe(false);
    expect(await known(1, "root@castellan.example")).toBe(false);
  });
});
