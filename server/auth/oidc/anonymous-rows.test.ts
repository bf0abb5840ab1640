import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppAccess } from "@/server/seed/browser";
import { anonymousRequests } from "@/server/testing/anonymous-requests";
import { createScene, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";
import { ROWS_PER_CLIENT } from "../limits/row-budget";

const authorization = ({ clientId, redirectUri }: AppAccess) => ({
  client_id: clientId,
  response_type: "code",
  redirect_uri: redirectUri,
  scope: "openid",
  code_challenge: "a".repeat(43),
  code_challenge_method: "S256",
});

describe.each(databaseKinds)("a stranger who causes rows without signing in, on %s", (kind) => {
  let scene: Scene;
  let stranger: ReturnType<typeof anonymousRequests>;
  beforeAll(async () => {
    scene = await createScene(kind);
    stranger = anonymousRequests(scene);
  }, 60_000);
  afterAll(() => scene.close());

  it("gets a bounded number of rows: of sessions, of which none lasts, and of sign-ins and pushed requests", async () => {
    await stranger.many(ROWS_PER_CLIENT + 40, () => stranger.get("/device", "198.51.100.9"));
    expect(await stranger.rows("Session")).toBeLessThanOrEqual(ROWS_PER_CLIENT + 5);
    const [lasting] = await scene.world.database.sql<{ count: number }[]>`
      select count(*)::int as count from oidc_payloads
      where model = 'Session' and account_id is null and payload ->> 'accountId' is null
        and expires_at > now() + interval '61 minutes'`;
    expect(lasting!.count).toBe(0);

    // The rows of all kinds share the budget of the client: each new one evicts a session.
    const { app } = await scene.addTenant({ clientType: "public" });
    const form = authorization(app);
    const requests = {
      Interaction: () => stranger.get(`/authorize?${new URLSearchParams(form).toString()}`, "198.51.100.9"),
      PushedAuthorizationRequest: () => stranger.post("/par", form, "198.51.100.9"),
    };
    for (const [model, request] of Object.entries(requests)) {
      const before = await stranger.rows("Session");
      for (let sent = 0; sent < 6; sent += 1) await request();
      expect([model, await stranger.rows(model), before - (await stranger.rows("Session"))]).toEqual([
        model,
        6,
        6,
      ]);
    }
  }, 120_000);
});
