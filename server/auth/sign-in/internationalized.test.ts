import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScene, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("an address with an internationalized domain on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })), 60_000);
  afterAll(() => rig.close());

  it.each(["ann@müller.example.com", " Ann@MÜLLER.example.com ", "ann@XN--MLLER-KVA.example.com"])(
    "signs its user in when it is typed as %j",
    async (email) => {
      const setting = await rig.addTenant();
      await rig.world.database.sql`
        update users set email = 'ann@xn--mller-kva.example.com' where id = ${setting.person.userId}`;
      const { code } = await rig.codeOf({ ...setting, person: { ...setting.person, email } });
      expect(code).not.toBeNull();
    },
  );
});
