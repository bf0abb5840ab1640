import { describe, expect, it } from "vitest";
import { largeOrganization } from "@/server/testing/large-organization";
import { databaseKinds } from "@/server/testing/stores";

/** A filter without an index, a combined one, and one whose conditions together exceed a limit. */
const filters = [
  'emails[type eq "home" and value co "other"]',
  'name.givenName eq "ada" or name.familyName sw "river"',
  // Each condition alone finds fewer users than one of the limits. All conditions together find more.
  'displayName co "ada 2" or displayName co "ada 4" or displayName co "bruno 3"',
];

describe.each(databaseKinds)("lists of an organization above the limits on %s", (kind) => {
  const { list, useBounds, requireSameUsers } = largeOrganization(kind);

  it.each(filters)("contain the same users for %s", (filter) => requireSameUsers(filter));

  it("refuse a filter that no index supports and that few users satisfy (400 tooMany)", async () => {
    useBounds({ gathered: 1, walked: 20, mostWalked: 20 });
    const { status, body } = await list(`filter=${encodeURIComponent('name.familyName co "zq"')}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ scimType: "tooMany" });
    expect((body as unknown as { detail: string }).detail).toContain("more than 20 users");
  });

  it("let a client that follows totalResults read every user, although the total is an estimate", async () => {
    const seen = new Set<string>();
    useBounds({ gathered: 3, counted: 3, walked: 200 });
    const first = await list("sortBy=userName");
    expect(first.headers.get("total-results")).toBe("estimate");
    let total = first.body.totalResults;
    for (let startIndex = 1; startIndex <= total;) {
      const { body } = await list(`sortBy=userName&startIndex=${startIndex}`);
      for (const { id } of body.Resources) seen.add(id);
      total = body.totalResults;
      startIndex += body.itemsPerPage;
    }
    useBounds({});
    const { body, headers } = await list("");
    expect(headers.get("total-results")).toBeNull();
    expect(seen.size).toBe(body.totalResults);
  });
});
