import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyObject, Operation } from "@/server/kernel/operation";
import { command } from "@/server/kernel/operation";
import { aServiceAccount, aSession, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { getUserProfile, listUsersPage } from "./console";
import { lockState, lockUser, unlockUser } from "./locks";
import { createUser, getUser, listUsers, reactivateUser, suspendUser, updateUser } from "./users";

describe("lockState", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  it("reads a lock that has run out as none", () => {
    expect(lockState({ lockedUntil: now, lockedIndefinitely: false }, now)).toEqual({
      locked: false,
      lockedUntil: null,
      indefinite: false,
    });
    expect(lockState({ lockedUntil: new Date(now.getTime() + 1), lockedIndefinitely: false }, now)).toEqual({
      locked: true,
      lockedUntil: "2026-01-01T00:00:00.001Z",
      indefinite: false,
    });
    expect(lockState({ lockedUntil: null, lockedIndefinitely: true }, now)).toEqual({
      locked: true,
      lockedUntil: null,
      indefinite: true,
    });
  });
});

describe.each(databaseKinds)("users on %s", (kind) => {
  let test: TestOperations;
  /** Each test has a tenant of its own. */
  let tenant = 0;
  const another = () => ++tenant;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  const refused = (by: number, operation: Operation<AnyObject>, input: unknown) =>
    expect(test.run(by, operation, input)).rejects;

  it("creates a user, unverified, and records it", async () => {
    const t = another();
    const user = await test.run(t, createUser, { email: " Ann@Example.com ", name: "Ann" });
    expect(user).toEqual({ userId: user.userId, email: "Ann@Example.com", status: "active" });
    const row = await test.write(t, (tx) => tx.users.get(user.userId));
    expect(row).toMatchObject({ kind: "person", emailVerifiedAt: null, passwordHash: null });
    expect(await test.events(t)).toMatchObject([
      {
        action: "management_api.user_created",
        target: `user:${user.userId}`,
        targetLabel: "Ann@Example.com",
        clientId: `t${t}_test`,
        ip: "192.0.2.7",
        requestId: "request-1",
        changes: { email: { from: null, to: "Ann@Example.com" }, name: { from: null, to: "Ann" } },
      },
    ]);
  });

  it("refuses an address in use, without case and of a suspended user, and records nothing", async () => {
    const t = another();
    const { userId } = await test.run(t, createUser, { email: "Ann@example.com" });
    await test.run(t, suspendUser, { userId });
    const before = (await test.events(t)).length;
    await refused(t, createUser, { email: "ANN@EXAMPLE.COM" }).toMatchObject(refusal(400, "email"));
    const { userId: other } = await test.run(t, createUser, { email: "bob@example.com" });
    await refused(t, updateUser, { userId: other, email: "aNN@example.com" }).toMatchObject(
      refusal(400, "email"),
    );
    expect(await test.events(t)).toHaveLength(before + 1);
    await test.run(another(), createUser, { email: "ann@example.com" });
  });

  it.each([
    [{}, "email"],
    [{ email: "no address" }, "email"],
    [{ email: 5 }, "email"],
    [{ email: `${"a".repeat(250)}@b.example` }, "email"],
    [{ email: "a@b.example", name: "" }, "name"],
    [{ email: "a@b.example", name: "a\u0007" }, "name"],
    [{ email: "a@b.example", name: "a".repeat(201) }, "name"],
    [{ email: "a@b.example", nmae: "typo" }, "nmae"],
  ])("refuses %j", async (input, field) => {
    await refused(another(), createUser, input).toMatchObject(refusal(400, field));
  });

  it.each([
    [{ limit: 0 }, "limit", "1 to 200"],
    [{ limit: 201 }, "limit", "1 to 200"],
    [{ limit: 1.5 }, "limit", "1 to 200"],
    [{ limit: "ten" }, "limit", "1 to 200"],
    [{ cursor: -1 }, "cursor", "from 0"],
    [{ status: "gone" }, "status", "active or suspended"],
    [{ search: "a".repeat(201) }, "search", "200"],
  ])("refuses to list with %j and names the bounds", async (input, field, bounds) => {
    await refused(1, listUsers, input).toMatchObject({
      ...refusal(400, field),
      message: expect.stringContaining(bounds) as string,
    });
  });

  it("changes what is sent; a new address is unverified", async () => {
    const t = another();
    const { id: userId } = await aUser(test, t, {
      email: "ann@example.com",
      name: "Ann",
      emailVerifiedAt: new Date(),
    });
    expect(await test.run(t, updateUser, { userId, name: "Anna" })).toMatchObject({
      userId,
      name: "Anna",
      email: "ann@example.com",
    });
    const verified = async () => (await test.write(t, (tx) => tx.users.get(userId)))!.emailVerifiedAt;
    await test.run(t, updateUser, { userId, email: "ANN@example.com" });
    expect(await verified()).not.toBeNull();
    await test.run(t, updateUser, { userId, email: "anna@example.com" });
    expect(await verified()).toBeNull();
    expect(await test.run(t, updateUser, { userId, name: null })).toMatchObject({ name: null });
    expect((await test.events(t)).map(({ changes }) => changes)).toEqual([
      { name: { from: "Ann", to: "Anna" } },
      { email: { from: "ann@example.com", to: "ANN@example.com" } },
      { email: { from: "ANN@example.com", to: "anna@example.com" } },
      { name: { from: "Anna", to: null } },
    ]);
    expect((await test.events(t)).at(-1)).toMatchObject({
      action: "management_api.user_updated",
      targetLabel: "anna@example.com",
    });
  });

  it("suspends once, ends the sessions, and reactivates once", async () => {
    const t = another();
    const { id: userId } = await aUser(test, t);
    const { id: other } = await aUser(test, t);
    const session = await aSession(test, t, userId);
    const others = await aSession(test, t, other);
    for (const _twice of [1, 2])
      expect(await test.run(t, suspendUser, { userId })).toEqual({ userId, status: "suspended" });
    const revoked = (id: number) => test.write(t, async (tx) => (await tx.sessions.get(id))!.revokedAt);
    expect([await revoked(session.id), await revoked(others.id)]).toEqual([test.clock.now, null]);
    for (const _twice of [1, 2])
      expect(await test.run(t, reactivateUser, { userId })).toEqual({ userId, status: "active" });
    expect((await test.events(t)).map(({ action, changes }) => [action, changes])).toEqual([
      ["management_api.user_suspended", { status: { from: "active", to: "suspended" } }],
      ["management_api.user_reactivated", { status: { from: "suspended", to: "active" } }],
    ]);
  });

  it("locks for a time or until further notice, and unlocks", async () => {
    const t = another();
    const { id: userId } = await aUser(test, t, { failedSignIns: 3 });
    const session = await aSession(test, t, userId);
    const until = (minutes: number) => new Date(test.clock.now.getTime() + minutes * 60_000).toISOString();
    for (const durationMinutes of [1, 2_628_000]) {
      expect(await test.run(t, lockUser, { userId, durationMinutes, reason: "why" })).toEqual({
        userId,
        locked: true,
        lockedUntil: until(durationMinutes),
        indefinite: false,
      });
    }
    const live = () => test.write(t, async (tx) => (await tx.sessions.get(session.id))!.revokedAt);
    expect(await live()).toBeNull();
    expect(await test.run(t, lockUser, { userId, indefinite: true, endSessions: true })).toEqual({
      userId,
      locked: true,
      lockedUntil: null,
      indefinite: true,
    });
    expect(await live()).toEqual(test.clock.now);
    expect((await test.run(t, getUser, { userId })).status).toBe("active");
    const unlocked = { userId, locked: false, lockedUntil: null, indefinite: false };
    expect(await test.run(t, unlockUser, { userId })).toEqual(unlocked);
    expect(await test.write(t, (tx) => tx.users.get(userId))).toMatchObject({
      failedSignIns: 0,
      lockReason: null,
    });
    const count = (await test.events(t)).length;
    expect(await test.run(t, unlockUser, { userId })).toEqual(unlocked);
    expect(await test.events(t)).toHaveLength(count);
  });

  it.each([
    {},
    { durationMinutes: 0 },
    { durationMinutes: 2_628_001 },
    { durationMinutes: 1.5 },
    { durationMinutes: 5, indefinite: true },
    { indefinite: false },
    { reason: "none" },
  ])("refuses the lock %j", async (lock) => {
    const t = another();
    const { id: userId } = await aUser(test, t);
    await refused(t, lockUser, { userId, ...lock }).toMatchObject(refusal(400, "durationMinutes"));
  });

  it("knows neither another tenant's users nor service accounts", async () => {
    const [mine, theirs] = [another(), another()];
    const foreign = await aUser(test, theirs);
    const robot = await aServiceAccount(test, mine);
    for (const userId of [foreign.id, robot.id, 999_999_999]) {
      for (const operation of [
        getUser,
        updateUser,
        suspendUser,
        reactivateUser,
        unlockUser,
        getUserProfile,
      ] as Operation<AnyObject>[]) {
        await refused(mine, operation, { userId }).toMatchObject(refusal(404));
      }
      await refused(mine, lockUser, { userId, indefinite: true }).toMatchObject(refusal(404));
    }
    expect(await test.run(mine, listUsers, {})).toEqual({ users: [], nextCursor: null });
    expect(await test.run(mine, listUsers, { search: "person" })).toEqual({ users: [], nextCursor: null });
    expect(await test.write(theirs, (tx) => tx.users.get(foreign.id))).toEqual(foreign);
  });

  it("asks for the capability before anything else", async () => {
    const actor = tenantActor(1, { capabilities: ["ManageRoles"] });
    await expect(test.run(actor, getUser, { userId: "nonsense" })).rejects.toMatchObject({
      status: 403,
      code: "insufficient_scope",
    });
  });

  it("keeps neither change nor event of a command that throws", async () => {
    const t = another();
    const broken = command({
      ...(createUser as unknown as Parameters<typeof command>[0]),
      event: "user_created",
      target: () => ({ ref: "user:0" }),
      run: async ({ tx }) => {
        await tx.users.insert({ email: "half@example.com" });
        throw new Error("in the middle");
      },
    });
    await refused(t, broken, { email: "half@example.com" }).toThrow("in the middle");
    expect(await test.events(t)).toEqual([]);
    expect(await test.run(t, listUsers, {})).toEqual({ users: [], nextCursor: null });
  });

  it("pages by userId, with status and search, to the last page", async () => {
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

  it("finds every identifier by any part, where no character is special", async () => {
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
      const walk = async (query: object) => {
        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const page: { users: { userId: number }[]; nextCursor: string | null } = await test.run(
            t,
            listUsersPage,
            { ...query, limit: 2, ...(cursor && { cursor }) },
          );
          seen.push(...page.users.map(({ userId }) => userId));
          cursor = page.nextCursor ?? undefined;
        } while (cursor);
        return seen;
      };
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

    it.each([
      "x",
      "",
      "WzFd",
      Buffer.from("[1,2]").toString("base64url"),
      Buffer.from('["a",-1]').toString("base64url"),
    ])("refuses the cursor %j", async (cursor) => {
      await refused(1, listUsersPage, { cursor }).toMatchObject(refusal(400, "cursor"));
    });

    it("shows lock, roles and the last session of each", async () => {
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
        { userId, locked: true, roleCount: 2, lastSessionAt: createdAt.toISOString() },
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
