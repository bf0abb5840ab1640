import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aServiceAccount, aSession, aUser } from "@/server/testing/factories";
import { refusal } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { getUserProfile, listUsersPage } from "./console";
import { listUsers } from "./users";

describe.each(databaseKinds)("finding users on %s", (kind) => {
  const { test, another, refused } = operationsOn(kind);

  it("pages by userId with status and search, up to the last page", async () => {
    const t = another();
    const ids: number[] = [];
    for (let i = 0; i < 7; i++)
      ids.push((await aUser(test, t, { name: `Page ${i}`, status: i % 2 ? "suspended" : "active" })).id);
    await aServiceAccount(test, t, { name: "Page robot" });
    const walk = async (filter: object) => {
      const seen: number[] = [];
      let cursor: number | null = 0;
      while (cursor !== null) {
        const page: { users: { userId: number }[]; nextCursor: number | null } = await test.run(
          t,
          listUsers,
          { ...filter, limit: 2, cursor },
        );
        expect(page.nextCursor === null || page.nextCursor === page.users.at(-1)!.userId).toBe(true);
        seen.push(...page.users.map(({ userId }) => userId));
        cursor = page.nextCursor;
      }
      return seen;
    };
    expect(await walk({})).toEqual(ids);
    expect(await walk({ search: "page" })).toEqual(ids);
    expect(await walk({ search: "" })).toEqual(ids);
    const active = ids.filter((_id, i) => i % 2 === 0);
    expect(await walk({ status: "active" })).toEqual(active);
    expect(await walk({ status: "active", search: "PAGE" })).toEqual(active);
  });

  it("lists with one statement", async () => {
    test.database.takeStatements();
    await test.run(1, listUsers, {});
    expect(test.database.takeStatements().filter((text) => text.startsWith('select "'))).toHaveLength(1);
  });

  it("finds every identifier by any part of it and treats no character as special", async () => {
    const t = another();
    const people = [
      { name: "100% sure", email: "per_cent@example.com" },
      { name: "back\\slash", email: "b@example.com", phone: "+41 79 000 00 01" },
      { name: 'O\'Neil "quoted"', email: "q@example.com", userName: "one.il" },
      { name: "Zoë Ångström", email: "z@example.com", externalId: "EXT-42" },
      { name: "_under", email: "u@example.com" },
    ];
    const rows = await Promise.all(people.map((person) => aUser(test, t, person)));
    const texts = rows.map((row) =>
      [row.name, row.email, row.userName, row.phone, row.externalId].map((text) => text?.toLowerCase() ?? ""),
    );
    const found = async (search: string) =>
      (await test.run(t, listUsers, { search, limit: 200 })).users
        .map(({ userId }) => userId)
        .sort((a, b) => a - b);
    const expected = (search: string) =>
      rows
        .filter((_row, i) => texts[i]!.some((text) => text.includes(search.toLowerCase())))
        .map(({ id }) => id)
        .sort((a, b) => a - b);
    const part = fc
      .constantFrom(...texts.flat().filter(Boolean))
      .chain((text) =>
        fc
          .tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 6 }))
          .map(([from, length]) => text.slice(from, from + length)),
      );
    const hostile = fc.string({
      unit: fc.constantFrom("%", "_", "\\", "'", '"', "a", "1", "é", "ö", "*", "(", "|", "$", "\u{1f600}"),
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          part,
          hostile,
          part.map((text) => text.toUpperCase()),
        ),
        async (search) => {
          expect(await found(search)).toEqual(expected(search));
        },
      ),
      { numRuns: kind === "pglite" ? 60 : 150 },
    );
  });

  describe("in the console", () => {
    const walkPages = async (t: number, query: object) => {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page: { users: { userId: number }[]; nextCursor: string | null } = await test.run(
          t,
          listUsersPage,
          { ...query, ...(cursor && { cursor }) },
        );
        seen.push(...page.users.map(({ userId }) => userId));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return seen;
    };

    it("sorts, filters and pages to the end in every order", async () => {
      const t = another();
      const names = ["beta", "Alpha", null, "beta", "gamma", "alpha"];
      const rows: Awaited<ReturnType<typeof aUser>>[] = [];
      for (const [i, name] of names.entries()) {
        rows.push(
          await aUser(test, t, {
            name,
            email: `${"zyxwvu"[i]!}@example.com`,
            lockedIndefinitely: i === 1,
            status: i === 2 ? "suspended" : "active",
          }),
        );
      }
      const walk = (query: object) => walkPages(t, { ...query, limit: 2 });
      const keys = {
        id: () => "",
        name: (row: (typeof rows)[0]) => row.name?.toLowerCase() ?? "",
        email: (row: (typeof rows)[0]) => row.email!,
      };
      for (const sort of ["id", "name", "email"] as const) {
        const ascending = [...rows]
          .sort((a, b) =>
            keys[sort](a) < keys[sort](b) ? -1 : keys[sort](a) > keys[sort](b) ? 1 : a.id - b.id,
          )
          .map(({ id }) => id);
        for (const search of [{}, { search: "EXAMPLE" }]) {
          expect(await walk({ sort, ...search }), sort).toEqual(ascending);
          expect(await walk({ sort, direction: "desc", ...search }), sort).toEqual([...ascending].reverse());
        }
      }
      expect(await walk({ status: "locked" })).toEqual([rows[1]!.id]);
      expect(await walk({ status: "locked", search: "alpha" })).toEqual([rows[1]!.id]);
      expect(await walk({ status: "suspended", search: "example", sort: "name" })).toEqual([rows[2]!.id]);
    });

    it("pages over users without an address, in every order", async () => {
      const t = another();
      const addresses = [null, "b@example.com", null, "a@example.com", null];
      const ids: number[] = [];
      for (const email of addresses)
        ids.push((await aUser(test, t, { email, userName: `u${ids.length}` })).id);
      const ascending = [ids[3], ids[1], ids[0], ids[2], ids[4]];
      for (const limit of [1, 2, 3]) {
        expect(await walkPages(t, { sort: "email", limit })).toEqual(ascending);
        expect(await walkPages(t, { sort: "email", direction: "desc", limit })).toEqual(
          ascending.toReversed(),
        );
        const search = "u";
        expect(await walkPages(t, { sort: "email", search, limit })).toEqual(ascending);
        expect(await walkPages(t, { sort: "email", direction: "desc", search, limit })).toEqual(
          ascending.toReversed(),
        );
      }
    });

    it("finds the only matches among thousands of users in every order", async () => {
      const t = another();
      await test.database.sql.unsafe(
        `insert into users (tenant_id, name, email)
         select ${t}, 'User ' || n, case when n % 3 > 0 then 'u' || n || '@example.com' end from generate_series(1, 22500) as n`,
      );
      const rows = [];
      for (const name of ["Zora 1", "Aaron", "zora 3"]) {
        rows.push(
          await aUser(test, t, {
            name,
            userName: `rare-${name}`,
            email: name === "Aaron" ? null : `${name.replace(" ", "")}@example.com`,
          }),
        );
      }
      const [first, without, third] = rows.map(({ id }) => id);
      const search = "rare";
      const limit = 1;
      expect(await walkPages(t, { search, limit })).toEqual([first, without, third]);
      expect(await walkPages(t, { search, sort: "id", direction: "desc", limit })).toEqual([
        third,
        without,
        first,
      ]);
      expect(await walkPages(t, { search, sort: "name", limit })).toEqual([without, first, third]);
      expect(await walkPages(t, { search, sort: "name", direction: "desc", limit })).toEqual([
        third,
        first,
        without,
      ]);
      expect(await walkPages(t, { search, sort: "email", limit })).toEqual([first, third, without]);
      expect(await walkPages(t, { search, sort: "email", direction: "desc", limit })).toEqual([
        without,
        third,
        first,
      ]);
      expect(await walkPages(t, { search: "ra", sort: "name", status: "active" })).toEqual([
        without,
        first,
        third,
      ]);
    }, 120_000);

    it.each([
      "x",
      "",
      "WzFd",
      Buffer.from("[1,2]").toString("base64url"),
      Buffer.from('["a",-1]').toString("base64url"),
    ])("refuses the cursor %j", async (cursor) => {
      await refused(1, listUsersPage, { cursor }).toMatchObject(refusal(400, "cursor"));
    });

    it("shows lock, roles and last session of each user", async () => {
      const t = another();
      const { id: userId } = await aUser(test, t, { lockedUntil: new Date(test.clock.now.getTime() + 1) });
      const createdAt = new Date("2026-02-01T00:00:00.123Z");
      await aSession(test, t, userId, { createdAt: new Date("2026-01-01T00:00:00Z") });
      await aSession(test, t, userId, { createdAt });
      await test.write(t, async (tx) => {
        for (const name of ["One", "Two"])
          await tx.roleGrants.insert({ userId, roleId: (await tx.roles.insert({ name })).id });
        await tx.administrators.insert({ userId, role: "owner" });
      });
      expect((await test.run(t, listUsersPage, {})).users).toMatchObject([
        {
          userId,
          locked: true,
          roleCount: 2,
          lastSessionAt: createdAt.toISOString(),
          administrator: "owner",
        },
      ]);
      const profile = await test.run(t, getUserProfile, { userId });
      expect(profile).toMatchObject({
        user: { userId, hasPassword: false },
        lock: { locked: true, indefinite: false },
        roles: [{ name: "One", appId: null, appName: null }, { name: "Two" }],
        administrator: "owner",
        sessions: [{ createdAt: createdAt.toISOString(), revokedAt: null }, {}],
      });
      expect(JSON.stringify(profile)).not.toContain("passwordHash");
    });
  });
});
