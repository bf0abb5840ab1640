import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBrowser, type AppAccess } from "@/server/seed/browser";
import { createApp } from "@/server/domain/apps/apps";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { createProvider } from "@/server/domain/federation/providers";
import { createExecute } from "@/server/kernel/operation/execute";
import { authenticationWorld, BASE_URL, type AuthenticationWorld } from "@/server/testing/authentication";
import { anotherProvider, browseTo } from "@/server/testing/oidc-provider";
import { tenantActor } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import type { Authentication } from "../authentication";

const facts = { ip: "192.0.2.1", requestId: "r" };

describe.each(databaseKinds)("a sign-in to an app through another provider, on %s", (kind) => {
  let world: AuthenticationWorld;
  let auth: Authentication;
  let idp: Awaited<ReturnType<typeof anotherProvider>>;
  let tenantId: number;
  let providerId: number;
  let app: AppAccess;

  beforeAll(async () => {
    world = await authenticationWorld(kind);
    auth = await world.instance();
    const { tenantId: id, slug } = await world.tenant();
    tenantId = id;
    idp = await anotherProvider(`${BASE_URL}/federation/${slug}/oidc/`);
    const execute = createExecute(world.stores, world.ports);
    const actor = tenantActor(tenantId);
    const redirectUri = "https://shop.example/cb";
    const registered = await execute(actor, createApp, { name: "Shop", redirectUris: [redirectUri] });
    const { appId, clientId } = registered;
    app = { clientId, clientSecret: registered.clientSecret ?? undefined, redirectUri };
    await execute(actor, approveConnector, { appId, name: "Social", approved: true });
    await execute(actor, setAppConnector, { appId, name: "Social", enabled: true });
    const settings = { issuer: idp.issuer, clientId: idp.clientId, createPeople: true };
    ({ providerId } = await execute(actor, createProvider, {
      name: "Elsewhere",
      configuration: { kind: "oidc", settings },
      secret: idp.secret,
    }));
  });
  afterAll(async () => {
    await idp.close();
    await world.close();
  });

  const browser = () =>
    createBrowser(BASE_URL, (request) => {
      const [, first, uid, step] = new URL(request.url).pathname.split("/");
      if (first === "federation") return auth.federation(request, facts);
      if (first !== "interaction") return auth.main.oidc(request, facts);
      return request.method === "GET"
        ? auth.main.interactions.returned(request, uid!, facts)
        : auth.main.interactions.submit(request, uid!, step!, facts);
    });

  /** Chooses the provider on the sign-in page, and follows the redirects until our own address. */
  async function chosen(visit: ReturnType<typeof browser>) {
    const { at, verifier } = await visit.authorize(app);
    const page = new URL(at).pathname;
    const sent = await visit.open(`${page}/outside`, {
      method: "POST",
      body: new URLSearchParams({ provider: String(providerId) }),
    });
    const back = await browseTo(sent.headers.get("location")!, `${BASE_URL}/federation/`);
    return { page, verifier, back: back.href };
  }
  const locationOf = (response: Response) => response.headers.get("location")!;
  const people = () => world.inTenant(tenantId, (tx) => tx.users.list());

  it("ends with tokens of a new person, and a session with the method", async () => {
    const visit = browser();
    const { back, verifier } = await chosen(visit);
    const claimed = await visit.open(locationOf(await visit.open(back)));
    const { at } = await visit.follow(claimed, app);
    const agreed = await visit.follow(await visit.submit(at, "consent"), app);
    const tokens = await visit.exchange(app, agreed.at, verifier);
    const person = (await people()).find(({ email }) => email === idp.account.email);
    // RFC 8176: `amr` describes our own authentication, so it omits the methods of the provider.
    expect(decodeJwt(tokens.id_token!)).toMatchObject({ sub: String(person?.id) });
    const [session] = await world.inTenant(tenantId, (tx) => tx.sessions.list());
    expect(session).toMatchObject({ userId: person?.id, methods: ["Social"] });
    const [signIn] = await world.inTenant(tenantId, (tx) => tx.signIns.list());
    expect(signIn).toMatchObject({ outcome: "succeeded", method: "Social" });
  });

  it("cannot be completed in a browser that did not begin it", async () => {
    const mallory = browser();
    const { back, page } = await chosen(mallory);
    // The victim signs in at the provider, and returns in a browser without Mallory's cookie.
    const victim = browser();
    const onward = locationOf(await victim.open(back));
    const refused = await victim.open(onward);
    expect(locationOf(refused)).toBe(`${BASE_URL}${page}`);
    // Mallory's browser has the cookie, but not the claim.
    const guessed = await mallory.open(`${page}/outside?claim=guessed`);
    expect(locationOf(guessed)).toBe(`${BASE_URL}${page}?error=outside`);
  });

  it("begins only with a form of our own page", async () => {
    const visit = browser();
    const { at } = await visit.authorize(app);
    const answer = await visit.open(`${new URL(at).pathname}/outside`, {
      method: "POST",
      headers: { origin: "https://evil.example" },
      body: new URLSearchParams({ provider: String(providerId) }),
    });
    expect(answer.status).toBe(403);
  });

  it("attack: a form that is sent repeatedly does not create rows without limit", async () => {
    const visit = browser();
    const { at } = await visit.authorize(app);
    const begun = async () => (await world.inTenant(tenantId, (tx) => tx.outsideAttempts.list())).length;
    const before = await begun();
    const locations: string[] = [];
    for (let count = 0; count < 14; count++)
      locations.push(
        locationOf(
          await visit.open(`${new URL(at).pathname}/outside`, {
            method: "POST",
            body: new URLSearchParams({ provider: String(providerId) }),
          }),
        ),
      );
    expect((await begun()) - before).toBe(10);
    expect(locations.slice(10)).toEqual(Array.from({ length: 4 }, () => `${at}?error=outside`));
  });

  it.each(["", "x", "0", "999999", "1e3"])("is not redirected for the provider %j", async (provider) => {
    const visit = browser();
    const { at } = await visit.authorize(app);
    const answer = await visit.open(`${new URL(at).pathname}/outside`, {
      method: "POST",
      body: new URLSearchParams({ provider }),
    });
    expect(locationOf(answer)).toBe(`${at}?error=outside`);
  });
});
