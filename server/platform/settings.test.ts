import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import { platformActor, refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { listPlatformAuditEvents } from "./audit";
import { getPlatformSettings, updatePlatformSettings } from "./settings";

describe.each(databaseKinds)("the platform's settings on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const run = <In extends AnyObject, Out extends z.ZodType>(operation: Operation<In, Out>, input: unknown) =>
    test.run(platformActor(), operation, input);
  const newestEvent = async () => (await run(listPlatformAuditEvents, { limit: 1 })).events[0];

  it("keep values within bounds, change the sent fields, and record the differences", async () => {
    const before = await run(getPlatformSettings, {});
    const after = await run(updatePlatformSettings, {
      maxAccessTokenSeconds: 600,
      passwordPolicy: { minLength: 20 },
    });
    expect(after).toEqual({
      ...before,
      maxAccessTokenSeconds: 600,
      passwordPolicy: { ...before.passwordPolicy, minLength: 20 },
    });
    expect((await newestEvent())?.changes).toMatchObject({ minLength: { from: 12, to: 20 } });
    for (const [bad, field] of [
      [{ maxAccessTokenSeconds: 299 }, "maxAccessTokenSeconds"],
      [{ passwordPolicy: { minLength: 7 } }, "passwordPolicy.minLength"],
      [{ reservedSlugs: ["No!"] }, "reservedSlugs.0"],
      [{ unknown: 1 }, "unknown"],
    ] as const) {
      await expect(run(updatePlatformSettings, bad)).rejects.toMatchObject(refusal(400, field));
    }
    expect(await run(getPlatformSettings, {})).toEqual(after);
    await run(updatePlatformSettings, before);
  });

  it("refuse to overwrite a change of another administrator in the meantime", async () => {
    const { passwordPolicy, allowedSignInOptions, ...rest } = await run(getPlatformSettings, {});
    const change = (patch: object, basedOn?: object) =>
      test.run(platformActor(), updatePlatformSettings, patch, { basedOn: { ...basedOn } });
    await change({
      passwordPolicy: { minLength: 16 },
      allowedSignInOptions: { deviceFlowEnabled: false },
      maxAccessTokenSeconds: 900,
      reservedSlugs: ["theirs"],
    });
    for (const [patch, loaded, current] of [
      [{ passwordPolicy: { ...passwordPolicy, minLength: 20 } }, passwordPolicy, { minLength: 16 }],
      [{ allowedSignInOptions }, allowedSignInOptions, { deviceFlowEnabled: false }],
      [{ maxAccessTokenSeconds: 600 }, rest, { maxAccessTokenSeconds: 900 }],
      [{ reservedSlugs: ["mine"] }, rest, { reservedSlugs: ["theirs"] }],
    ] as const)
      await expect(change(patch, loaded)).rejects.toMatchObject({ status: 409, details: { current } });
    await change({ lockMinutes: 20 }, rest);
    await test.database.sql`delete from platform_settings`;
  });

  it("keep both changes if two administrators change different fields at the same time", async () => {
    await Promise.all([
      run(updatePlatformSettings, { lockMinutes: 33 }),
      run(updatePlatformSettings, { consoleSessionHours: 7 }),
      run(updatePlatformSettings, { passwordPolicy: { minLength: 14 } }),
      run(updatePlatformSettings, { passwordPolicy: { refuseCommon: false } }),
    ]);
    expect(await run(getPlatformSettings, {})).toMatchObject({
      lockMinutes: 33,
      consoleSessionHours: 7,
      passwordPolicy: { minLength: 14, refuseCommon: false },
    });
    await test.database.sql`delete from platform_settings`;
  });

  it("can be read and changed only by platform administrators", async () => {
    const others = platformActor(new Set(["CreateTenants", "SearchTenants", "ManageTenants"]));
    await expect(test.run(others, getPlatformSettings, {})).rejects.toMatchObject(refusal(403));
    await expect(test.run(others, updatePlatformSettings, {})).rejects.toMatchObject(refusal(403));
  });
});
