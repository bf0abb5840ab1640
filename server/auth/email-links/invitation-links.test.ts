import { eq } from "drizzle-orm";
import { users } from "@/db/tenant/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleSignIn } from "@/server/testing/sign-in";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { mailLinks } from "@/server/testing/mail-links";

const NEW = "a new and long phrase";

describe.each(databaseKinds)("links in mails, on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());
  const { emailLinks, answer, mail, tenant } = mailLinks(() => server);

  it("admits the invited person once", async () => {
    const { slug, credential } = tenant();
    const email = "guest@acme.example";
    const made = await server.call<{ token: string }>(credential, "POST", "/api/v1/invitations", {
      email,
      userKind: "tenant_admin",
    });
    const { token, template } = (await mail(email))!;
    expect(template).toBe("invitation");
    expect(token).toBe(made.body.token);
    expect((await emailLinks().join(slug, token))?.invitation).toMatchObject({ email, isMember: false });
    const accept = (more: Record<string, string>) => answer(`/join/${slug}/accept`, { token, ...more });
    expect(await accept({ name: "", password: NEW })).toEqual({ token, error: "name" });
    expect(await accept({ name: "Guest", password: "password1234" })).toEqual({ token, error: "password" });
    expect(await accept({ name: "Guest", password: NEW })).toEqual({ done: "admin" });
    expect(await accept({ name: "Guest", password: NEW })).toEqual({ token, error: "expired" });
    expect((await emailLinks().join(slug, token))?.invitation).toBeNull();
    const signIn = { email, password: NEW, ip: "192.0.2.9" };
    expect(await consoleSignIn(server.container.auth, server.seed.baseUrl, signIn)).toMatchObject({
      outcome: "signed_in",
    });
    const events = await server.database.sql<{ action: string; target: string }[]>`
      select action, target from audit_events where tenant_id = ${tenant().tenantId} order by id desc limit 2`;
    expect(events.map(({ action }) => action)).toContain("account.invitation_accepted");
  });

  /** Invites a user, accepts the invitation, and returns the stored state of the address. */
  async function joined(
    email: string,
    userKind: "end_user" | "tenant_admin",
    proofOf: (mailed: string) => string | undefined,
  ) {
    const { slug, credential, tenantId } = tenant();
    const made = await server.call<{ token: string }>(credential, "POST", "/api/v1/invitations", {
      email,
      userKind,
    });
    expect(Object.keys(made.body).sort(), "who invites is not shown what the mail alone carries").toEqual([
      "email",
      "token",
      "userKind",
    ]);
    const mailed = new URL((await mail(email))!.url).searchParams.get("proof")!;
    const proof = proofOf(mailed);
    const form = {
      token: made.body.token,
      name: "Guest",
      password: NEW,
      ...(proof !== undefined && { proof }),
    };
    const refused = await answer(`/join/${slug}/accept`, { ...form, password: "short" });
    expect(refused, "the proof is kept where the form is shown again").toEqual({
      token: form.token,
      error: "password",
      ...(proof !== undefined && { proof }),
    });
    expect(await answer(`/join/${slug}/accept`, form)).toHaveProperty("done");
    return () =>
      server.container.stores.tenant(tenantId).read(async (tx) => {
        const user = await tx.users.find(eq(users.email, email));
        return user!.emailVerifiedAt !== null;
      });
  }

  it("attack: an inviter accepts with the token shown to them, with an unread address", async () => {
    const { slug } = tenant();
    for (const userKind of ["end_user", "tenant_admin"] as const) {
      const email = `ceo.${userKind}@victimcorp.example`;
      const isVerified = await joined(email, userKind, () => undefined);
      expect(await isVerified()).toBe(false);
      await answer(`/recover/${slug}/ask`, { email });
      const sent = (await mail(email))!;
      if (userKind === "tenant_admin")
        expect(sent.template, "no link for a password goes to an administrator's unproved address").toBe(
          "email_verification",
        );
      else expect(sent.template).toBe("password_reset");
    }
  });

  it("attack: the proof of another invitation, or an invented one, verifies no address", async () => {
    let other = "";
    const own = await joined("own@attacker.example", "end_user", (mailed) => (other = mailed));
    expect(await own()).toBe(true);
    for (const [email, proof] of [
      ["first@victimcorp.example", other],
      ["second@victimcorp.example", "x".repeat(43)],
    ] as const)
      expect(await (await joined(email, "tenant_admin", () => proof))()).toBe(false);
  });

  it("verifies the address with the link of the invitation, or else with a second mail", async () => {
    for (const userKind of ["end_user", "tenant_admin"] as const)
      expect(await (await joined(`reads.${userKind}@acme.example`, userKind, (mailed) => mailed))()).toBe(
        true,
      );
    const email = "late.reader@acme.example";
    const isVerified = await joined(email, "tenant_admin", () => undefined);
    const { template, token } = (await mail(email))!;
    expect([template, await isVerified()]).toEqual(["email_verification", false]);
    expect(await answer(`/verify/${tenant().slug}/confirm`, { token })).toEqual({ done: "user" });
    expect(await isVerified()).toBe(true);
  });
});
