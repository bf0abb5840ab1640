import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { auditEvents } from "@/db/tenant/journal";
import { administrators } from "@/db/tenant/users";
import { addAdministrator, removeAdministrator } from "@/server/domain/administrators/administrators";
import { authorizeApp } from "@/server/domain/apps/authorize";
import { addOwnPasskey, beginOwnPasskey } from "@/server/domain/factors/enrol";
import { makeOwnRecoveryCodes } from "@/server/domain/factors/own-factors";
import { requestEmailVerification } from "@/server/domain/recovery/email-verification";
import { createCredential } from "@/server/domain/credentials/credentials";
import { untagUser } from "@/server/domain/tags/tagged";
import { lockUser } from "@/server/domain/users/locks";
import { createUser, listUsers, suspendUser } from "@/server/domain/users/users";
import { endSessions } from "@/server/domain/users/people";
import type { Actor, TenantActor } from "@/server/kernel/operation/actor";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import { createExecute } from "@/server/kernel/operation/execute";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import { testAuthenticator } from "@/server/testing/authenticator";
import { aCredential, anApp, aSession, aTag, aUser } from "@/server/testing/factories";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { untilItWaits } from "@/server/testing/lock-waits";
import { somebodySignedIn } from "@/server/testing/somebody";
import { databaseKinds } from "@/server/testing/stores";
import { changeOwnPassword, endOwnOtherSessions } from "./account";
import { requestOwnEmailChange } from "./email-change";
import { confirmOwnPhone, requestOwnPhone } from "./phone";

const modules = import.meta.glob<object>(["../**/*.ts", "!../**/*.test.ts"], { eager: true });
const isOwnCommand = (value: unknown): value is Operation => {
  const { kind, capability, recorded } = (value ?? {}) as Partial<Operation>;
  return kind !== undefined && capability === "ManageOwnAccount" && recorded !== null;
};
const ownCommands = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Operation] => isOwnCommand(entry[1]));

const ended = { status: 403, reason: { code: "own_account.session_ended" } };

/** Returns the operation with `work` inserted between its preparation and its transaction. */
const during = <In extends AnyObject, Out extends z.ZodType>(
  operation: Operation<In, Out>,
  work: () => Promise<unknown>,
): Operation<In, Out> => ({
  ...operation,
  prepare: async (context, input) => {
    const prepared = await operation.prepare?.(context, input);
    await work();
    return prepared;
  },
});

