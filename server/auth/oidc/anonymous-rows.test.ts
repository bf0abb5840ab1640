import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anonymousRequests } from "@/server/testing/anonymous-requests";
import { appScene, type AppScene } from "@/server/testing/app-scene";
import { databaseKinds } from "@/server/testing/stores";
import { ROWS_PER_CLIENT } from "../limits/row-budget";

describe.each(databaseKinds)("a stranger who causes rows without signing in, on %s", (kind) => {
  let scene: AppScene;
  let stranger: ReturnType<typeof anonymousRequests>;
  beforeAll(async () => {
    scene = await appScene(kind);
    stranger = anonymousRequests(scene);
  }, 60_000);
  afterAll(() => scene.world.close());

  it("gets a bounded number of sessions by pages that keep the state of a form, and none that lasts", async () => {
    await stranger.many(ROWS_PER_CLIENT + 40, () => stranger.get("/device", "198.51.100.9"));
    expect(await stranger.rows("Session")).toBeLessThanOrEqual(ROWS_PER_CLIENT + 5);
    const [lasting] = await scene.world.database.sql<{ count: number }[]>`
      select count(*)::int as count from oidc_payloads
      where model = 'Session' and account_id is null and payload ->> 'accountId' is null
        and expires_at > now() + interval '61 minutes'`;
    expect(lasting!.count).toBe(0);
  }, 120_000);
});
