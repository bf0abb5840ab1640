import { describe, expect, it } from "vitest";
import { grantRole } from "@/server/domain/roles/grants";
import {
  configureSource,
  deleteSource,
  listRuns,
  listSourceStates,
  runSourceNow,
} from "@/server/domain/role-sync/sources";
import { aRole, aUser } from "@/server/testing/factories";
import { roleSyncScene } from "@/server/testing/role-sync";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("role sync on %s", (kind) => {
  const scene = roleSyncScene(kind);
  const holders = async () =>
    (await scene.test.write(scene.tenant, (tx) => tx.roleGrants.list()))
      .map(({ userId, roleId }) => `${userId} ${roleId}`)
      .sort();

  it("grants and revokes roles according to the feed, and keeps manual grants", async () => {
    const [ann, ben] = [
      await aUser(scene.test, scene.tenant, { email: "Ann@example.com" }),
      await aUser(scene.test, scene.tenant, { externalId: "E-7" }),
    ];
    const [clerk, boss] = [
      await aRole(scene.test, scene.tenant, { name: "Clerk" }),
      await aRole(scene.test, scene.tenant, { name: "Boss" }),
    ];
    await scene.test.run(scene.tenant, grantRole, { userId: ben.id, roleId: boss.id });
    scene.answer = {
      status: 200,
      body: "email,role\nann@example.com,clerk\nE-7,Clerk\nnobody@example.com,Clerk\nE-7,Pope\n",
    };
    const sourceId = await scene.source({}, "feed-secret");
    const first = await scene.runs(sourceId, 1);
    expect(first).toMatchObject({
      status: "succeeded",
      counts: { rows: 4, added: 2, removed: 0, unknownPeople: 1, unknownRoles: 1 },
      errors: ["There is no role Pope.", "Nobody is known as nobody@example.com."],
    });
    expect(scene.answer.authorization).toBe("Bearer feed-secret");
    expect(await holders()).toEqual(
      [`${ann.id} ${clerk.id}`, `${ben.id} ${clerk.id}`, `${ben.id} ${boss.id}`].sort(),
    );
    const [inGerman] = await scene.test.run(scene.tenant, listRuns, { sourceId }, { locale: "de" });
    expect(inGerman!.errors).toContain("Eine Rolle Pope gibt es nicht.");
    scene.answer = { status: 200, body: "email,role\nann@example.com,Clerk\n" };
    await scene.test.run(scene.tenant, runSourceNow, { sourceId });
    expect(first.trigger).toBe("schedule");
    expect(await scene.runs(sourceId, 2)).toMatchObject({
      trigger: "console",
      counts: { added: 0, removed: 1 },
    });
    expect(await holders()).toEqual([`${ann.id} ${clerk.id}`, `${ben.id} ${boss.id}`].sort());
    expect((await scene.test.events(scene.tenant)).map(({ action }) => action)).toContain(
      "system.role_sync_completed",
    );
    await scene.test.run(scene.tenant, deleteSource, { sourceId });
    expect(await holders()).toHaveLength(2);
  });

  it("prefers a mapped name to a role of the same name", async () => {
    const ann = await aUser(scene.test, scene.tenant, { email: "ann@example.com" });
    const [clerk, boss] = [
      await aRole(scene.test, scene.tenant, { name: "Clerk" }),
      await aRole(scene.test, scene.tenant, { name: "Boss" }),
    ];
    scene.answer = { status: 200, body: "email,role\nann@example.com,grp-42\nann@example.com,clerk\n" };
    const mapping = [
      { feedRole: "GRP-42", roleId: clerk.id },
      { feedRole: "Clerk", roleId: boss.id },
    ];
    const sourceId = await scene.source({ mapping });
    expect(await scene.runs(sourceId, 1)).toMatchObject({ counts: { added: 2, unknownRoles: 0 } });
    expect(await holders()).toEqual([`${ann.id} ${clerk.id}`, `${ann.id} ${boss.id}`].sort());
    expect(await scene.test.run(scene.tenant, listSourceStates, {})).toMatchObject([
      { sourceId, configured: true, targetAppName: null, lastRun: { status: "succeeded" } },
    ]);
    await expect(
      scene.test.run(scene.tenant, configureSource, {
        sourceId,
        settings: {
          url: scene.url,
          format: "csv",
          mapping: [...mapping, { feedRole: "clerk", roleId: clerk.id }],
        },
      }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it("changes nothing if the feed is broken or would remove most grants", async () => {
    const clerk = await aRole(scene.test, scene.tenant, { name: "Clerk" });
    const people = await Promise.all(Array.from({ length: 12 }, () => aUser(scene.test, scene.tenant)));
    scene.answer = {
      status: 200,
      body: JSON.stringify(people.map(({ email }) => ({ mail: email, group: "Clerk" }))),
    };
    const sourceId = await scene.source({ format: "json", personField: "mail", roleField: "group" });
    expect(await scene.runs(sourceId, 1)).toMatchObject({ counts: { added: 12 } });
    for (const [index, [status, body, said]] of (
      [
        [500, "", /answered 500/],
        [200, "not json", /not valid JSON/],
        [200, '[{"mail":"a@example.com"}]', /no group/],
        [200, "[]", /would take 12 of 12/],
        [200, "x".repeat(20_000), /more than/],
      ] as const
    ).entries()) {
      scene.answer = { status, body };
      await scene.test.run(scene.tenant, runSourceNow, { sourceId });
      const run = await scene.runs(sourceId, index + 2);
      expect(run.status).toBe("failed");
      expect(run.errors[0]).toMatch(said);
    }
    expect(await holders()).toHaveLength(12);
    expect((await holders())[0]).toContain(String(clerk.id));
  });
});
