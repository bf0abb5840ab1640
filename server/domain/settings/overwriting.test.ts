import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "@/server/kernel/operation/operation";
import { savedSettings } from "@/server/kernel/settings";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { setGeoRestriction } from "../access-rules/access-rules";
import { createApp, updateApp } from "../apps/apps";
import { setAppLogoutUris, setAppProtocol, setAppSignIn } from "../apps/console";
import { updateAuditSettings } from "../audit/retention";
import { createCredential, updateCredentialCapabilities } from "../credentials/credentials";
import { createProvider, updateProvider } from "../federation/providers";
import { updateTokenPolicy } from "../policies/policies";
import { updateActAsSettings } from "../act-as/settings";
import { configureSource, createSource } from "../role-sync/sources";

const protocol = {
  requirePushedRequests: false,
  requireDpop: false,
  backchannelLogoutUri: null,
  apiAudience: null,
};
const feed = {
  url: "https://hr.example/feed",
  format: "csv",
  personField: "email",
  roleField: "role",
  allowEmpty: false,
  mapping: [],
};
const provider = { issuer: "https://id.example", clientId: "castellan", emailDomains: ["one.example"] };
const providerOf = (settings: object) => ({
  name: "Id",
  configuration: { kind: "oidc", settings: { ...provider, trustEmail: true, ...settings } },
});

interface Case {
  words: string;
  operation: Operation;
  /**
   * Creates the record that two forms edit at the same time. Returns the fields that every request contains, such as the
   * record's id.
   */
  make?: (test: TestOperations, tenantId: number) => Promise<object>;
  /**
   * The values that both forms loaded before the edits, by the names of the fields on the server. Each form sends all of these
   * fields.
   */
  loaded: Record<string, unknown>;
  theirs: object;
  mine: object;
  /** The present values that the error message must contain. */
  current: object;
  /** Converts the fields of the form to the fields of the request. Absent if the fields are equal. */
  sent?: (fields: object) => object;
}

const anApp = async (test: TestOperations, tenantId: number) => {
  const { appId } = await test.run(tenantId, createApp, {
    name: "Shop",
    redirectUris: ["https://shop.example/cb"],
  });
  return { appId };
};

