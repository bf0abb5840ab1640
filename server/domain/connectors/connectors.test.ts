import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import { anApp, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { approveConnector, listConnectors, setAppConnector } from "./connectors";
import { connectorNames } from "./installed";
import { denyConnectorRequest, listConnectorRequests, requestConnectorApproval } from "./requests";

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

  it("are all listed with the apps that they are approved for", async () => {
    expect((await test.run(1, listConnectors, {})).map(({ name }) => name)).toEqual(connectorNames);
    expect(await appsOf(1)).toEqual([]);
    await approve(true);
    expect(await appsOf(1)).toEqual([
      { appId, appName: "Portal", enabled: false, approvedAt: test.clock.now.toISOString() },
    ]);
    expect(await appsOf(2)).toEqual([]);
  });

  it("can be enabled after the approval; withdrawing the approval disables them", async () => {
    await test.run(1, setAppConnector, { appId, name: "EmailOtp", enabled: true });
    expect(await appsOf(1)).toMatchObject([{ enabled: true }]);
    await approve(false);
    expect(await appsOf(1)).toEqual([]);
    await expect(
      test.run(1, setAppConnector, { appId, name: "EmailOtp", enabled: true }),
    ).rejects.toMatchObject(refusal(400, "name"));
  });

  describe("requests of an administrator", () => {
    const setting = async () => {
      const person = await aUser(test, 1);
      const as = { userId: person.id, email: person.email! };
      const admin = tenantActor(1, { as, capabilities: [...administratorCapabilities.admin] });
      const { id } = await anApp(test, 1);
      const ask = (name = "MagicLink", reason = "They have no telephone") =>
        test.run(admin, requestConnectorApproval, { appId: id, name, reason });
      const listed = async () =>
        (await test.run(admin, listConnectorRequests, {})).filter(({ appId }) => appId === id);
      return { admin, person, appId: id, ask, listed };
    };

    it("wait for an owner once for each connector, with their reason", async () => {
      const { admin, person, appId, ask, listed } = await setting();
      const { expiresAt } = await ask();
      expect(await listed()).toMatchObject([
        {
          appId,
          name: "MagicLink",
          label: "Sign-in link by e-mail",
          expiresAt,
          reason: "They have no telephone",
          requester: { userId: person.id },
        },
      ]);
      expect(+new Date(expiresAt) - +test.clock.now).toBe(7 * 86_400_000);
      await expect(ask()).rejects.toMatchObject({ status: 409 });
      await expect(ask("Nothing")).rejects.toMatchObject({ status: 404 });
      await expect(ask("Saml", " ")).rejects.toMatchObject(refusal(400, "reason"));
      await expect(
        test.run(admin, approveConnector, { appId, name: "MagicLink", approved: true }),
      ).rejects.toMatchObject({ status: 403 });
      expect(await test.run(2, listConnectorRequests, {})).toEqual([]);
    });

    it("are settled by an approval", async () => {
      const { appId, ask, listed } = await setting();
      await ask();
      await ask("Saml");
      await test.run(1, approveConnector, { appId, name: "MagicLink", approved: true });
      expect((await listed()).map(({ name }) => name)).toEqual(["Saml"]);
      await expect(ask()).rejects.toMatchObject({ status: 409 });
    });

    it("are denied by an owner only, and can then be repeated", async () => {
      const { admin, appId, ask, listed } = await setting();
      const { requestId } = await ask();
      const denial = { requestId, note: "Use the directory" };
      await expect(test.run(admin, denyConnectorRequest, denial)).rejects.toMatchObject({ status: 403 });
      await test.run(1, denyConnectorRequest, denial);
      expect(await listed()).toEqual([]);
      expect((await test.events(1)).at(-1)).toMatchObject({
        action: "management_api.connector_approval_denied",
        related: `app:${appId}`,
      });
      await expect(test.run(1, denyConnectorRequest, denial)).rejects.toMatchObject({ status: 400 });
      await ask();
      expect(await listed()).toHaveLength(1);
    });

    it("expire", async () => {
      const { ask, listed } = await setting();
      const { requestId } = await ask();
      const asked = test.clock.now;
      test.clock.now = new Date(+asked + 7 * 86_400_000);
      expect(await listed()).toEqual([]);
      await expect(test.run(1, denyConnectorRequest, { requestId })).rejects.toMatchObject({ status: 400 });
      await ask();
      test.clock.now = asked;
    });
  });
});
