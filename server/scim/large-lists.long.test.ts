import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listBounds } from "@/server/domain/provisioning/people-list";
import { databaseKinds } from "@/server/testing/stores";
import { scimWorld, type List, type ScimWorld } from "@/server/testing/scim";

const usual = { ...listBounds };

/** Filters of every kind: with an index, with a part of a text, without either, and combined. */
const filters = [
  'userName sw "person1"',
  'userName co "PERSON"',
  'userName ew "7@large.example"',
  'userName co "7"',
  'userName ne "person1@large.example"',
  'displayName co "ada 3"',
  'displayName eq "Ada 3 Stone"',
  'displayName co "e"',
  'name.givenName eq "ada"',
  'name.givenName co "bru"',
  'name.familyName sw "st"',
  'name.familyName ew "one"',
  'name.familyName gt "river"',
  "name.familyName pr",
  "not (name.familyName pr)",
  'not (name.familyName eq "stone")',
  'emails co "other1"',
  'emails sw "person2"',
  'emails co ".e"',
  'emails co "\\"quoted\\""',
  'emails[type eq "home" and value co "other"]',
  "active eq false",
  "not (active eq true)",
  "not (not (active eq true))",
  'externalId sw "X-1"',
  "externalId pr",
  "not (externalId pr)",
  'name.givenName eq "ada" and displayName co "stone"',
  'name.givenName eq "ada" or name.familyName sw "river"',
  'userName co "person1" or displayName co "bruno 2"',
  // Each condition alone finds fewer users than one of the limits. All conditions together find more.
  'displayName co "ada 2" or displayName co "ada 4" or displayName co "bruno 3"',
  'externalId co "X-1" or externalId ew "2"',
  'active eq false and emails co "person"',
  'meta.created gt "2020-01-01T00:00:00Z"',
];

describe.each(databaseKinds)("lists of an organization above the limits on %s", (kind) => {
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
  afterEach(() => void Object.assign(listBounds, usual));
  afterAll(() => world.close());

  const list = (query: string) => world.send<List>("GET", `/Users?count=7&${query}`);

  it.each(filters)(
    "contain the same users for %s",
    async (filter) => {
      for (const order of [
        "",
        "&sortBy=userName",
        "&sortBy=name.familyName&sortOrder=descending",
        "&startIndex=4",
      ]) {
        const query = `filter=${encodeURIComponent(filter)}${order}`;
        Object.assign(listBounds, usual);
        const complete = (await list(query)).body;
        for (const bounds of [
          { gathered: 1, counted: 3, walked: 200 },
          { gathered: 30, counted: 3, walked: 200 },
          { gathered: 13, counted: 3, walked: 200 },
          { gathered: 3, counted: 3, walked: 40, walkedForEachSkipped: 1_000 },
        ]) {
          Object.assign(listBounds, usual, bounds);
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
    },
    30_000,
  );

  it("refuse a filter that no index supports and that few users satisfy (400 tooMany)", async () => {
    Object.assign(listBounds, { gathered: 1, walked: 20, mostWalked: 20 });
    const { status, body } = await list(`filter=${encodeURIComponent('name.familyName co "zq"')}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ scimType: "tooMany" });
    expect((body as unknown as { detail: string }).detail).toContain("more than 20 users");
  });

  it("let a client that follows totalResults read every user, although the total is an estimate", async () => {
    const seen = new Set<string>();
    Object.assign(listBounds, { gathered: 3, counted: 3, walked: 200 });
    const first = await list("sortBy=userName");
    expect(first.headers.get("total-results")).toBe("estimate");
    let total = first.body.totalResults;
    for (let startIndex = 1; startIndex <= total;) {
      const { body } = await list(`sortBy=userName&startIndex=${startIndex}`);
      for (const { id } of body.Resources) seen.add(id);
      total = body.totalResults;
      startIndex += body.itemsPerPage;
    }
    Object.assign(listBounds, usual);
    const { body, headers } = await list("");
    expect(headers.get("total-results")).toBeNull();
    expect(seen.size).toBe(body.totalResults);
  });
});
