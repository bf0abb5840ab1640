import { describe, expect, it } from "vitest";
import { findProvisioned } from "@/server/domain/provisioning/people";
import { createRole, listRoles } from "@/server/domain/roles/roles";
import { aUser } from "@/server/testing/factories";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { listUsersPage } from "./console";

const NAMES = ["Aal", "Ärger", "ärger 2", "Azevedo", "Émile", "Ettore", "Øre", "Zoë"];

describe.each(databaseKinds)("names with accents on %s", (kind) => {
  const { test, another } = operationsOn(kind);

  /** Creates the users in another order than that of their names. */
  async function people() {
    const t = another();
    for (const [index, name] of NAMES.toReversed().entries())
      await aUser(test, t, { name, givenName: name, email: `person${index}@example.com` });
    return t;
  }

  it.each([{}, { search: "person" }])(
    "are sorted beside their letters, not after Z, over the pages of the list of users: %j",
    async (filter) => {
      const t = await people();
      for (const direction of ["asc", "desc"] as const) {
        const seen: (string | null)[] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const query = { sort: "name", direction, limit: 2, ...filter, ...(cursor && { cursor }) };
          const page: { users: { name: string | null }[]; nextCursor: string | null } = await test.run(
            t,
            listUsersPage,
            query,
          );
          seen.push(...page.users.map(({ name }) => name));
          cursor = page.nextCursor;
        }
        expect(seen).toEqual(direction === "asc" ? NAMES : NAMES.toReversed());
      }
    },
  );

  it.each(["displayname", "name.givenname"])("are sorted so by SCIM's sortBy=%s", async (sortBy) => {
    const t = await people();
    const page = { filter: null, sortBy, descending: false, offset: 0, limit: 50 };
    const { people: found } = await test.run(t, findProvisioned, page);
    expect(found.map(({ name }) => name)).toEqual(NAMES);
  });

  it("are sorted so in the list of roles", async () => {
    const t = another();
    for (const name of NAMES.toReversed()) await test.run(t, createRole, { name });
    expect((await test.run(t, listRoles, {})).map(({ name }) => name)).toEqual(NAMES);
  });
});
