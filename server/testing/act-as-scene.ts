import { expect } from "vitest";
import type { createBrowser, AppAccess, Tokens } from "@/server/seed/browser";
import { openActAs, requestActAs } from "@/server/domain/act-as/requests";
import { updateActAsSettings } from "@/server/domain/act-as/settings";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { Database } from "@/server/store/database";
import { BASE_URL } from "./authentication";
import { tenantActor } from "./operations";
import { createScene, PASSWORD, REDIRECT_URI } from "./scene";
import { consoleCookie } from "./sign-in";

type Browser = ReturnType<typeof createBrowser>;

/** Creates a scene with administrators who act as a user. */
export async function createActAsScene(kind: Database["kind"]) {
  const scene = await createScene(kind);
  const { world, auth, execute, browser } = scene;
  let apis = 0;

  /** Creates a tenant with an owner in the console, a user, and an app to which the user has consented, or not. */
  async function addTenantWithOwner({ agreed = true, requireApproval = false } = {}) {
    const api = `https://api${(apis += 1)}.shop.example`;
    const made = await scene.addTenant({ apiAudience: api });
    const { tenantId, slug, actor, person, app, appId } = made;
    const email = `owner@${slug}.example`;
    const ownerId = await world.administrator(tenantId, email, PASSWORD);
    // Without a second owner, the owner could be neither suspended nor locked.
    await world.administrator(tenantId, `other@${slug}.example`, PASSWORD);
    if (agreed) await browser().signIn(app, person);
    await execute(actor, updateActAsSettings, { enabled: true, requireApproval });
    const cookie = await consoleCookie(auth, BASE_URL, { email, password: PASSWORD, ip: "203.0.113.9" });
    const facts = { ip: "192.0.2.1", requestId: "r" };
    const owner = (await auth.consoleActor(cookie, slug, facts)) as TenantActor;
    // Only a signed-in person can answer the request for approval.
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { userId } = person;
    const begun = () => world.inTenant(tenantId, (tx) => tx.sessions.insert({ userId, expiresAt }));
    const self = tenantActor(tenantId, {
      capabilities: [],
      channel: "account",
      as: { userId, email: person.email, sessionId: requireApproval ? (await begun()).id : null },
    });
    const ask = (of: number | null = appId) =>
      execute(owner, requestActAs, { userId, appId: of, reason: "Ticket 4711", minutes: 30 });
    return { ...made, api, owner, ownerId, self, cookie, ask };
  }
  type Made = Awaited<ReturnType<typeof addTenantWithOwner>>;

  /** Opens the one-time link in the browser of this console session. */
  async function openLink(path: string, cookie: string) {
    const visit = browser();
    const response = await visit.open("/act-as/step/begin", {
      method: "POST",
      headers: { origin: BASE_URL, cookie },
      body: new URLSearchParams({ link: path.slice("/act-as/link/".length) }),
    });
    return { visit, response };
  }

  /** Requests to act as the user, and opens the link. Returns the administrator's browser. */
  async function actAsUser(at: Made, appId: number | null = at.appId) {
    const { requestId } = await at.ask(appId);
    const { path } = await execute(at.owner, openActAs, { requestId });
    // The test browser does not store this cookie. It is sent explicitly where it is read.
    const { visit, response } = await openLink(path, at.cookie);
    expect(response.headers.get("location")).toBe(`${BASE_URL}/act-as/${at.tenantId}`);
    return visit;
  }

  async function tokensOf(visit: Browser, app: AppAccess) {
    const { at, verifier } = await visit.authorize(app);
    expect(at).toContain(REDIRECT_URI);
    return visit.exchange(app, at, verifier);
  }

  /** Returns a token for the app's own API, with its refresh token. */
  async function apiTokensOf(visit: Browser, made: Made, parameters: Record<string, string> = {}) {
    const { at, verifier } = await visit.authorize(made.app, { resource: made.api, ...parameters });
    const code = new URL(at).searchParams.get("code")!;
    const answer = await scene.exchange(made, { code, code_verifier: verifier, resource: made.api });
    return answer.body as unknown as Tokens;
  }

  return { ...scene, addTenantWithOwner, openLink, actAsUser, tokensOf, apiTokensOf };
}

export type ActAsScene = Awaited<ReturnType<typeof createActAsScene>>;
export type ActAsTenant = Awaited<ReturnType<ActAsScene["addTenantWithOwner"]>>;
