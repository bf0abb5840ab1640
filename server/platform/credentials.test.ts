import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { platformAuditEvents } from "@/db/platform/registry";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import { platformActor, refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import {
  createPlatformCredential,
  listPlatformCredentials,
  revokePlatformCredential,
  rotatePlatformCredential,
} from "./credentials";

describe.each(databaseKinds)("platform credentials on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const run = <In extends AnyObject, Out extends z.ZodType>(operation: Operation<In, Out>, input: unknown) =>
    test.run(platformActor(), operation, input);

  it("are created, rotated and revoked, and no log contains their secrets", async () => {
    const created = await run(createPlatformCredential, {
      name: "Sign-up",
      capabilities: ["SearchTenants", "CreateTenants", "SearchTenants"],
    });
    const rotated = await run(rotatePlatformCredential, { credentialId: created.credentialId });
    expect(rotated.clientId).toBe(created.clientId);
    expect(rotated.clientSecret).not.toBe(created.clientSecret);
    expect(await run(listPlatformCredentials, {})).toMatchObject([
      {
        credentialId: created.credentialId,
        capabilities: ["CreateTenants", "SearchTenants"],
        revokedAt: null,
      },
    ]);
    await run(revokePlatformCredential, { credentialId: created.credentialId });
    await expect(run(rotatePlatformCredential, { credentialId: created.credentialId })).rejects.toMatchObject(
      refusal(400),
    );
    await expect(run(revokePlatformCredential, { credentialId: 999_999 })).rejects.toMatchObject(
      refusal(404),
    );
    await expect(run(createPlatformCredential, { name: "x", capabilities: [] })).rejects.toMatchObject(
      refusal(400, "capabilities"),
    );
    const log = JSON.stringify(
      await test.stores.platform.read(({ db }) => db.select().from(platformAuditEvents)),
    );
    expect(log).not.toContain(created.clientSecret);
    expect(log).not.toContain(rotated.clientSecret);
  });

  it("have only the platform's own capabilities, and are created only by platform administrators", async () => {
    for (const capabilities of [["ManageUsers"], ["ManagePlatformSettings"]]) {
      await expect(run(createPlatformCredential, { name: "x", capabilities })).rejects.toMatchObject(
        refusal(400, "capabilities.0"),
      );
    }
    const others = platformActor(new Set(["CreateTenants", "SearchTenants", "ManageTenants"]));
    for (const operation of [createPlatformCredential, listPlatformCredentials] as Operation[]) {
      await expect(test.run(others, operation, {})).rejects.toMatchObject(refusal(403));
    }
  });
});
