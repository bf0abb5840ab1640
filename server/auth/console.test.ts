import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { authenticationWorld, BASE_URL, type AuthenticationWorld } from "@/server/testing/authentication";
import { databaseKinds } from "@/server/testing/stores";
import { consoleBrowser, consoleSignIn } from "@/server/testing/sign-in";
import type { Authentication } from "./authentication";

// CommonJS whose default export Node and bundlers see differently.
const { default: NextAuth } = createRequire(import.meta.url)("next-auth") as {
  default: (request: object, response: object, options: object) => Promise<void>;
};

const PASSWORD = "a long and uncommon one";
const facts = { ip: "192.0.2.7", requestId: "r" };

describe.each(databaseKinds)("the console's sign-in on %s", (kind) => {
  let world: AuthenticationWorld;
  let auth: Authentication;
  let other: Authentication;
  let acme: { tenantId: number; slug: string };
  let globex: { tenantId: number; slug: string };
  beforeAll(async () => {
    world = await authenticationWorld(kind);
    auth = await world.instance();
    other = await world.instance();
    acme = await world.tenant();
    globex = await world.tenant();
  });
  afterAll(() => world.close());

  let addresses = 0;
  const from = () => `203.0.113.${(addresses += 1) % 250}`;
  const signIn = (email: string, password = PASSWORD, ip = from(), instance = auth) =>
    consoleSignIn(instance, BASE_URL, { email, password, ip });
  const signedIn = async (email: string, password = PASSWORD) => {
    const result = await signIn(email, password);
    if (!("token" in result)) throw new Error(result.outcome);
    return result.token;
  };
  const refused = { outcome: "refused" };
  const cookie = (token: string) => `theme=dark; ${auth.cookieName}=${token}; x=y`;
  const read = (token: string, instance = auth) => instance.session(cookie(token));
  const actionsOf = async (tenantId: number, userId: number) =>
    (
      await world.database.sql<
        { action: string }[]
      >`select action from audit_events where tenant_id = ${tenantId} and target = ${`user:${userId}`} order by id`
    ).map(({ action }) => action);

  it("signs an owner in, with a session in the tenant, and records it", async () => {
    const userId = await world.administrator(acme.tenantId, "Ada@Acme.example", PASSWORD);
    const token = await signedIn(" ada@acme.EXAMPLE ");
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const session = await read(token);
    expect(session).toMatchObject({
      email: "Ada@Acme.example",
      platformAdministrator: false,
      memberships: [{ ...acme, role: "owner", userId, tenantName: `Tenant ${acme.slug}` }],
    });
    const actor = await auth.consoleActor(cookie(token), acme.slug, facts);
    expect(actor).toMatchObject({
      scope: "tenant",
      tenantId: acme.tenantId,
      channel: "console",
      subject: { kind: "user", userId, email: "Ada@Acme.example" },
    });
    expect(actor!.capabilities.has("ManageCredentials")).toBe(true);
    expect(await auth.consoleActor(cookie(token), globex.slug, facts)).toBeNull();
    expect(await auth.consoleActor(cookie(token), null, facts)).toBeNull();
    expect(await auth.consoleActor(null, acme.slug, facts)).toBeNull();
    expect(await actionsOf(acme.tenantId, userId)).toEqual(["account.signed_in"]);
    const stored = JSON.stringify(await world.database.sql`select * from console_sessions`);
    expect(stored).not.toContain(token);
  });

  it("opens every tenant whose password fits, and the platform", async () => {
    const email = "several@x.example";
    await world.administrator(acme.tenantId, email, PASSWORD, "admin");
    const inGlobex = await world.administrator(globex.tenantId, email, "another password entirely");
    await world.platformAdministrator(email, PASSWORD);
    const both = await read(await signedIn(email));
    expect(both).toMatchObject({
      platformAdministrator: true,
      memberships: [{ slug: acme.slug, role: "admin" }],
    });
    const one = await signedIn(email, "another password entirely");
    expect(await read(one)).toMatchObject({
      platformAdministrator: false,
      memberships: [{ slug: globex.slug, userId: inGlobex }],
    });
    // A password that opened one is no failed attempt at the others.
    const [row] = await world.database.sql<
      { failed_sign_ins: number }[]
    >`select failed_sign_ins from platform_administrators where email = ${email}`;
    expect(row!.failed_sign_ins).toBe(0);
    const platform = await auth.consoleActor(cookie(await signedIn(email)), null, facts);
    expect(platform).toMatchObject({
      scope: "platform",
      channel: "console",
      subject: { email, sessionId: null },
    });
    const log = await world.database.sql<
      { action: string }[]
    >`select action from platform_audit_events where user_email = ${email}`;
    expect(log.map(({ action }) => action)).toContain("account.signed_in");
  });

  it("gives one answer, for the same work, to the unknown, the wrong, the suspended, the locked and the ordinary", async () => {
    const { sql } = world.database;
    const make = (name: string) => world.administrator(acme.tenantId, `${name}@same.example`, PASSWORD);
    await make("wrong");
    const suspended = await make("suspended");
    await sql`update users set status = 'suspended' where tenant_id = ${acme.tenantId} and id = ${suspended}`;
    const locked = await make("locked");
    await sql`update users set locked_indefinitely = true where tenant_id = ${acme.tenantId} and id = ${locked}`;
    const ordinary = await make("ordinary");
    await sql`delete from administrators where tenant_id = ${acme.tenantId} and user_id = ${ordinary}`;
    const stopped = await world.tenant();
    await world.administrator(stopped.tenantId, "stopped@same.example", PASSWORD);
    await sql`update tenants set status = 'suspended' where id = ${stopped.tenantId}`;

    const verify = vi.spyOn(world.ports.passwords, "verify");
    for (const [name, password] of [
      ["unknown", PASSWORD],
      ["wrong", "wrong"],
      ["suspended", PASSWORD],
      ["locked", PASSWORD],
      ["ordinary", PASSWORD],
      ["stopped", PASSWORD],
    ] as const) {
      verify.mockClear();
      expect(await signIn(`${name}@same.example`, password), name).toEqual(refused);
      expect(verify, name).toHaveBeenCalledTimes(1);
    }
    verify.mockRestore();
    for (const email of ["", "\0", "%", "x".repeat(5_000), "' or 1=1 --"])
      expect(await signIn(email)).toEqual(refused);
    expect(await signIn("wrong@same.example", "x".repeat(100_000))).toEqual(refused);
  });

  it("locks after too many wrong passwords, for a while, and says nothing", async () => {
    world.set({ lockAfterFailures: 3, lockMinutes: 5 });
    const userId = await world.administrator(acme.tenantId, "locked-out@acme.example", PASSWORD);
    for (let count = 0; count < 2; count += 1)
      expect(await signIn("locked-out@acme.example", "wrong")).toEqual(refused);
    // The right one starts the count again.
    await signedIn("locked-out@acme.example");
    for (let count = 0; count < 3; count += 1)
      expect(await signIn("locked-out@acme.example", "wrong", from(), count % 2 ? auth : other)).toEqual(
        refused,
      );
    expect(await signIn("locked-out@acme.example")).toEqual(refused);
    expect(await actionsOf(acme.tenantId, userId)).toEqual([
      "account.sign_in_failed",
      "account.sign_in_failed",
      "account.signed_in",
      "account.sign_in_failed",
      "account.sign_in_failed",
      "account.sign_in_failed",
      "account.user_locked",
    ]);
    world.pass(5 * 60_000 + 1_000);
    await signedIn("locked-out@acme.example");
    world.pass(-5 * 60_000 - 1_000);

    await world.platformAdministrator("platform-locked@x.example", PASSWORD);
    for (let count = 0; count < 3; count += 1)
      expect(await signIn("platform-locked@x.example", "wrong")).toEqual(refused);
    expect(await signIn("platform-locked@x.example")).toEqual(refused);
    world.set({ lockAfterFailures: 10, lockMinutes: 15 });
  });

  it("throttles one address, on one account and on all", async () => {
    const ip = "198.51.100.7";
    for (let count = 0; count < 20; count += 1)
      expect(await signIn("guessed@x.example", `guess ${count}`, ip)).toEqual(refused);
    expect(await signIn("guessed@x.example", PASSWORD, ip)).toEqual({ outcome: "throttled" });
    expect(await signIn("someone-else@x.example", PASSWORD, ip)).toEqual(refused);
    // Many at once do not slip through.
    const burst = await Promise.all(
      Array.from({ length: 30 }, () => signIn("burst@x.example", "guess", "198.51.100.8")),
    );
    expect(burst.filter(({ outcome }) => outcome === "throttled")).toHaveLength(10);
  });

  it("refuses a password that was changed, or a person locked, while it was being looked at", async () => {
    const { passwords } = world.ports;
    const changes = [
      (userId: number) =>
        world.database
          .sql`update users set password_hash = 'other' where tenant_id = ${acme.tenantId} and id = ${userId}`,
      (userId: number) =>
        world.database
          .sql`update users set status = 'suspended' where tenant_id = ${acme.tenantId} and id = ${userId}`,
      (userId: number) =>
        world.database
          .sql`update users set locked_indefinitely = true where tenant_id = ${acme.tenantId} and id = ${userId}`,
    ];
    for (const [index, change] of changes.entries()) {
      const userId = await world.administrator(acme.tenantId, `race${index}@acme.example`, PASSWORD);
      const verify = vi.spyOn(passwords, "verify").mockImplementationOnce(async () => {
        await change(userId);
        return true;
      });
      expect(await signIn(`race${index}@acme.example`)).toEqual(refused);
      verify.mockRestore();
      const [row] = await world.database.sql<
        { count: string }[]
      >`select count(*) from sessions where tenant_id = ${acme.tenantId} and user_id = ${userId}`;
      expect(Number(row!.count)).toBe(0);
    }
  });

  describe("a session", () => {
    const person = async () => {
      const email = `p${(addresses += 1)}@session.example`;
      const userId = await world.administrator(acme.tenantId, email, PASSWORD);
      const token = await signedIn(email);
      expect(await read(token, other)).not.toBeNull();
      return { email, userId, token };
    };
    const ended = async (token: string) => {
      for (const instance of [auth, other]) expect(await read(token, instance)).toBeNull();
    };

    it("is nobody's with another token", async () => {
      for (const token of ["", "x", "x".repeat(43), "null", "../".repeat(20)])
        expect(await read(token)).toBeNull();
    });

    it("ends with sign-out, also when its cookie is shown again, with the tenant's own session", async () => {
      const { token, userId } = await person();
      await auth.consoleSessions.revoke(token, facts);
      await ended(token);
      const [row] = await world.database
        .sql`select revoked_at from sessions where tenant_id = ${acme.tenantId} and user_id = ${userId}`;
      expect(row!["revoked_at"]).not.toBeNull();
      await auth.consoleSessions.revoke(token, facts);
      expect(await actionsOf(acme.tenantId, userId)).toEqual(["account.signed_in", "account.signed_out"]);
    });

    it.each([
      [
        "its tenant's session is revoked (a new password, an administrator)",
        (tenantId: number, userId: number) =>
          world.database
            .sql`update sessions set revoked_at = now() where tenant_id = ${tenantId} and user_id = ${userId}`,
      ],
      [
        "the person is suspended",
        (tenantId: number, userId: number) =>
          world.database
            .sql`update users set status = 'suspended' where tenant_id = ${tenantId} and id = ${userId}`,
      ],
      [
        "they are no administrator any more",
        (tenantId: number, userId: number) =>
          world.database
            .sql`delete from administrators where tenant_id = ${tenantId} and user_id = ${userId}`,
      ],
      [
        "it has run out",
        () => world.database.sql`update console_sessions set expires_at = now() - interval '1 second'`,
      ],
    ])("ends at once when %s", async (_case, change) => {
      const { token, userId } = await person();
      await change(acme.tenantId, userId);
      await ended(token);
    });

    it("loses a tenant that is suspended, and only that", async () => {
      const email = "two@session.example";
      const stopped = await world.tenant();
      await world.administrator(stopped.tenantId, email, PASSWORD);
      await world.administrator(globex.tenantId, email, PASSWORD);
      const token = await signedIn(email);
      expect((await read(token))!.memberships).toHaveLength(2);
      await world.database.sql`update tenants set status = 'suspended' where id = ${stopped.tenantId}`;
      expect((await read(token))!.memberships.map(({ slug }) => slug)).toEqual([globex.slug]);
    });
  });

  describe("next-auth", () => {
    let browser = consoleBrowser(auth, BASE_URL, "192.0.2.9");
    const options = () => {
      const headers = { "x-castellan-address": "192.0.2.9", cookie: browser.cookies() };
      return auth.nextAuthOptions(new Request(BASE_URL, { headers }));
    };
    const jar = new Map<string, string>();
    /** One request to next-auth's endpoints as its API handler takes it, with a browser's cookies. */
    const ask = async (method: string, path: string, form: Record<string, string> = {}) => {
      const answer = { status: 200, redirect: "", body: undefined as unknown };
      const headers = new Map<string, string | string[]>();
      const response = {
        status: (code: number) => ((answer.status = code), response),
        getHeader: (name: string) => headers.get(name),
        setHeader: (name: string, value: string | string[]) => (headers.set(name, value), response),
        send: (body: unknown) => void (answer.body = body),
        json: (body: unknown) => void (answer.body = body),
        end: () => {},
      };
      const cookies = Object.fromEntries(jar);
      await NextAuth(
        { method, query: { nextauth: path.split("/") }, body: form, cookies, headers: {} },
        response,
        options(),
      );
      for (const line of [headers.get("Set-Cookie") ?? []].flat()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        jar.set(name!, decodeURIComponent(value!));
      }
      return { ...answer, redirect: String(headers.get("Location") ?? "") };
    };
    const csrf = async () => ((await ask("GET", "csrf")).body as { csrfToken: string }).csrfToken;
    const submit = async (given: Record<string, string>, csrfToken?: string) =>
      ask("POST", "callback/credentials", {
        ...given,
        csrfToken: csrfToken ?? (await csrf()),
        callbackUrl: BASE_URL,
      });
    const proved = async (email: string) => {
      browser = consoleBrowser(auth, BASE_URL, "192.0.2.9");
      await browser.step("sign-in", { email, password: PASSWORD });
      return { code: (await browser.view()).ready! };
    };

    it("signs in and out; the cookie holds a token that dies with the session", async () => {
      await world.administrator(acme.tenantId, "next@acme.example", PASSWORD);
      const email = "next@acme.example";
      const refusal = { redirect: expect.stringContaining("error=CredentialsSignin") as string };
      // A password is nothing to next-auth: it would be a way around the second factor.
      expect(await submit({ email, password: PASSWORD })).toMatchObject(refusal);
      const { code } = await proved(email);
      expect(await submit({ code: "0".repeat(64) })).toMatchObject(refusal);
      expect((await submit({ code }, "forged")).redirect).toContain("csrf=true");
      // A code that was taken along is worth nothing in another browser.
      const owner = browser;
      browser = consoleBrowser(auth, BASE_URL, "192.0.2.10");
      expect(await submit({ code })).toMatchObject(refusal);
      browser = owner;
      expect(jar.get(auth.cookieName)).toBeUndefined();

      expect((await submit({ code })).redirect).toBe(BASE_URL);
      expect(await submit({ code })).toMatchObject(refusal);
      const token = jar.get(auth.cookieName)!;
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      const shown = await ask("GET", "session");
      expect(shown.body).toMatchObject({ user: { email: "next@acme.example" } });
      expect(JSON.stringify(shown.body)).not.toContain(token);
      expect(jar.get(auth.cookieName)).toBe(token);

      await ask("POST", "signout", { csrfToken: await csrf() });
      expect(jar.get(auth.cookieName)).toBe("");
      jar.set(auth.cookieName, token);
      expect((await ask("GET", "session")).body).toEqual({});
      expect(await read(token)).toBeNull();
    });
  });
});
