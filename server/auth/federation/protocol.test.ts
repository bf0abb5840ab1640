import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { createProvider } from "@/server/domain/federation/providers";
import { BASE_URL } from "@/server/testing/authentication";
import { anotherProvider, browseTo } from "@/server/testing/oidc-provider";
import { createScene, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("a sign-in to an app through another provider, on %s", (kind) => {
  let scene: Scene;
  let idp: Awaited<ReturnType<typeof anotherProvider>>;
  let tenantId: number;
  let providerId: number;
  let app: SceneTenant["app"];

  beforeAll(async () => {
    scene = await createScene(kind);
    const { execute } = scene;
    const { actor, slug, appId, ...made } = await scene.addTenant();
    ({ tenantId, app } = made);
    idp = await anotherProvider(`${BASE_URL}/federation/${slug}/oidc/`);
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
    await scene.close();
  });

  /** Chooses the provider on the sign-in page, and follows the redirects until our own address. */
  async function chosen(visit: ReturnType<Scene["browser"]>) {
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
  const people = () => scene.world.inTenant(tenantId, (tx) => tx.users.list());

  it("ends with tokens of a new person, and a session with the method", async () => {
    const visit = scene.browser();
    const { back, verifier } = await chosen(visit);
    const claimed = await visit.open(locationOf(await visit.open(back)));
    const { at } = await visit.follow(claimed, app);
    const agreed = await visit.follow(await visit.submit(at, "consent"), app);
    const tokens = await visit.exchange(app, agreed.at, verifier);
    const person = (await people()).find(({ email }) => email === idp.account.email);
    // RFC 8176: `amr` describes our own authentication, so it omits the methods of the provider.
    expect(decodeJwt(tokens.id_token!)).toMatchObject({ sub: String(person?.id) });
    const [session] = await scene.world.inTenant(tenantId, (tx) => tx.sessions.list());
    expect(session).toMatchObject({ userId: person?.id, methods: ["Social"] });
    const [signIn] = await scene.world.inTenant(tenantId, (tx) => tx.signIns.list());
    expect(signIn).toMatchObject({ outcome: "succeeded", method: "Social" });
  });

  it("cannot be completed in a browser that did not begin it", async () => {
    const mallory = scene.browser();
    const { back, page } = await chosen(mallory);
    // The victim signs in at the provider, and returns in a browser without Mallory's cookie.
    const victim = scene.browser();
    const onward = locationOf(await victim.open(back));
    const refused = await victim.open(onward);
    expect(locationOf(refused)).toBe(`${BASE_URL}${page}`);
    // Mallory's browser has the cookie, but not the claim.
    const guessed = await mallory.open(`${page}/outside?claim=guessed`);
    expect(locationOf(guessed)).toBe(`${BASE_URL}${page}?error=outside`);
  });

  it("begins only with a form of our own page", async () => {
    const visit = scene.browser();
    const { at } = await visit.authorize(app);
    const answer = await visit.open(`${new URL(at).pathname}/outside`, {
      method: "POST",
      headers: { origin: "https://evil.example" },
      body: new URLSearchParams({ provider: String(providerId) }),
    });
    expect(answer.status).toBe(403);
  });

  it("attack: a form that is sent repeatedly does not create rows without limit", async () => {
    const visit = scene.browser();
    const { at } = await visit.authorize(app);
    const begun = async () =>
      (await scene.world.inTenant(tenantId, (tx) => tx.outsideAttempts.list())).length;
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
    const visit = scene.browser();
    const { at } = await visit.authorize(app);
    const answer = await visit.open(`${new URL(at).pathname}/outside`, {
      method: "POST",
      body: new URLSearchParams({ provider }),
    });
    expect(locationOf(answer)).toBe(`${at}?error=outside`);
  });
});
