import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cheapCost } from "@/server/testing/passwords";
import { createScene, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

const COMPOSED = "Jürgen liebt Möhren".normalize("NFC");
const DECOMPOSED = COMPOSED.normalize("NFD");

describe.each(databaseKinds)("a password with decomposed letters on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })), 60_000);
  afterAll(() => rig.close());

  /** Creates a user whose hash an earlier version made of the password as it was typed. */
  async function ofEarlierVersion() {
    const setting = await rig.addTenant();
    const { userId } = setting.person;
    const { sql } = rig.world.database;
    await sql`update users set password_hash = ${await hash(DECOMPOSED, cheapCost)} where id = ${userId}`;
    const signIn = async (password: string) =>
      (await rig.codeOf({ ...setting, person: { ...setting.person, password } })).code !== null;
    const row = async () =>
      (
        await sql<{ password_hash: string; failed_sign_ins: number }[]>`
          select password_hash, failed_sign_ins from users where id = ${userId}`
      )[0]!;
    return { signIn, row };
  }

  it("signs in with the hash of an earlier version, and with composed letters afterwards", async () => {
    const { signIn, row } = await ofEarlierVersion();
    expect(await signIn(COMPOSED)).toBe(false);
    expect(await signIn(DECOMPOSED)).toBe(true);
    const { password_hash: renewed } = await row();
    expect(await signIn(COMPOSED)).toBe(true);
    expect(await signIn(DECOMPOSED)).toBe(true);
    expect((await row()).password_hash).toBe(renewed);
  });

  it("counts one attempt if it is wrong", async () => {
    const { signIn, row } = await ofEarlierVersion();
    expect(await signIn(`${DECOMPOSED}!`)).toBe(false);
    expect((await row()).failed_sign_ins).toBe(1);
  });
});
