import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import {
  anId,
  conformance,
  refused,
  timestamp,
  type Call,
  type Conformance,
} from "@/server/testing/conformance";

describe.each(databaseKinds)("access rules, devices and tags, by the document, on %s", (kind) => {
  let at: Conformance;
  beforeAll(async () => void (at = await conformance(kind)), 120_000);
  afterAll(() => at.server.close());

  describe("country restriction and access rules", () => {
    const rules = (): Call => at.as("ManageAccessRules");

    it("stores the country restriction", async () => {
      expect((await rules()("GET", "/geo-restriction")).body).toEqual({ mode: "disabled", countries: [] });
      expect(
        await rules()("PUT", "/geo-restriction", { mode: "allow", countries: ["de", "FR"] }),
      ).toMatchObject({
        status: 200,
        body: { mode: "allow", countries: ["DE", "FR"] },
      });
      for (const [body, naming] of [
        [{ mode: "allow", countries: [] }, /countries/],
        [{ mode: "deny", countries: ["XX"] }, /XX/],
        [{ mode: "some", countries: [] }, /mode/],
        [{ countries: ["DE"] }, /mode/],
      ] as const)
        expect(await rules()("PUT", "/geo-restriction", body)).toMatchObject(refused(400, naming));
      expect((await rules()("GET", "/geo-restriction")).body).toMatchObject({ mode: "allow" });
      expect((await rules()("PUT", "/geo-restriction", { mode: "disabled", countries: [] })).status).toBe(
        200,
      );
    });

    it("accepts rules of every type, lists and deletes them", async () => {
      const { userId } = at.fixtures.plainUser;
      const { tagId, appId } = at.fixtures.taggedUser;
      const good: object[] = [
        { scope: "org", effect: "deny", countries: ["KP"] },
        { scope: "user", userId, type: "country", effect: "allow", countries: ["de"], reason: "at home" },
        { scope: "tag", tagId, type: "region", effect: "allow", regions: ["DE:Bavaria", "US:California"] },
        {
          scope: "app",
          appId,
          type: "ip",
          effect: "deny",
          cidrs: ["203.0.113.0/24", "2001:db8::/32", "192.0.2.7"],
        },
        {
          scope: "org",
          type: "hours",
          days: [1, 2, 3, 4, 5],
          startTime: "22:00",
          endTime: "06:00",
          timeZoneId: "Europe/Berlin",
        },
        { scope: "org", type: "method", methods: ["password", "webauthn", "EmailOtp"] },
        { scope: "org", type: "anonymizer" },
        { scope: "user", userId, type: "sessions", maxSessions: 50 },
        { scope: "tag", tagId, type: "sessionlength", maxSessionMinutes: 43_200 },
        { scope: "org", type: "devices", maxDevices: 20, expiresAt: "2099-01-01T00:00:00Z" },
      ];
      const ids: number[] = [];
      for (const rule of good) {
        const created = await rules()<{ id: number }>("POST", "/geo-rules", rule);
        expect(created, JSON.stringify([rule, created.body])).toMatchObject({
          status: 201,
          body: { id: anId },
        });
        ids.push(created.body.id);
      }
      const { body: all } = await rules()<{ id: number; type: string }[]>("GET", "/geo-rules");
      expect(all.filter(({ id }) => ids.includes(id))).toHaveLength(good.length);
      expect(all.find(({ id }) => id === ids[0])).toMatchObject({
        type: "country",
        countries: ["KP"],
        scope: "org",
      });
      expect(all.find(({ id }) => id === ids[1])).toMatchObject({
        userId,
        countries: ["DE"],
        reason: "at home",
      });
      const own = (await rules()<{ id: number }[]>("GET", `/geo-rules?userId=${userId}`)).body;
      expect(own.map(({ id }) => id)).toEqual(expect.arrayContaining([ids[1], ids[7]]));
      const ofApp = (await rules()<{ id: number }[]>("GET", `/geo-rules?appId=${appId}`)).body;
      expect(ofApp.map(({ id }) => id)).toContain(ids[3]);
      for (const id of ids) expect((await rules()("DELETE", `/geo-rules/${id}`)).status).toBe(204);
      expect(await rules()("DELETE", `/geo-rules/${ids[0]!}`)).toMatchObject(refused(404));
    });

    const hours = {
      scope: "org",
      type: "hours",
      days: [1],
      startTime: "09:00",
      endTime: "17:00",
      timeZoneId: "UTC",
    };
    it.each([
      [{ type: "anonymizer" }, /scope/],
      [{ scope: "planet", type: "anonymizer" }, /scope/],
      [{ scope: "org", type: "moon" }, /type/],
      [{ scope: "user", type: "anonymizer" }, /userId/],
      [{ scope: "user", userId: 999_999, type: "anonymizer" }, /userId/],
      [{ scope: "org", type: "country", effect: "allow", countries: [] }, /countries/],
      [{ scope: "org", type: "country", effect: "allow", countries: ["ZZ"] }, /ZZ/],
      [{ scope: "org", type: "country", effect: "maybe", countries: ["DE"] }, /effect/],
      [{ scope: "org", type: "region", effect: "allow", regions: ["Bavaria"] }, /Bavaria/],
      [{ scope: "org", type: "ip", effect: "deny", cidrs: ["300.1.1.1/8"] }, /300\.1\.1\.1/],
      [{ scope: "org", type: "ip", effect: "deny", cidrs: ["10.0.0.0/33"] }, /10\.0\.0\.0\/33/],
      [{ scope: "org", type: "ip", effect: "deny", cidrs: ["10.0.0.0/08"] }, /10\.0\.0\.0\/08/],
      [{ scope: "org", type: "ip", effect: "deny", cidrs: ["010.0.0.0/8"] }, /010\.0\.0\.0\/8/],
      [{ scope: "org", type: "ip", effect: "deny", cidrs: [] }, /cidrs/],
      [{ ...hours, days: [7] }, /days/],
      [{ ...hours, days: [] }, /days/],
      [{ ...hours, startTime: "9:00" }, /startTime/],
      [{ ...hours, endTime: "24:00" }, /endTime/],
      [{ ...hours, timeZoneId: "Europe/Atlantis" }, /Atlantis/],
      [{ scope: "org", type: "method", methods: ["telepathy"] }, /methods/],
      [{ scope: "org", type: "method", methods: [] }, /methods/],
      [{ scope: "org", type: "sessions", maxSessions: 0 }, /maxSessions/],
      [{ scope: "org", type: "sessions", maxSessions: 51 }, /maxSessions/],
      [{ scope: "org", type: "sessionlength", maxSessionMinutes: 43_201 }, /maxSessionMinutes/],
      [{ scope: "org", type: "devices", maxDevices: 21 }, /maxDevices/],
      [{ scope: "app", appId: 1, type: "devices", maxDevices: 2 }, /scope/],
      [{ scope: "org", type: "anonymizer", maxDevices: 2 }, /maxDevices/],
      [{ scope: "org", type: "anonymizer", expiresAt: "yesterday" }, /expiresAt/],
    ])("refuses the rule %j", async (rule, naming) => {
      expect(await rules()("POST", "/geo-rules", rule)).toMatchObject(refused(400, naming));
    });
  });

  it("decides on registered devices", async () => {
    const devices = at.as("ManageAccessRules");
    const path = `/users/${at.fixtures.userWithDevices}/devices`;
    const list = async () =>
      (await devices<{ devices: { deviceId: number; status: string }[] }>("GET", path)).body.devices;
    const before = await list();
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set(["registered", "pending", "denied"]));
    expect(before[0]).toMatchObject({
      deviceId: anId,
      label: expect.any(String) as string,
      firstSeen: timestamp,
    });
    expect(Object.keys(before[0]!).sort()).toEqual(
      ["deviceId", "firstSeen", "ip", "label", "lastUsed", "place", "status"].sort(),
    );
    const [one, two] = before.filter(({ status }) => status === "pending");
    expect(await devices("POST", `${path}/${one!.deviceId}/approve`)).toMatchObject({
      status: 200,
      body: { deviceId: one!.deviceId, status: "registered" },
    });
    expect(await devices("POST", `${path}/${two!.deviceId}/deny`)).toMatchObject({
      status: 200,
      body: { deviceId: two!.deviceId, status: "denied" },
    });
    expect(await devices("DELETE", `${path}/${two!.deviceId}`)).toMatchObject({
      status: 200,
      body: { deviceId: two!.deviceId, deleted: true },
    });
    expect(await devices("DELETE", `${path}/${two!.deviceId}`)).toMatchObject(refused(404));
    const elsewhere = `/users/${at.fixtures.plainUser.userId}/devices/${one!.deviceId}/approve`;
    expect(await devices("POST", elsewhere)).toMatchObject(refused(404));
  });

  it("stores relationship tags and their policies", async () => {
    const tags = at.as("ManageRelationshipTags");
    const created = await tags<{ tagId: number }>("POST", "/relationship-tags", { name: "Partner" });
    expect(created).toMatchObject({ status: 201, body: { tagId: anId, name: "Partner" } });
    const { tagId } = created.body;
    expect(await tags("POST", "/relationship-tags", { name: "PARTNER" })).toMatchObject(refused(400, /name/));
    expect((await tags<object[]>("GET", "/relationship-tags")).body).toContainEqual(
      expect.objectContaining({
        tagId,
        name: "Partner",
        isDefaultForSignup: false,
        isDefaultForInvites: false,
      }),
    );
    const policy = `/relationship-tags/${tagId}/policy`;
    expect(await tags("PATCH", policy, { policyKey: "requireMfa", value: true })).toMatchObject({
      status: 200,
      body: { tagId, policies: { requireMfa: true } },
    });
    expect(await tags("PATCH", policy, { policyKey: "beNice", value: true })).toMatchObject(
      refused(400, /requireMfa.*requireDeviceApproval/),
    );
    expect(await tags("PATCH", policy, { policyKey: "requireMfa", value: "yes" })).toMatchObject(
      refused(400, /value/),
    );
    expect(
      await tags("PATCH", "/relationship-tags/999999/policy", { policyKey: "requireMfa", value: true }),
    ).toMatchObject(refused(404));
  });
});
