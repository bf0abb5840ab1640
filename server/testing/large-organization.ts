import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { listBounds } from "@/server/domain/provisioning/people-list";
import type { Database } from "@/server/store/database";
import { scimWorld, type List, type ScimWorld } from "./scim";

/** Registers hooks of a suite: an organization of 120 users, and the usual limits after each test. */
export function largeOrganization(kind: Database["kind"]) {
  const usual = { ...listBounds };
  const useBounds = (bounds: Partial<typeof listBounds>) => void Object.assign(listBounds, usual, bounds);
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
    const { tenantId } = world.server.seed.tenants[0];
    await world.server.database.sql.unsafe(`
      insert into users (tenant_id, email, user_name, name, given_name, family_name, external_id, status, scim_attributes)
      select ${tenantId}, case when n % 9 > 0 then 'Person' || n || '@large.example' end, case when n % 9 = 0 then 'Person' || n end,
        (array['Ada', 'Bruno'])[1 + n % 2] || ' ' || n % 10 || ' ' || (array['Stone', 'River', 'Lake'])[1 + n % 3],
        case when n % 5 = 0 then 'Brunhilde' end, case when n % 7 = 0 then 'Stepstone' end,
        case when n % 4 = 0 then 'X-' || n end, case when n % 6 = 0 then 'suspended' else 'active' end,
        case when n % 11 = 0 then jsonb_build_object('emails', jsonb_build_array(
               jsonb_build_object('value', 'person' || n || '@large.example', 'type', 'work'),
               jsonb_build_object('value', 'other' || n || '"quoted"@large.example', 'type', 'home')))
             when n % 13 = 0 then '{"name": null, "displayName": null}' end
      from generate_series(1, 120) as n`);
  }, 120_000);
  afterEach(() => useBounds({}));
  afterAll(() => world.close());

  const list = (query: string) => world.send<List>("GET", `/Users?count=7&${query}`);

  /** Requires that lists above the limits contain the same users in the same order as a list within them. */
  const requireSameUsers = async (filter: string) => {
    for (const order of [
      "",
      "&sortBy=userName",
      "&sortBy=name.familyName&sortOrder=descending",
      "&startIndex=4",
    ]) {
      const query = `filter=${encodeURIComponent(filter)}${order}`;
      useBounds({});
      const complete = (await list(query)).body;
      for (const bounds of [
        { gathered: 1, counted: 3, walked: 200 },
        { gathered: 30, counted: 3, walked: 200 },
        { gathered: 13, counted: 3, walked: 200 },
        { gathered: 3, counted: 3, walked: 40, walkedForEachSkipped: 1_000 },
      ]) {
        useBounds(bounds);
        const { status, body, headers } = await list(query);
        const which = `${query} ${JSON.stringify(bounds)}`;
        if (status === 400) expect(body, which).toMatchObject({ scimType: "tooMany" });
        else {
          expect(body.Resources, which).toEqual(complete.Resources);
          if (headers.get("total-results") !== "estimate")
            expect(body.totalResults, which).toBe(complete.totalResults);
          else expect(body.totalResults, which).toBeGreaterThanOrEqual(Math.min(4, complete.totalResults));
        }
      }
    }
  };
  return { list, useBounds, requireSameUsers };
}
