import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anApp } from "@/server/testing/factories";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { approveConnector, listConnectors, setAppConnector } from "./connectors";
import { connectorNames } from "./installed";

describe.each(databaseKinds)("sign-in methods on %s", (kind) => {
  let test: TestOperations;
  let appId: number;
  beforeAll(async () => {
    test = await testOperations(kind);
    appId = (await anApp(test, 1, { name: "Portal" })).id;
    await anApp(test, 2);
  });
  afterAll(() => test.close());

  const approve = (approved: boolean) => test.run(1, approveConnector, { appId, name: "EmailOtp", approved });
  const appsOf = async (tenantId: number) =>
    (await test.run(tenantId, listConnectors, {})).find(({ name }) => name === "EmailOtp")!.apps;

  it("are all listed, each with the apps that it is approved for", async () => {
    expect((await test.run(1, listConnectors, {})).map(({ name }) => name)).toEqual(connectorNames);
    expect(await appsOf(1)).toEqual([]);
    await approve(true);
    expect(await appsOf(1)).toEqual([
      { appId, appName: "Portal", enabled: false, approvedAt: test.clock.now.toISOString() },
    ]);
    expect(await appsOf(2)).toEqual([]);
  });

  it("are switched on once approved; withdrawing the approval switches them off", async () => {
    await test.run(1, setAppConnector, { appId, name: "EmailOtp", enabled: true });
    expect(await appsOf(1)).toMatchObject([{ enabled: true }]);
    await approve(false);
    expect(await appsOf(1)).toEqual([]);
    await expect(
      test.run(1, setAppConnector, { appId, name: "EmailOtp", enabled: true }),
    ).rejects.toMatchObject(refusal(400, "name"));
  });
});