describe.each(databaseKinds)("commands of a user whose session ends meanwhile, on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  const somebody = () => somebodySignedIn(test, ++tenant);
  const person = (t: number, userId: number) => test.write(t, (tx) => tx.users.get(userId));

  it("include every command on the user's own account", () => {
    expect(ownCommands.map(([name]) => name)).toEqual(
      expect.arrayContaining(["addOwnPasskey", "confirmOwnPhone", "exportOwnData"]),
    );
    const exempt = ownCommands.filter(([, { own }]) => own?.duringSignIn);
    expect(exempt.map(([name]) => name)).toEqual(["requestMfaReset"]);
  });

  it.each(ownCommands)("attack: %s runs after the session has ended", async (_name, operation) => {
    const { t, userId, actor } = await somebody();
    const run = () => Promise.reject(new Error("the command ran"));
    const raced = { ...operation, input: changeOwnPassword.input.pick({}), run, prepare: null };
    const end = () => test.write(t, (tx) => endSessions(tx, userId, test.clock.now));
    await expect(test.run(actor, during(raced, end), {})).rejects.toMatchObject(ended);
    await expect(
      test.run({ ...actor, subject: { ...actor.subject, sessionId: null } as never }, raced, {}),
    ).rejects.toMatchObject(operation.own?.duringSignIn ? { message: "the command ran" } : ended);
  });

  it("attack: a request under way adds a passkey, number or address to a user who becomes an owner", async () => {
    const attacks: [Operation, (actor: TenantActor) => Promise<object>][] = [
      [
        addOwnPasskey,
        async (actor) => {
          const { sealed, options } = await test.run(actor, beginOwnPasskey, {});
          const { origin, hostname: rpId } = new URL(test.ports.installation.baseUrl);
          const asked = { challenge: String(options["challenge"]), origin, rpId };
          return { sealed, response: testAuthenticator().create(asked) };
        },
      ],
      [requestOwnPhone, () => Promise.resolve({ phone: "+49 151 12345678" })],
      [confirmOwnPhone, () => Promise.resolve({ code: "123456" })],
      [requestOwnEmailChange, () => Promise.resolve({ email: "impostor@example.com" })],
    ];
    for (const [operation, inputOf] of attacks) {
      const { t, userId, actor } = await somebody();
      const now = test.clock.now;
      await test.write(t, (tx) => tx.users.update(userId, { emailVerifiedAt: now, untrustedSince: now }));
      const input = await inputOf(actor);
      const appoint = () => test.run(t, addAdministrator, { userId, role: "owner" });
      await expect(test.run(actor, during(operation, appoint), input)).rejects.toMatchObject(ended);
      expect(await test.write(t, (tx) => tx.factors.list())).toEqual([]);
      expect(await test.write(t, (tx) => tx.oneTimeTokens.list())).toEqual([]);
      expect(await person(t, userId)).toMatchObject({ untrustedSince: null, phone: null });
    }
  });

  it("attack: the consent of a session that has ended is recorded", async () => {
    const { t, userId, session, actor } = await somebody();
    const app = await anApp(test, t);
    await test.write(t, (tx) => endSessions(tx, userId, test.clock.now));
    const consent = { userId, appId: app.id, grantHash: "g", sessionId: session.id, scopes: ["openid"] };
    await expect(test.run(actor, authorizeApp, consent)).rejects.toMatchObject(ended);
    expect(await test.write(t, (tx) => tx.appAuthorizations.list())).toEqual([]);
  });

  it("attack: the consent of a user whose access was taken meanwhile is recorded", async () => {
    const { t, userId, session, actor } = await somebody();
    const app = await anApp(test, t);
    const consent = { userId, appId: app.id, grantHash: "g", sessionId: session.id, scopes: ["openid"] };
    const narrow = () => test.write(t, (tx) => tx.apps.update(app.id, { allowEndUserSignIn: false }));
    await expect(test.run(actor, during(authorizeApp, narrow), consent)).rejects.toMatchObject(ended);
    expect(await test.write(t, (tx) => tx.appAuthorizations.list())).toEqual([]);
  });

  // Two transactions cannot overlap on PGlite, because PGlite runs one transaction at a time.
  it.runIf(kind === "postgres")(
    "attack: a consent is given beside the removal of the tag that opened the app",
    async () => {
      const { t, userId } = await somebody();
      const [app, tag] = [await anApp(test, t, { restricted: true }), await aTag(test, t)];
      await test.write(t, async (tx) => {
        await tx.appTags.insert({ appId: app.id, tagId: tag.id });
        await tx.userTags.insert({ userId, tagId: tag.id });
      });
      let removal: Promise<unknown> = Promise.resolve();
      let isOver = false;
      // Simulates a consent in progress. The lock on the app is held until the consent is recorded.
      await test.write(t, async (tx) => {
        await tx.apps.lock(app.id);
        removal = test.run(tenantActor(t), untagUser, { userId, tagId: tag.id }).then(() => (isOver = true));
        await untilItWaits(test.database, removal);
        expect(isOver).toBe(false);
        await tx.appAuthorizations.insert({ userId, appId: app.id, grantHash: "g", scopes: ["openid"] });
      });
      await removal;
      const [consent] = await test.write(t, (tx) => tx.appAuthorizations.list());
      expect(consent!.revokedAt).not.toBeNull();
    },
  );

  it("attack: a demoted owner uses the earlier rights", async () => {
    const { t, userId, session } = await somebody();
    await test.write(t, (tx) => tx.administrators.insert({ userId, role: "owner" }));
    const as = { userId, email: "annabel@example.com", sessionId: session.id };
    const actor = tenantActor(t, { as });
    const set = (role: "owner" | "admin") => () =>
      test.write(t, (tx) => tx.administrators.updateWhere(eq(administrators.userId, userId), { role }));
    const lost = { status: 403, reason: { code: "own_account.right_lost" } };
    const make = { userId: (await person(t, userId))!.id, role: "owner" };
    await expect(test.run(actor, during(addAdministrator, set("admin")), make)).rejects.toMatchObject(lost);
    await set("owner")();
    const user = { email: "made@example.com" };
    const end = () => test.write(t, (tx) => endSessions(tx, userId, test.clock.now));
    await expect(test.run(actor, during(createUser, end), user)).rejects.toMatchObject(ended);
    expect(await test.run(actor, listUsers, {})).toBeDefined();
  });

  /** Creates an administrator with a session. Returns the id of the user and the actor of the console's requests. */
  async function administrator(t: number, role: "owner" | "admin") {
    const email = `${role}${++tenant}@example.com`;
    const { id: userId } = await aUser(test, t, { email });
    await test.write(t, (tx) => tx.administrators.insert({ userId, role }));
    const session = await aSession(test, t, userId, { createdAt: test.clock.now });
    const capabilities = [...administratorCapabilities[role]];
    return { userId, actor: tenantActor(t, { capabilities, as: { userId, email, sessionId: session.id } }) };
  }

  it("attack: a demoted owner creates a credential that can appoint owners", async () => {
    const t = ++tenant;
    const [rogue, owner] = [await administrator(t, "owner"), await administrator(t, "owner")];
    const demote = () => test.run(owner.actor, addAdministrator, { userId: rogue.userId, role: "admin" });
    const made = { name: "back door", capabilities: ["ManageTenantAdmins" as const] };
    await expect(test.run(rogue.actor, during(createCredential, demote), made)).rejects.toMatchObject({
      reason: { code: "own_account.right_lost" },
    });
    expect(await test.write(t, (tx) => tx.credentials.list())).toEqual([]);
  });

  it.each([
    ["locked", (by: Actor, userId: number) => test.run(by, lockUser, { userId, indefinite: true })],
    ["suspended", (by: Actor, userId: number) => test.run(by, suspendUser, { userId })],
    ["demoted", (by: Actor, userId: number) => test.run(by, addAdministrator, { userId, role: "admin" })],
  ])("attack: an owner who is %s meanwhile appoints other owners", async (_how, ending) => {
    const t = ++tenant;
    const [rogue, owner] = [await administrator(t, "owner"), await administrator(t, "owner")];
    const heirs = await Promise.all(
      [1, 2, 3, 4].map((n) => aUser(test, t, { email: `heir${n}@example.com` })),
    );
    // Ends the rights first. The commands then wait for the transaction that ends the rights.
    const ended = ending(owner.actor, rogue.userId);
    const named = heirs.map(({ id }) =>
      test.run(rogue.actor, addAdministrator, { userId: id, role: "owner" }),
    );
    const outcomes = await Promise.allSettled([ended, ...named]);
    expect(outcomes[0].status).toBe("fulfilled");
    const log = await test.write(t, (tx) => tx.auditEvents.list({ orderBy: [asc(auditEvents.id)] }));
    const at = log.findIndex(
      ({ userId, action }) => userId === owner.userId && action.startsWith("console."),
    );
    expect(at).toBeGreaterThanOrEqual(0);
    expect(log.slice(at + 1).filter(({ userId }) => userId === rogue.userId)).toEqual([]);
    await expect(
      test.run(rogue.actor, addAdministrator, { userId: heirs[0]!.id, role: "owner" }),
    ).rejects.toMatchObject({ status: 403 });
  });

  it("attack: a request of a revoked credential or SCIM token completes", async () => {
    const t = ++tenant;
    const user = { email: "late@example.com" };
    const { id, clientId } = await aCredential(test, t, { capabilities: ["ManageUsers", "ManageRoles"] });
    const robot = { kind: "credential" as const, label: "robot", clientId, userId: 1 };
    const actor = { ...tenantActor(t, { capabilities: ["ManageUsers"] }), subject: robot };
    const narrow = (capabilities: string[]) => () =>
      test.write(t, (tx) => tx.credentials.update(id, { capabilities }));
    await expect(test.run(actor, during(createUser, narrow(["ManageRoles"])), user)).rejects.toMatchObject({
      reason: { code: "own_account.right_lost" },
    });
    await narrow(["ManageUsers"])();
    const revoke = () => test.write(t, (tx) => tx.credentials.update(id, { revokedAt: test.clock.now }));
    await expect(test.run(actor, during(createUser, revoke), user)).rejects.toMatchObject({ status: 401 });

    const provider = { kind: "scim_client" as const, label: "directory", tokenId: 1_000_000 + t };
    const scim = { ...tenantActor(t), channel: "scim" as const, subject: provider };
    const revokeToken = () =>
      test.write(t, (tx) => tx.scimTokens.update(provider.tokenId, { revokedAt: test.clock.now }));
    await expect(test.run(scim, during(createUser, revokeToken), user)).rejects.toMatchObject({
      status: 401,
    });
    expect(await test.write(t, (tx) => tx.users.list())).toEqual([]);
  });

  it("two owners who demote each other at once: one remains an owner", async () => {
    const t = ++tenant;
    const [one, two] = [await administrator(t, "owner"), await administrator(t, "owner")];
    const demote = (by: typeof one, of: typeof one) =>
      test.run(by.actor, addAdministrator, { userId: of.userId, role: "admin" });
    const outcomes = await Promise.allSettled([demote(one, two), demote(two, one)]);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { reason: { code: "own_account.right_lost" } } }]);
    const roles = await test.write(t, (tx) => tx.administrators.list());
    expect(roles.map(({ role }) => role).sort()).toEqual(["admin", "owner"]);
  });

  it("ends an administrator's sessions when the administrator role is removed", async () => {
    const { t, userId, session } = await somebody();
    const { id: other } = await aUser(test, t);
    for (const id of [userId, other])
      await test.write(t, (tx) => tx.administrators.insert({ userId: id, role: "admin" }));
    await test.run(t, removeAdministrator, { userId });
    const after = await test.write(t, (tx) => tx.sessions.get(session.id));
    expect(after!.revokedAt).not.toBeNull();
  });

  it("completes two concurrent commands of one user, without losing one", async () => {
    const { t, userId, actor } = await somebody();
    await aSession(test, t, userId, { createdAt: test.clock.now });
    const requests = [1, 2, 3, 4].map((n) => test.run(actor, requestOwnPhone, { phone: `+49151000000${n}` }));
    await Promise.all([...requests, test.run(actor, endOwnOtherSessions, {})]);
    expect((await person(t, userId))!.phone).toMatch(/^\+49151000000/);
  });

  it("attack: one answer to a request for a passkey is sent repeatedly, past the limit", async () => {
    const { t, actor } = await somebody();
    const { origin, hostname: rpId } = new URL(test.ports.installation.baseUrl);
    const begin = async () => {
      const { sealed, options } = await test.run(actor, beginOwnPasskey, {});
      return { sealed, asked: { challenge: String(options["challenge"]), origin, rpId } };
    };
    const add = ({ sealed, asked }: Awaited<ReturnType<typeof begin>>) =>
      test.run(actor, addOwnPasskey, { sealed, response: testAuthenticator().create(asked) });
    const once = await begin();
    await add(once);
    await expect(add(once)).rejects.toMatchObject({ reason: { code: "own_account.passkey_request_used" } });
    const begun = await Promise.all(Array.from({ length: 25 }, begin));
    const outcomes = await Promise.allSettled(begun.map(add));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(19);
    expect(await test.write(t, (tx) => tx.factors.list())).toHaveLength(20);
  });

  it("attack: a session at a custom domain changes how an administrator signs in", async () => {
    const { t, userId, actor } = await somebody();
    const there = createExecute(test.stores, {
      ...test.ports,
      installation: { ...test.ports.installation, baseUrl: "https://login.evil.example" },
    });
    const changes: [Operation, object][] = [
      [requestOwnEmailChange, { email: "impostor@example.com" }],
      [requestOwnPhone, { phone: "+4915112345678" }],
      [changeOwnPassword, { currentPassword: "secret", newPassword: "a long and uncommon one" }],
      [makeOwnRecoveryCodes, {}],
    ];
    const outcome = (operation: Operation, input: object) =>
      there(actor, operation, input).then(
        () => "done",
        (error: unknown) => error,
      );
    for (const [operation, input] of changes)
      expect(await outcome(operation, input)).not.toMatchObject({
        reason: { code: "own_account.administrator_elsewhere" },
      });
    await test.write(t, (tx) => tx.administrators.insert({ userId, role: "admin" }));
    const address = `https://castellan.example/account/tenant${t}`;
    const refused = {
      status: 403,
      reason: { code: "own_account.administrator_elsewhere", params: { address } },
    };
    changes[1]![1] = { phone: "+4915112345670" };
    changes[2]![1] = { currentPassword: "a long and uncommon one", newPassword: "another uncommon one" };
    for (const [operation, input] of changes) expect(await outcome(operation, input)).toMatchObject(refused);
    expect(await outcome(endOwnOtherSessions, {})).toBe("done");
    expect(await outcome(requestEmailVerification, {})).toBe("done");
    await expect(test.run(actor, requestOwnPhone, { phone: "+4915112345679" })).resolves.toBeDefined();
  });
});