const cases: Case[] = [
  {
    words: "the token policy",
    operation: updateTokenPolicy,
    loaded: { accessTokenLifetimeSeconds: 3_600, refreshTokenLifetimeDays: 30, alwaysRequireConsent: false },
    theirs: { accessTokenLifetimeSeconds: 900, alwaysRequireConsent: true },
    mine: { accessTokenLifetimeSeconds: 600 },
    current: { accessTokenLifetimeSeconds: 900, alwaysRequireConsent: true },
  },
  {
    words: "how long the audit log is kept",
    operation: updateAuditSettings,
    loaded: { retentionDays: null },
    theirs: { retentionDays: 365 },
    mine: { retentionDays: 90 },
    current: { retentionDays: 365 },
  },
  {
    words: "the act-as settings",
    operation: updateActAsSettings,
    loaded: { enabled: false, requireApproval: true },
    theirs: { requireApproval: false },
    mine: { enabled: true },
    current: { requireApproval: false },
  },
  {
    words: "the country restriction",
    operation: setGeoRestriction,
    loaded: { mode: "disabled", countries: [] },
    theirs: { mode: "allow", countries: ["CH"] },
    mine: { mode: "deny", countries: ["FR"] },
    current: { mode: "allow", countries: ["CH"] },
  },
  {
    words: "an app's redirect URIs",
    operation: updateApp,
    make: anApp,
    loaded: { redirectUri: "https://shop.example/cb", additionalRedirectUris: [] },
    theirs: { additionalRedirectUris: ["https://shop.example/theirs"] },
    mine: { additionalRedirectUris: ["https://shop.example/mine"] },
    current: { additionalRedirectUris: ["https://shop.example/theirs"] },
  },
  {
    words: "an app's addresses after signing out",
    operation: setAppLogoutUris,
    make: anApp,
    loaded: { postLogoutRedirectUris: [] },
    theirs: { postLogoutRedirectUris: ["https://shop.example/theirs"] },
    mine: { postLogoutRedirectUris: ["https://shop.example/mine"] },
    current: { postLogoutRedirectUris: ["https://shop.example/theirs"] },
  },
  {
    words: "an app's sign-in settings",
    operation: setAppSignIn,
    make: anApp,
    loaded: { trusted: false, initiateLoginUri: null },
    theirs: { trusted: false, initiateLoginUri: "https://shop.example/theirs" },
    mine: { trusted: false, initiateLoginUri: "https://shop.example/mine" },
    current: { initiateLoginUri: "https://shop.example/theirs" },
  },
  {
    words: "an app's protocol settings",
    operation: setAppProtocol,
    make: anApp,
    loaded: protocol,
    theirs: { requireDpop: true, apiAudience: "https://theirs.example" },
    mine: { apiAudience: "https://mine.example" },
    current: { requireDpop: true, apiAudience: "https://theirs.example" },
  },
  {
    words: "where role sync reads from",
    operation: configureSource,
    make: async (test, tenantId) => {
      const { sourceId } = await test.run(tenantId, createSource, {
        name: "HR",
        connectorName: "DirectoryFeed",
        targetAppId: null,
      });
      await test.run(tenantId, configureSource, { sourceId, settings: feed, everyMinutes: 60 });
      return { sourceId };
    },
    sent: ({ everyMinutes, ...settings }: { everyMinutes?: number }) => ({ everyMinutes, settings }),
    loaded: { ...feed, everyMinutes: 60 },
    theirs: { url: "https://theirs.example/feed" },
    mine: { url: "https://mine.example/feed", everyMinutes: 30 },
    current: { url: "https://theirs.example/feed" },
  },
  {
    words: "what a credential may do",
    operation: updateCredentialCapabilities,
    make: async (test, tenantId) => {
      const { credentialId } = await test.run(tenantId, createCredential, {
        name: "Billing sync",
        capabilities: ["ReadAuditLog"],
      });
      return { credentialId };
    },
    loaded: { capabilities: ["ReadAuditLog"] },
    theirs: { capabilities: ["ReadAuditLog", "ReadSessions"] },
    mine: { capabilities: ["ReadAuditLog", "ReadRiskSignals"] },
    current: { capabilities: ["ReadAuditLog", "ReadSessions"] },
  },
  {
    words: "an identity provider",
    operation: updateProvider,
    make: async (test, tenantId) => {
      const { providerId } = await test.run(tenantId, createProvider, providerOf({}));
      return { providerId };
    },
    sent: providerOf,
    loaded: provider,
    theirs: { emailDomains: ["one.example", "theirs.example"] },
    mine: { emailDomains: ["mine.example"] },
    current: { emailDomains: ["one.example", "theirs.example"] },
  },
];

describe.each(databaseKinds)("concurrent edits of a setting by two administrators on %s", (kind) => {
  let test: TestOperations;
  let tenantId = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it.each(cases)("$words: refuses to overwrite an unseen change", async (each) => {
    const { operation, make, loaded, theirs, mine, current, sent = (fields: object) => fields } = each;
    const t = ++tenantId;
    const named = (await make?.(test, t)) ?? {};
    const change = (fields: object, basedOn?: Record<string, unknown>) =>
      test.run(t, operation, { ...named, ...sent({ ...loaded, ...fields }) }, { basedOn });
    await change(theirs);
    const eventCount = (await test.events(t)).length;

    await expect(change(mine, loaded)).rejects.toMatchObject({
      status: 409,
      error: "conflict",
      details: { current },
    });
    expect(await test.events(t)).toHaveLength(eventCount);

    await change(mine, { ...loaded, ...current });
    expect(await test.events(t)).toHaveLength(eventCount + 1);
  });

  it("does not treat a value that the platform lowered as another administrator's change", async () => {
    const t = ++tenantId;
    await test.run(t, updateTokenPolicy, { accessTokenLifetimeSeconds: 3_000 });
    const settings = test.ports.settings;
    test.ports.settings = () => Promise.resolve(savedSettings({ maxAccessTokenSeconds: 600 }));
    const shown = { accessTokenLifetimeSeconds: 600, refreshTokenLifetimeDays: 30 };
    const changed = await test.run(
      tenantActor(t),
      updateTokenPolicy,
      { ...shown, refreshTokenLifetimeDays: 7 },
      { basedOn: shown },
    );
    test.ports.settings = settings;
    expect(changed).toMatchObject({ accessTokenLifetimeSeconds: 600, refreshTokenLifetimeDays: 7 });
    expect((await test.events(t)).at(-1)!.changes).toEqual({ refreshTokenLifetimeDays: { from: 30, to: 7 } });
  });
});
