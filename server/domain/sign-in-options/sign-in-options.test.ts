import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { savedSettings } from "@/server/kernel/settings";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { getSignInOptionsAllowed, updateSignInOptions } from "./sign-in-options";

describe.each(databaseKinds)("sign-in options on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("are limited by the platform, and are restored when the platform allows them again", async () => {
    await test.run(1, updateSignInOptions, { deviceFlowEnabled: true });
    const settings = test.ports.settings;
    test.ports.settings = () =>
      Promise.resolve(savedSettings({ allowedSignInOptions: { deviceFlowEnabled: false } }));
    expect(await test.run(1, getSignInOptionsAllowed, {})).toMatchObject({
      inForce: { deviceFlowEnabled: false, webAuthnEnabled: true },
      allowed: { deviceFlowEnabled: false, webAuthnEnabled: true },
    });
    await expect(test.run(1, updateSignInOptions, { deviceFlowEnabled: true })).rejects.toMatchObject(
      refusal(400, "deviceFlowEnabled"),
    );
    test.ports.settings = settings;
    expect((await test.run(1, getSignInOptionsAllowed, {})).inForce.deviceFlowEnabled).toBe(true);
  });
});
