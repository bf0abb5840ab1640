import { initiateDeviceAuthorization, pollDeviceAuthorizationGrant } from "openid-client";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setApiApp } from "@/server/domain/apis/api-apps";
import { setApiRole } from "@/server/domain/apis/api-roles";
import { createApi } from "@/server/domain/apis/apis";
import { createApiScope } from "@/server/domain/apis/scopes";
import { updateApp } from "@/server/domain/apps/apps";
import { grantRole } from "@/server/domain/roles/grants";
import { createRole } from "@/server/domain/roles/roles";
import { updateSignInOptions } from "@/server/domain/sign-in-options/sign-in-options";
import { createScene, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("signing in on a device without a browser on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  type Browser = ReturnType<Scene["browser"]>;
  const scope = "openid profile offline_access";

  const xsrfOf = (page: string) => /name="xsrf" value="([^"]+)"/.exec(page)![1]!;
  const send = (browser: Browser, form: Record<string, string>) =>
    browser.open("/device", { method: "POST", body: new URLSearchParams(form) });

  /** Types the code, confirms it, and signs in. Returns the last page. */
  async function enter(browser: Browser, { app, person }: SceneTenant, code: string) {
    const asked = await (await browser.open("/device")).text();
    const confirm = await (await send(browser, { xsrf: xsrfOf(asked), user_code: code })).text();
    expect(confirm).toContain(code);
    let answer = await send(browser, { xsrf: xsrfOf(asked), user_code: code, confirm: "yes" });
    for (const step of ["sign-in", "consent"]) {
      const { at, response } = await browser.follow(answer, app);
      if (at === "") return response;
      answer = await browser.submit(at, step, person);
    }
    return (await browser.follow(answer, app)).response;
  }

  it("gives tokens to the device after the person has signed in elsewhere", async () => {
    const setting = await rig.addTenant({ clientType: "public", allowDeviceFlow: true });
    const client = await setting.client();
    const started = await initiateDeviceAuthorization(client, { scope, prompt: "consent" });
    expect(started).toMatchObject({
      verification_uri: `${rig.baseUrl}/device`,
      verification_uri_complete: `${rig.baseUrl}/device?user_code=${started.user_code}`,
      expires_in: 600,
    });
    expect(started.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const polling = pollDeviceAuthorizationGrant(client, { ...started, interval: 1 });
    const page = await enter(rig.browser(), setting, started.user_code);
    expect(await page.text()).toContain("Your device is signed in");
    expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'.*script-src 'none'/);
    const tokens = await polling;
    expect(tokens.claims()).toMatchObject({ sub: String(setting.person.userId), tid: setting.tenantId });
    expect(tokens.refresh_token).toBeDefined();
    // The device code is valid once.
    await expect(pollDeviceAuthorizationGrant(client, { ...started, interval: 1 })).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  it("gives the device a token for an API, with the scopes that the user's roles allow", async () => {
    const setting = await rig.addTenant({ clientType: "public", allowDeviceFlow: true });
    const { actor, appId, person } = setting;
    const audience = "https://api.device.example";
    const { apiId } = await rig.execute(actor, createApi, { name: "Films", audience, enforceRoles: true });
    for (const name of ["films:play", "films:delete"])
      await rig.execute(actor, createApiScope, { apiId, name, description: name });
    await rig.execute(actor, setApiApp, { apiId, appId, forUsers: true, forItself: false });
    const { roleId } = await rig.execute(actor, createRole, { name: "Viewers" });
    await rig.execute(actor, setApiRole, { apiId, roleId, scopes: ["films:play"] });
    await rig.execute(actor, grantRole, { userId: person.userId, roleId });
    const client = await setting.client();
    const asked = { scope: "openid films:play films:delete", resource: audience };
    const started = await initiateDeviceAuthorization(client, asked);
    const polling = pollDeviceAuthorizationGrant(client, { ...started, interval: 1 }, { resource: audience });
    await enter(rig.browser(), setting, started.user_code);
    const tokens = await polling;
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: audience, scope: "films:play" });
  });

  it("stores the session before it approves the device, which may poll in the same moment", async () => {
    const setting = await rig.addTenant({ clientType: "public", allowDeviceFlow: true });
    const { sql } = rig.world.database;
    await sql.unsafe(`
      create function castellan_refuse_unbound_code() returns trigger language plpgsql as $$ begin
        if new.payload->>'accountId' is not null and not exists (select from oidc_payloads session where session.model = 'Session'
          and session.uid = new.payload->>'sessionUid' and session.payload->'authorizations'->new.client_id->>'grantId' = new.grant_id)
        then raise exception 'the code is approved without its session'; end if;
        return new;
      end $$;
      create trigger unbound_code before insert or update on oidc_payloads for each row when (new.model = 'DeviceCode')
        execute function castellan_refuse_unbound_code()`);
    try {
      const started = await initiateDeviceAuthorization(await setting.client(), { scope: "openid" });
      const page = await enter(rig.browser(), setting, started.user_code);
      expect(await page.text()).toContain("Your device is signed in");
    } finally {
      await sql.unsafe(
        "drop trigger unbound_code on oidc_payloads; drop function castellan_refuse_unbound_code",
      );
    }
  });

  it("refuses the device if the person denies the request", async () => {
    const setting = await rig.addTenant({ allowDeviceFlow: true });
    const client = await setting.client();
    const started = await initiateDeviceAuthorization(client, { scope });
    const browser = rig.browser();
    const asked = await (await browser.open("/device")).text();
    const refused = await send(browser, { xsrf: xsrfOf(asked), user_code: started.user_code, abort: "yes" });
    expect(await refused.text()).toContain("The device was not signed in");
    await expect(pollDeviceAuthorizationGrant(client, { ...started, interval: 1 })).rejects.toMatchObject({
      error: "access_denied",
    });
  });

  it("is available only where app, tenant and platform allow it", async () => {
    const { app, appId, actor } = await rig.addTenant();
    const secret = { client_id: app.clientId, client_secret: app.clientSecret! };
    const ask = async () => (await rig.post("/device_authorization", { ...secret, scope })).status;
    expect(await ask()).toBe(400);
    await rig.execute(actor, updateApp, { appId, allowDeviceFlow: true });
    expect(await ask()).toBe(200);
    await rig.execute(actor, updateSignInOptions, { deviceFlowEnabled: false });
    expect(await ask()).toBe(400);
    await rig.execute(actor, updateSignInOptions, { deviceFlowEnabled: true });
    const { allowedSignInOptions: allowed } = await rig.world.ports.settings();
    rig.world.set({ allowedSignInOptions: { ...allowed, deviceFlowEnabled: false } });
    expect(await ask()).toBe(400);
    rig.world.set({ allowedSignInOptions: allowed });
    expect(await ask()).toBe(200);
  });

  it("refuses a code sent by another page, and asks for confirmation of a code from a URL", async () => {
    const setting = await rig.addTenant({ allowDeviceFlow: true });
    const { user_code } = await initiateDeviceAuthorization(await setting.client(), { scope });
    const browser = rig.browser();
    await browser.open("/device");
    const forged = await send(browser, { xsrf: "forged", user_code, confirm: "yes" });
    expect(forged.status).toBe(400);
    expect(forged.headers.get("location")).toBeNull();
    const complete = await browser.open(`/device?user_code=${user_code}`);
    // A one-line script submits the form. The policy of the page allows this script only.
    expect(complete.headers.get("content-security-policy")).toMatch(/script-src 'sha256-[^' ]+';/);
    const asked = await (await send(browser, { xsrf: xsrfOf(await complete.text()), user_code })).text();
    expect(asked).toContain("It is my device");
  });

  it("phishing with a code: app and code are shown, and no confirmation is skipped (RFC 8628 §5.4)", async () => {
    const setting = await rig.addTenant({ allowDeviceFlow: true });
    const { user_code } = await initiateDeviceAuthorization(await setting.client(), { scope });
    const browser = rig.browser();
    await browser.signIn(setting.app, setting.person);
    // A user who is signed in and has consented to the app must confirm, too.
    const complete = await (await browser.open(`/device?user_code=${user_code}`)).text();
    const asked = await (await send(browser, { xsrf: xsrfOf(complete), user_code })).text();
    expect(asked).toContain("Shop");
    expect(asked).toContain(user_code);
    expect(asked).toContain("It is my device");
    expect(asked).not.toContain("<script");
    const page = await fetch(`${rig.baseUrl}/device?user_code=${user_code}`);
    // A page of another site cannot send the answer: the form is bound to this browser's session.
    const forged = await send(browser, { xsrf: xsrfOf(await page.text()), user_code, confirm: "yes" });
    expect(forged.status).toBe(400);
  });

  it("checks no more concurrent wrong codes than sequential ones, in a form or a URL", async () => {
    const own = await createScene(kind, { overHttp: true });
    try {
      const browsers = Array.from({ length: 40 }, () => own.browser());
      const pages = await Promise.all(
        browsers.map(async (browser) => (await browser.open("/device")).text()),
      );
      const answers = await Promise.all(
        browsers.map((browser, index) =>
          send(browser, { xsrf: xsrfOf(pages[index]!), user_code: "BBBB-BBBB" }),
        ),
      );
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
      const byAddress = await fetch(`${own.baseUrl}/device?user_code=BBBB-BBBB`);
      expect(byAddress.status).toBe(429);
      expect(Number(byAddress.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await fetch(`${own.baseUrl}/device`)).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it("uses the reader's language", async () => {
    const open = async (headers: Record<string, string>) =>
      (await fetch(`${rig.baseUrl}/device`, { headers })).text();
    expect(await open({ "accept-language": "de-AT,de;q=0.9,en;q=0.5" })).toContain("Ein Gerät anmelden");
    expect(await open({ "accept-language": "fr,*;q=0.1" })).toContain("Sign in a device");
    expect(await open({ "accept-language": "de", cookie: "castellan_locale=en" })).toContain(
      "Sign in a device",
    );
  });

  it("limits the number of started devices", async () => {
    const own = await createScene(kind, { overHttp: true });
    try {
      const { app } = await own.addTenant({ clientType: "public", allowDeviceFlow: true });
      const { app: closed } = await own.addTenant({ clientType: "public" });
      const startOf = (clientId: string) =>
        own.post("/device_authorization", { client_id: clientId, scope: "openid" });
      const start = () => startOf(app.clientId);
      // Requests that start no device are not counted.
      for (let count = 0; count < 61; count++) expect((await startOf(closed.clientId)).status).toBe(400);
      for (let count = 0; count < 60; count++) expect((await start()).status).toBe(200);
      const refused = await start();
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({ error: "too_many_requests" });
      const slashed = await own.post("/device_authorization/", { client_id: app.clientId, scope: "openid" });
      expect(slashed.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    } finally {
      await own.close();
    }
  });

  it("limits guesses of codes", async () => {
    const own = await createScene(kind, { overHttp: true });
    try {
      const browser = own.browser();
      let page = await (await browser.open("/device")).text();
      const guess = () => send(browser, { xsrf: xsrfOf(page), user_code: "BBBB-BBBB" });
      for (let tries = 0; tries < 20; tries++) {
        page = await (await guess()).text();
        expect(page).toContain("no such code");
      }
      const refused = await guess();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500);
      const slashed = await browser.open("/device/", {
        method: "POST",
        body: new URLSearchParams({ xsrf: xsrfOf(page), user_code: "BBBB-BBBB" }),
      });
      expect(slashed.status).toBe(429);
    } finally {
      await own.close();
    }
  });
});
