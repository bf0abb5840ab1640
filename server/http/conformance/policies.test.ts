import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { anId, conformance, refused, type Call, type Conformance } from "@/server/testing/conformance";

describe.each(databaseKinds)("settings, by the document, on %s", (kind) => {
  let at: Conformance;
  beforeAll(async () => void (at = await conformance(kind)), 120_000);
  afterAll(() => at.server.close());

  describe("session, token and act-as settings", () => {
    const policies = (): Call => at.as("ManageSessionPolicy");

    it.each([
      [
        "/session-policy",
        { defaultDurationHours: 8, rememberMeAllowed: false, rememberMeMaxDurationDays: 7 },
      ],
      ["/act-as-settings", { enabled: true, requireApproval: false }],
    ])("reads and changes %s, field by field", async (path, values) => {
      const before = (await policies()("GET", path)).body;
      expect(Object.keys(before).sort()).toEqual(Object.keys(values).sort());
      const [[field, value]] = Object.entries(values) as [[string, unknown]];
      expect(await policies()("PATCH", path, { [field]: value })).toMatchObject({
        status: 200,
        body: { ...before, [field]: value },
      });
      expect(await policies()("PATCH", path, values)).toMatchObject({ status: 200, body: values });
      expect((await policies()("GET", path)).body).toEqual(values);
      expect(await policies()("PATCH", path, { [field]: "much" })).toMatchObject(
        refused(400, new RegExp(field)),
      );
      expect(await policies()("PATCH", path, { colour: 1 })).toMatchObject(refused(400, /colour/));
    });

    it("keeps token lifetimes within the platform's limits", async () => {
      const { body } = await policies()<Record<string, number>>("GET", "/token-policy");
      expect(body).toEqual({
        accessTokenLifetimeSeconds: anId,
        refreshTokenLifetimeDays: anId,
        alwaysRequireConsent: false,
        platformFloorAccessTokenSeconds: anId,
        platformFloorRefreshTokenDays: anId,
      });
      const seconds = body["platformFloorAccessTokenSeconds"]!;
      const days = body["platformFloorRefreshTokenDays"]!;
      for (const [field, value, status] of [
        ["accessTokenLifetimeSeconds", 300, 200],
        ["accessTokenLifetimeSeconds", 299, 400],
        ["accessTokenLifetimeSeconds", seconds, 200],
        ["accessTokenLifetimeSeconds", seconds + 1, 400],
        ["accessTokenLifetimeSeconds", 600.5, 400],
        ["refreshTokenLifetimeDays", 1, 200],
        ["refreshTokenLifetimeDays", 0, 400],
        ["refreshTokenLifetimeDays", days, 200],
        ["refreshTokenLifetimeDays", days + 1, 400],
        ["alwaysRequireConsent", true, 200],
        ["alwaysRequireConsent", "true", 400],
      ] as const) {
        const answer = await policies()("PATCH", "/token-policy", { [field]: value });
        expect(answer.status, `${field} ${value}: ${JSON.stringify(answer.body)}`).toBe(status);
        if (status === 200) expect(answer.body).toMatchObject({ [field]: value });
        else expect(answer).toMatchObject(refused(400, new RegExp(field)));
      }
      // A client may send back the whole answer, although the platform's limits in the answer are read-only.
      const now = (await policies()("GET", "/token-policy")).body;
      expect(await policies()("PATCH", "/token-policy", now)).toMatchObject({ status: 200, body: now });
    });
  });

  it("reads and changes the sign-in options", async () => {
    const options = at.as("ManageSignInOptions");
    const { body: before } = await options<Record<string, boolean>>("GET", "/signin-options");
    const names = [
      "deviceFlowEnabled",
      "magicLinkCrossDeviceEnabled",
      "webAuthnAllowAsAuthentication",
      "webAuthnAllowAsMfa",
      "webAuthnEnabled",
    ];
    expect(before).toMatchObject(
      Object.fromEntries(names.map((name) => [name, expect.any(Boolean) as boolean])),
    );
    for (const name of names) {
      const value = !before[name];
      expect(await options("PATCH", "/signin-options", { [name]: value })).toMatchObject({
        status: 200,
        body: { [name]: value },
      });
    }
    expect(await options("PATCH", "/signin-options", { webAuthnEnabled: 1 })).toMatchObject(
      refused(400, /webAuthnEnabled/),
    );
  });

  it("keeps role sync sources", async () => {
    const sources = at.as("ManageRoleSync");
    const input = { name: "Payroll feed", connectorName: at.fixtures.roleSyncConnector };
    const created = await sources<{ sourceId: number }>("POST", "/role-sync-sources", input);
    expect(created).toMatchObject({ status: 201, body: { sourceId: anId, ...input, lastSyncedAt: null } });
    const { sourceId } = created.body;
    for (const enabled of [false, true]) {
      expect(await sources("PATCH", `/role-sync-sources/${sourceId}/enabled`, enabled)).toMatchObject({
        status: 200,
        body: { sourceId, enabled },
      });
    }
    expect(await sources("PATCH", `/role-sync-sources/${sourceId}/enabled`, '"true"')).toMatchObject(
      refused(400),
    );
    expect((await sources<object[]>("GET", "/role-sync-sources")).body).toContainEqual(
      expect.objectContaining({ sourceId, enabled: true, targetAppId: null }),
    );
    for (const [body, naming] of [
      [{ connectorName: input.connectorName }, /name/],
      [{ name: "x" }, /connectorName/],
      [{ name: "x", connectorName: "Carrier pigeon" }, /connectorName/],
      [{ name: "x", connectorName: input.connectorName, targetAppId: 999_999 }, /targetAppId/],
    ] as const)
      expect(await sources("POST", "/role-sync-sources", body)).toMatchObject(refused(400, naming));
    expect(await sources("DELETE", `/role-sync-sources/${sourceId}`)).toMatchObject({
      status: 200,
      body: { sourceId, deleted: true },
    });
    expect(await sources("DELETE", `/role-sync-sources/${sourceId}`)).toMatchObject(refused(404));
  });

  describe("tenant configuration", () => {
    const config = (): Call => at.as("ManageTenantConfig");

    it("reads and changes name and branding", async () => {
      const before = (await config()("GET", "/tenant-config")).body;
      expect(before).toMatchObject({ name: "Acme" });
      const values = {
        name: "Acme Works",
        brandName: "Acme",
        brandColor: "#0a7",
        brandLogoUrl: "https://acme.example/logo.svg",
        tagline: "We make things",
        aboutDescription: "Since 1949",
        termsUrl: "https://acme.example/terms",
        privacyUrl: "https://acme.example/privacy",
      };
      expect(await config()("PATCH", "/tenant-config", { tagline: "Hello" })).toMatchObject({
        status: 200,
        body: { ...before, tagline: "Hello" },
      });
      expect(await config()("PATCH", "/tenant-config", values)).toMatchObject({ status: 200, body: values });
      expect((await config()("GET", "/tenant-config")).body).toMatchObject(values);
      for (const [body, naming] of [
        [{ brandColor: "red" }, /brandColor/],
        [{ brandColor: "#12345" }, /brandColor/],
        [{ termsUrl: "javascript:alert(1)" }, /termsUrl/],
        [{ brandLogoUrl: "logo.png" }, /brandLogoUrl/],
        [{ name: "" }, /name/],
      ] as const)
        expect(await config()("PATCH", "/tenant-config", body)).toMatchObject(refused(400, naming));
    });

    it("sets all six powered-by surfaces", async () => {
      const path = "/tenant-config/powered-by";
      const all = {
        email: false,
        error: true,
        consent: false,
        account: true,
        apiHeader: false,
        webhook: true,
      };
      expect(Object.keys((await config()("GET", path)).body).sort()).toEqual(Object.keys(all).sort());
      expect(await config()("PATCH", path, all)).toMatchObject({ status: 200, body: all });
      const { webhook: _webhook, ...five } = all;
      expect(await config()("PATCH", path, five)).toMatchObject(refused(400, /webhook/));
      const read = await config()("GET", path);
      expect(read.body).toEqual(all);
      // The change takes effect within one second, because the server caches settings for one second.
      await expect
        .poll(async () => (await config()("GET", path)).headers.get("x-powered-by"), { timeout: 15_000 })
        .toBeNull();
      await config()("PATCH", path, { ...all, apiHeader: true });
      await expect
        .poll(async () => (await config()("GET", path)).headers.get("x-powered-by"), { timeout: 15_000 })
        .toBe("Castellan");
    });
  });

  it("creates, updates, lists and deletes custom fields", async () => {
    const fields = at.as("ManageCustomFields");
    const field = {
      fieldName: "costCentre",
      displayLabel: "Cost centre",
      fieldType: "text",
      entity: "user",
      isMandatory: false,
      isPii: false,
      visibility: "user_private",
      description: "Who pays",
    };
    expect(await fields("POST", "/custom-fields", field)).toMatchObject({ status: 201, body: field });
    const changed = { ...field, displayLabel: "Cost center" };
    expect(await fields("POST", "/custom-fields", changed)).toMatchObject({ status: 200, body: changed });
    expect((await fields<object[]>("GET", "/custom-fields?entity=user")).body).toContainEqual(
      expect.objectContaining(changed),
    );
    expect((await fields<object[]>("GET", "/custom-fields?entity=ship")).body).toEqual([]);
    for (const [body, naming] of [
      [{ ...field, fieldName: "1st" }, /fieldName/],
      [{ ...field, fieldName: "a".repeat(65) }, /fieldName/],
      [{ ...field, fieldType: "poem" }, /fieldType/],
      [{ ...field, fieldName: "size", fieldType: "select" }, /options/],
      [{ ...field, visibility: "everyone" }, /visibility/],
    ] as const)
      expect(await fields("POST", "/custom-fields", body)).toMatchObject(refused(400, naming));
    expect(await fields("DELETE", "/custom-fields/costCentre")).toMatchObject({
      status: 200,
      body: { fieldName: "costCentre", deleted: true },
    });
    expect(await fields("DELETE", "/custom-fields/costCentre")).toMatchObject(refused(404));
  });

  it("sets a custom domain, which DNS verifies", async () => {
    const domains = at.as("ManageDomains");
    expect((await domains("GET", "/domains")).body).toMatchObject({
      identityMode: "slug",
      slug: "acme",
      customDomain: null,
      verifiedAt: null,
      hasTlsCertificate: false,
    });
    const created = await domains("POST", "/domains", { domain: "login.acme-conformance.example" });
    expect(created).toMatchObject({
      status: 201,
      body: {
        slug: "acme",
        customDomain: "login.acme-conformance.example",
        verifyToken: expect.stringMatching(/.{16,}/) as string,
        verifiedAt: null,
      },
    });
    expect(await domains("POST", "/domains/verify")).toMatchObject({
      status: 200,
      body: { verified: false },
    });
    for (const domain of ["not a domain", "https://acme.example", "localhost", "10.0.0.1", ""])
      expect(await domains("POST", "/domains", { domain })).toMatchObject(refused(400, /domain/));
  });

  it("shows the migration status, previews the export, and records its download", async () => {
    expect((await at.as("ManageMigration")("GET", "/migration-status")).body).toEqual({
      storageProvider: expect.any(String) as string,
      migrationStatus: expect.any(String) as string,
      migrationTargetProvider: null,
    });
    const exports = at.as("ManageDataExport");
    expect((await exports("GET", "/data-export/preview")).body).toEqual({
      userCount: anId,
      appCount: anId,
      customFieldValueCount: anId,
      isLarge: false,
    });
    const answer = await exports("GET", "/data-export");
    expect(answer.status).toBe(200);
    const text = JSON.stringify(answer.body);
    expect(text).toContain(at.acme.owner.email);
    expect(text).not.toContain(at.globex.owner.email);
    expect(text).not.toMatch(/\$argon2|whsec_|cs_[A-Za-z0-9_-]{43}/);
    const { body: log } = await at.as("ReadAuditLog")<{ events: { action: string }[] }>(
      "GET",
      "/audit-events?limit=20",
    );
    expect(log.events.map(({ action }) => action)).toContainEqual(
      expect.stringMatching(/^management_api\..*export/),
    );
  });

  it("reads and changes the notification settings", async () => {
    const notifications = at.as("ManageNotificationSettings");
    const { body } = await notifications("GET", "/notification-settings");
    expect(Object.keys(body).sort()).toEqual(["allowUserOverride", "channelStates", "enabledChannels"]);
    expect(
      await notifications("PATCH", "/notification-settings", {
        enabledChannels: ["email"],
        allowUserOverride: true,
      }),
    ).toMatchObject({ status: 200, body: { enabledChannels: ["email"], allowUserOverride: true } });
    expect(
      await notifications("PATCH", "/notification-settings", { enabledChannels: ["smoke"] }),
    ).toMatchObject(refused(400, /smoke|enabledChannels/));
  });
});
