import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetUnknown, sweep } from "@/server/outbox/sweep";
import { anonymousRequests } from "@/server/testing/anonymous-requests";
import { createScene, type Scene } from "@/server/testing/scene";
import { BASE_URL } from "@/server/testing/authentication";
import { consoleBrowser, consoleSignIn } from "@/server/testing/sign-in";
import { databaseKinds } from "@/server/testing/stores";
import { ROWS_PER_CLIENT } from "../limits/row-budget";

describe.each(databaseKinds)("a stranger who causes rows without signing in, on %s", (kind) => {
  let scene: Scene;
  let stranger: ReturnType<typeof anonymousRequests>;
  beforeAll(async () => {
    scene = await createScene(kind);
    stranger = anonymousRequests(scene);
  }, 60_000);
  afterAll(() => scene.close());

  const challenge = "a".repeat(43);
  const request = (clientId: string, redirectUri: string) => ({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid",
    code_challenge: challenge,
    code_challenge_method: "S256",
  });

  it("gets a bounded number of 2,000 requests to /authorize, and others still sign in", async () => {
    const { app, person } = await scene.addTenant();
    const path = `/authorize?${new URLSearchParams(request(app.clientId, app.redirectUri)).toString()}`;
    const others = scene.browser();
    const begun = await others.authorize(app);
    await stranger.many(2_000, (index) => stranger.get(path, `2001:db8:9:9::${index.toString(16)}`));
    // The rows of one /64, and one row of another client.
    expect(await stranger.rows("Interaction")).toBe(ROWS_PER_CLIENT + 1);
    const { at } = await others.follow(await others.submit(begun.at, "sign-in", person), app);
    const agreed = await others.follow(await others.submit(at, "consent"), app);
    expect(await others.exchange(app, agreed.at, begun.verifier)).toHaveProperty("access_token");
    expect(await scene.browser().signIn(app, person)).toHaveProperty("access_token");
  }, 120_000);

  it("gets a bounded number of pushed requests by an app that shows no secret", async () => {
    const { app } = await scene.addTenant({ clientType: "public" });
    const form = request(app.clientId, app.redirectUri);
    await stranger.many(ROWS_PER_CLIENT + 40, () => stranger.post("/par", form, "198.51.100.10"));
    expect(await stranger.rows("PushedAuthorizationRequest")).toBe(ROWS_PER_CLIENT);
  }, 120_000);

  it("gets a bounded number of sign-ins under way at the console, and administrators still sign in", async () => {
    const { tenantId } = await scene.world.tenant();
    await scene.world.administrator(tenantId, "ada@rows.example", "correct horse battery");
    await stranger.many(ROWS_PER_CLIENT + 40, (index) =>
      consoleBrowser(scene.auth, BASE_URL, "198.51.100.11").step("identify", {
        email: `${index}@rows.example`,
      }),
    );
    const [flows] = await scene.world.database.sql<{ count: number }[]>`
      select count(*)::int as count from console_sign_in_flows`;
    expect(flows!.count).toBeLessThanOrEqual(ROWS_PER_CLIENT);
    const signIn = { email: "ada@rows.example", password: "correct horse battery", ip: "198.51.100.11" };
    expect(await consoleSignIn(scene.auth, BASE_URL, signIn)).toMatchObject({ outcome: "signed_in" });
  }, 120_000);

  it("leaves expired rows to the cleanup, and evicts the oldest attempts without a user", async () => {
    const { sql } = scene.world.database;
    const { tenantId } = await scene.world.tenant();
    await sql`update oidc_payloads set expires_at = now() - interval '1 second' where model = 'Interaction'`;
    await sql`update console_sign_in_flows set expires_at = now() - interval '1 second'`;
    await sql`insert into sign_ins (tenant_id, identifier, outcome, at)
      select ${tenantId}, 'nobody' || n, 'refused', now() - n * interval '1 second' from generate_series(1, 30) n`;
    await sweep(sql);
    await forgetUnknown(sql, 10);
    expect(await stranger.rows("Interaction")).toBe(0);
    const [left] = await sql<{ flows: number; attempts: number; oldest: string }[]>`
      select (select count(*)::int from console_sign_in_flows) as flows, count(*)::int as attempts,
        (array_agg(identifier order by at))[1] as oldest from sign_ins where tenant_id = ${tenantId}`;
    expect(left).toEqual({ flows: 0, attempts: 10, oldest: "nobody10" });
  });
});
