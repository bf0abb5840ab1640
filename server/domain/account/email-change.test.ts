import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyEmail } from "@/server/domain/recovery/email-verification";
import { requestPasswordReset, resetPassword } from "@/server/domain/recovery/password-reset";
import { aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { somebodySignedIn } from "@/server/testing/somebody";
import { databaseKinds } from "@/server/testing/stores";
import { revokeSessions } from "../sessions/sessions";
import { confirmEmailChange, requestOwnEmailChange } from "./email-change";

const OLD = "annabel@example.com";
const NEW = "Annabel.Lee@example.org";

describe.each(databaseKinds)("changing one's own e-mail address on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  const start = new Date("2026-03-14T09:26:53.000Z");
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  async function somebody(signedInAt = start) {
    test.clock.now = start;
    const one = await somebodySignedIn(test, ++tenant, signedInAt);
    const { t, userId, actor } = one;
    const visitor = { ...tenantActor(t, { capabilities: [] }), channel: "account" as const };
    const messages = () => test.stores.tenant(t).read((tx) => tx.messages.list({}));
    return {
      ...one,
      visitor,
      messages,
      row: () => test.stores.tenant(t).read((tx) => tx.users.get(userId)),
      ask: (email = NEW) => test.run(actor, requestOwnEmailChange, { email }),
      confirm: (token: string) => test.run(visitor, confirmEmailChange, { token }),
      /** The tokens of the mailed links, oldest first. The test's vault does not encrypt. */
      tokens: async () => {
        const rows = (await messages()).sort((a, b) => a.id - b.id);
        return rows.flatMap(({ dataSealed }) => /token=([\w-]+)/.exec(dataSealed ?? "")?.[1] ?? []);
      },
    };
  }

  it("takes effect with the link that was sent to the new address, and notifies the old one", async () => {
    const { t, userId, ask, confirm, messages, tokens, row } = await somebody();
    expect(await ask()).toEqual({ userId });
    expect(await messages()).toMatchObject([
      { recipient: NEW, template: "email_change" },
      { recipient: OLD, template: "email_change_asked" },
    ]);
    expect(await row()).toMatchObject({ email: OLD });
    const [token] = await tokens();
    expect(await confirm(token!)).toEqual({ userId });
    expect(await row()).toMatchObject({ email: NEW, emailVerifiedAt: start });
    const notice = (await messages()).find(({ template }) => template === "email_changed");
    expect(notice).toMatchObject({ channel: "email", recipient: OLD });
    await expect(confirm(token!)).rejects.toMatchObject(refusal(400, "token"));
    const events = await test.events(t);
    expect(events).toMatchObject([
      { action: "account.email_change_requested", target: `user:${userId}` },
      { action: "account.email_changed", target: `user:${userId}` },
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it("returns and records the same for an address in use, and reveals the use only in the mail to the owner of the address", async () => {
    const { t, userId, ask, messages, tokens } = await somebody();
    await aUser(test, t, { email: "bob@example.com" });
    expect(await ask("BOB@example.com")).toEqual({ userId });
    expect(await messages()).toMatchObject([
      { recipient: "BOB@example.com", template: "email_change_taken" },
      { recipient: OLD, template: "email_change_asked" },
    ]);
    expect(await tokens()).toEqual([]);
    expect((await test.events(t)).map(({ action }) => action)).toEqual(["account.email_change_requested"]);
  });

  it("refuses an address that another user has taken in the meantime (400), and keeps the link valid", async () => {
    const { t, ask, confirm, tokens, row } = await somebody();
    await ask();
    const other = await aUser(test, t, { email: NEW.toLowerCase() });
    const [token] = await tokens();
    await expect(confirm(token!)).rejects.toMatchObject(refusal(400, "email"));
    expect(await row()).toMatchObject({ email: OLD });
    await test.write(t, (tx) => tx.users.update(other.id, { email: "else@example.com" }));
    await confirm(token!);
  });

  it("ends the links that were mailed before, to another new address and to the old one", async () => {
    const { visitor, ask, confirm, tokens } = await somebody();
    await test.run(visitor, requestPasswordReset, { email: OLD });
    await ask("first@example.org");
    await ask();
    const [reset, first, second] = await tokens();
    await expect(confirm(first!)).rejects.toMatchObject(refusal(400, "token"));
    // A password-reset link cannot confirm an e-mail change. An e-mail-change link cannot verify an address.
    await expect(confirm(reset!)).rejects.toMatchObject(refusal(400, "token"));
    await expect(test.run(visitor, verifyEmail, { token: second! })).rejects.toMatchObject(
      refusal(400, "token"),
    );
    await confirm(second!);
    const password = "a new and long phrase";
    await expect(test.run(visitor, resetPassword, { token: reset!, password })).rejects.toMatchObject(
      refusal(400, "token"),
    );
  });

  it("refuses a link after a day, of a suspended user, and after another change of the address", async () => {
    const { t, userId, ask, confirm, tokens } = await somebody();
    await ask();
    const [token] = await tokens();
    const refused = () => expect(confirm(token!)).rejects.toMatchObject(refusal(400, "token"));
    const be = (values: object) => test.write(t, (tx) => tx.users.update(userId, values));
    test.clock.now = new Date(+start + 24 * 3_600_000);
    await refused();
    test.clock.now = new Date(+start + 23 * 3_600_000);
    await be({ status: "suspended" });
    await refused();
    await be({ status: "active", email: "administrator@chose.example" });
    await refused();
    await be({ email: OLD, lockedIndefinitely: true });
    await refused();
    await be({ lockedIndefinitely: false });
    await confirm(token!);
  });

  it("is cancelled by a new password, and by an administrator who ends the sessions", async () => {
    const robbed = await somebody();
    await robbed.ask();
    const [stolen] = await robbed.tokens();
    await test.write(robbed.t, (tx) => tx.users.update(robbed.userId, { passwordHash: "plain:another one" }));
    await expect(robbed.confirm(stolen!)).rejects.toMatchObject(refusal(400, "token"));
    await robbed.ask();
    const [, again] = await robbed.tokens();
    await test.run(robbed.t, revokeSessions, { userId: robbed.userId });
    await expect(robbed.confirm(again!)).rejects.toMatchObject(refusal(400, "token"));
    expect(await robbed.row()).toMatchObject({ email: OLD });
  });

  it("gives the address to one of two users who open their links at the same time", async () => {
    const { ask, confirm, tokens } = await somebody();
    await ask();
    const [token] = await tokens();
    const outcomes = await Promise.allSettled([confirm(token!), confirm(token!)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is refused without a recent sign-in, while acting as the user, if a tag forbids it, and for the present address", async () => {
    const late = await somebody(new Date(+start - 15 * 60_000));
    await expect(late.ask()).rejects.toMatchObject({ status: 403 });
    const { actor, ask, messages, tagged } = await somebody();
    await expect(ask(OLD)).rejects.toMatchObject(refusal(400, "email"));
    await expect(ask("not an address")).rejects.toMatchObject(refusal(400, "email"));
    const actedBy = { userId: 99, email: "admin@example.com", label: "Admin" };
    const acting = { ...actor, subject: { ...actor.subject, actedBy } } as typeof actor;
    await expect(test.run(acting, requestOwnEmailChange, { email: NEW })).rejects.toMatchObject({
      status: 403,
    });
    await tagged({ allowSelfServiceProfile: false });
    await expect(ask()).rejects.toMatchObject({ status: 403 });
    expect(await messages()).toEqual([]);
  });
});
