import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { revokeSession, revokeSessions } from "@/server/domain/sessions/sessions";
import { suspendUser } from "@/server/domain/users/users";
import { sealAuditEvents } from "@/server/domain/audit/worker/seals";
import { startDispatcher } from "@/server/outbox/dispatcher";
import { noticeEndedSessions, startLogouts } from "@/server/outbox/logouts";
import { createGuardedPost } from "@/server/ports/guarded-post";
import { createScene, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

/** Starts an app's receiver. It records the notices and answers as configured. */
async function startReceiver() {
  const got: { path: string; token: string }[] = [];
  let answer: RequestListener = (_request, response) => void response.end();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      got.push({ path: request.url!, token: new URLSearchParams(body).get("logout_token") ?? "" });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    got,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: (listener: RequestListener) => void (answer = listener),
    reset: () => {
      got.length = 0;
      answer = (_request, response) => void response.end();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each(databaseKinds)("apps are notified when a session ends on %s", (kind) => {
  let rig: Scene;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    rig = await createScene(kind, { overHttp: true });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await rig.close();
  });
  const start = ({ allowPrivate = true, timeoutMs = 2_000 } = {}) => {
    const { database } = rig.world;
    const log = pino({ level: "silent" });
    const dispatcher = startDispatcher(database, [sealAuditEvents, noticeEndedSessions], log);
    const logouts = startLogouts({
      database,
      log,
      idleMs: 20,
      sweepMs: 100,
      retryScale: 0.01,
      token: rig.auth.logoutToken,
      post: createGuardedPost({ allowPrivate, timeoutMs }),
    });
    stop = async () => {
      await dispatcher.stop();
      await logouts.stop();
    };
  };
  beforeEach(() => start());
  afterEach(async () => {
    await stop();
    receiver.reset();
    await rig.world.database.sql`delete from logout_notices`;
  });

  const notices = async () => (await rig.world.database.sql`select * from logout_notices`).length;
  /** Signs a user in to an app that requires notices. */
  async function signedIn(path = "/logout") {
    // Writes the address to the database, because the check of addresses refuses the loopback address of the receiver.
    const setting = await rig.addTenant();
    await rig.world.database
      .sql`update apps set backchannel_logout_uri = ${receiver.url + path} where id = ${setting.appId}`;
    const browser = rig.browser();
    const tokens = await browser.signIn(setting.app, setting.person);
    const claims = JSON.parse(Buffer.from(tokens.id_token!.split(".")[1]!, "base64url").toString()) as {
      sid: string;
    };
    const [session] = await rig.world.inTenant(setting.tenantId, (tx) => tx.sessions.list());
    return { ...setting, browser, tokens, sid: claims.sid, sessionId: session!.id };
  }
  const told = () => expect.poll(() => receiver.got.length, { interval: 20 }).toBe(1);

  const endings: [string, (at: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>][] = [
    [
      "an administrator ends the session",
      ({ actor, person, sessionId }) =>
        rig.execute(actor, revokeSession, { userId: person.userId, sessionId }),
    ],
    [
      "an administrator ends all sessions",
      ({ actor, person }) => rig.execute(actor, revokeSessions, { userId: person.userId }),
    ],
    [
      "the person is suspended",
      ({ actor, person }) => rig.execute(actor, suspendUser, { userId: person.userId }),
    ],
    [
      "the organization is suspended",
      ({ tenantId }) =>
        rig.world.database.sql`update tenants set status = 'suspended' where id = ${tenantId}`,
    ],
    [
      "the person signs out",
      async ({ browser, tokens }) => {
        const page = await browser.open(`/end_session?id_token_hint=${tokens.id_token!}`);
        const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())![1]!;
        await browser.open("/end_session/confirm", {
          method: "POST",
          body: new URLSearchParams({ xsrf, logout: "yes" }),
        });
      },
    ],
  ];
  it.each(endings)("when %s", async (_name, end) => {
    const at = await signedIn();
    expect(at.sid).toBeDefined();
    expect(await notices()).toBe(1);
    await end(at);
    await told();
    const keys = (await (await fetch(`${rig.baseUrl}/jwks`)).json()) as JSONWebKeySet;
    const { payload } = await jwtVerify(receiver.got[0]!.token, createLocalJWKSet(keys), {
      typ: "logout+jwt",
      issuer: rig.baseUrl,
      audience: at.app.clientId,
      algorithms: ["RS256"],
      maxTokenAge: "2 min",
    });
    expect(payload).toMatchObject({
      sub: String(at.person.userId),
      sid: at.sid,
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    });
    expect(payload["jti"]).toBeDefined();
    // A logout token with a nonce could pass as an ID token (Back-Channel Logout §2.4).
    expect(payload).not.toHaveProperty("nonce");
    await expect.poll(notices).toBe(0);
  });

  it("not when the person chooses to stay signed in", async () => {
    const at = await signedIn();
    const page = await at.browser.open("/end_session");
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())![1]!;
    await at.browser.open("/end_session/confirm", { method: "POST", body: new URLSearchParams({ xsrf }) });
    // The notice of a later event arrives. That of the earlier one is not due.
    const other = await signedIn("/other");
    await rig.execute(other.actor, suspendUser, { userId: other.person.userId });
    await told();
    expect(receiver.got.map(({ path }) => path)).toEqual(["/other"]);
    const due = await rig.world.database
      .sql`select next_attempt_at from logout_notices where session_id = ${at.sessionId}`;
    expect(due).toEqual([{ next_attempt_at: null }]);
    const session = await rig.world.inTenant(at.tenantId, (tx) => tx.sessions.get(at.sessionId));
    expect(session!.revokedAt).toBeNull();
  });

  it("retries until the app answers, and gives up in the end", async () => {
    receiver.answers((_request, response) => {
      response.statusCode = receiver.got.length < 3 ? 503 : 204;
      response.end();
    });
    const at = await signedIn();
    await rig.execute(at.actor, suspendUser, { userId: at.person.userId });
    await expect.poll(() => receiver.got.length).toBe(3);
    await expect.poll(notices).toBe(0);
  });

  it("does not let an unavailable app delay another", async () => {
    await stop();
    start({ timeoutMs: 60_000 });
    const held: ServerResponse[] = [];
    receiver.answers((request, response) => {
      if (request.url === "/dead") held.push(response);
      else response.end();
    });
    const dead = await signedIn("/dead");
    for (let more = 0; more < 6; more++) await rig.browser().signIn(dead.app, dead.person);
    const alive = await signedIn("/alive");
    await rig.execute(dead.actor, suspendUser, { userId: dead.person.userId });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await rig.execute(alive.actor, suspendUser, { userId: alive.person.userId });
    await expect.poll(() => receiver.got.filter(({ path }) => path === "/alive").length).toBe(1);
    expect(held.filter(({ writableEnded }) => writableEnded)).toEqual([]);
    for (const response of held) response.end();
    receiver.answers((_request, response) => void response.end());
  });

  it("sends nothing to a private address", async () => {
    await stop();
    start({ allowPrivate: false });
    const at = await signedIn();
    await rig.execute(at.actor, suspendUser, { userId: at.person.userId });
    // The second attempt begins after the end of the first.
    const attempts = async () => (await rig.world.database.sql`select attempts from logout_notices`)[0];
    await expect.poll(attempts).toMatchObject({ attempts: 2 });
    expect(receiver.got).toEqual([]);
  });

  it("still sends the notice for a removed person", async () => {
    const at = await signedIn();
    await rig.world.inTenant(at.tenantId, (tx) => tx.users.remove(at.person.userId));
    await told();
  });
});
