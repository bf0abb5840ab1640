import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { consoleSessions, platformAdministrators, platformResetTokens } from "@/db/platform/sign-in";
import { makeRecoveryCodes } from "@/server/domain/factors/kinds/recovery-codes";
import { factorsOf } from "@/server/domain/factors/factors";
import type { PlatformActor } from "@/server/kernel/operation/actor";
import type { Operation } from "@/server/kernel/operation/operation";
import { untilItWaits } from "@/server/testing/lock-waits";
import { platformActor } from "@/server/testing/operations";
import { platformAdministratorScene } from "@/server/testing/platform-administrators";
import { databaseKinds } from "@/server/testing/stores";
import { removePlatformAdministrator } from "./administrators";
import { createPlatformCredential, revokePlatformCredential } from "./credentials";
import { resetPlatformAdministratorFactors } from "./factors";
import { requestPlatformPasswordReset, resetPlatformPassword } from "./recovery";
import { endConsoleSessions, holdAdministration } from "./self";

const modules = import.meta.glob<Record<string, unknown>>(
  ["../domain/**/*.ts", "./**/*.ts", "!../**/*.test.ts", "!./**/*.test.ts"],
  { eager: true },
);

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "run" in value && "capability" in value && "kind" in value;

/** Platform commands that do not wait for the lock on administration, with the reason for each. */
const withoutTurn = new Map([
  ["requestPlatformPasswordReset", "sent by a stranger, who has no session; ends nothing"],
  ["resetPlatformPassword", "sent by a stranger, who has no session; takes the lock itself"],
]);

describe("commands of the platform", () => {
  const commands = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter(isOperation)
    .filter(({ kind, scope }) => kind === "command" && scope === "platform");

  it("attack: a command that does not check the session again completes after the removal of its administrator", () => {
    expect(commands.length).toBeGreaterThan(15);
    const others = commands.filter(({ administered }) => administered !== true).map(({ name }) => name);
    expect([...new Set(others)].sort()).toEqual([...withoutTurn.keys()].sort());
  });

  it("wait for their turn if they need a capability", () => {
    const free = commands.filter(({ name }) => withoutTurn.has(name));
    expect(free.filter(({ capability }) => capability !== null)).toEqual([]);
  });
});

describe.each(databaseKinds)("commands of platform administrators on %s", (kind) => {
  const { test, administrator, actorOf, openSession } = platformAdministratorScene(kind);

  /** Creates an administrator with a console session. */
  async function withSession() {
    const made = await administrator();
    return { ...made, actor: actorOf(made, await openSession(made)) };
  }
  async function withFactors() {
    const made = await withSession();
    await test.stores.platform.write((tx) => makeRecoveryCodes(tx, made.administratorId, test.clock.now));
    return made;
  }
  const factorCount = async (administratorId: number) =>
    (await test.stores.platform.read((tx) => factorsOf(tx, administratorId))).length;
  const ended = { status: 403, reason: { code: "own_account.session_ended" } };

  /**
   * Runs `work` in a transaction that stays open until `during` has ended, or waits for its first lock.
   */
  async function beside<T>(
    work: Parameters<typeof test.stores.platform.write>[0],
    during: () => Promise<T>,
    rest = (): void => undefined,
  ): Promise<PromiseSettledResult<T>> {
    let other: Promise<[PromiseSettledResult<T>]> | undefined;
    await test.stores.platform.write(async (tx, journal) => {
      await work(tx, journal);
      other = Promise.allSettled([during()]);
      await untilItWaits(test.database, other);
      rest();
    });
    return (await other!)[0];
  }

  it("attack: a removed platform administrator removes the second factors of others", async () => {
    const [remover, rogue, victim] = [await withSession(), await withSession(), await withFactors()];
    const target = { administratorId: victim.administratorId };
    const removal = { administratorId: rogue.administratorId };
    await test.run(remover.actor, removePlatformAdministrator, removal);
    await expect(test.run(rogue.actor, resetPlatformAdministratorFactors, target)).rejects.toMatchObject(
      ended,
    );
    expect(await factorCount(victim.administratorId)).toBe(1);
    await test.run(remover.actor, resetPlatformAdministratorFactors, target);
    expect(await factorCount(victim.administratorId)).toBe(0);
  });

  it("attack: a request under way of a platform credential completes after its revocation", async () => {
    const asked = { name: "Leaked", capabilities: ["CreateTenants"] };
    const { credentialId, clientId } = await test.run(platformActor(), createPlatformCredential, asked);
    const leaked: PlatformActor = {
      ...platformActor(),
      subject: { kind: "credential", label: "Leaked", clientId, userId: null },
    };
    await test.run(leaked, createPlatformCredential, asked);
    await test.run(platformActor(), revokePlatformCredential, { credentialId });
    await expect(test.run(leaked, createPlatformCredential, asked)).rejects.toMatchObject({
      status: 401,
      reason: { code: "authorization.revoked_token" },
    });
  });

  it("attack: a command under way of a stolen session completes after the sessions have ended", async () => {
    const [owner, victim] = [await withSession(), await withFactors()];
    const whose = { userId: owner.administratorId, consoleSessionId: null };
    const settled = await beside(
      async (tx) => {
        await holdAdministration(tx);
        await endConsoleSessions(tx, whose, test.clock.now);
      },
      () =>
        test.run(owner.actor, resetPlatformAdministratorFactors, { administratorId: victim.administratorId }),
    );
    expect(settled).toMatchObject({ status: "rejected", reason: ended });
    expect(await factorCount(victim.administratorId)).toBe(1);
  });

  it("attack: a new password ends the sessions between the check and the end of a command", async () => {
    const { email, administratorId } = await withSession();
    await test.run(platformActor(), requestPlatformPasswordReset, { email });
    const [mail] = await test.database.sql<{ data_sealed: string }[]>`
      select data_sealed from messages where recipient = ${email} order by id desc limit 1`;
    const { url } = JSON.parse(mail!.data_sealed) as { url: string };
    const token = new URL(url).searchParams.get("token")!;
    const order: string[] = [];
    const input = { token, password: "another long and uncommon one" };
    const settled = await beside(
      holdAdministration,
      () => test.run(platformActor(), resetPlatformPassword, input).then(() => order.push("reset")),
      () => order.push("end of the command"),
    );
    expect(settled.status).toBe("fulfilled");
    expect(order).toEqual(["end of the command", "reset"]);
    const rows = await test.stores.platform.read(({ db }) =>
      db.select().from(consoleSessions).where(eq(consoleSessions.platformAdministratorId, administratorId)),
    );
    expect(rows.map(({ revokedAt }) => revokedAt)).not.toContain(null);
  });

  it("attack: links for a new password are requested during the removal, to fill the log with errors", async () => {
    const { email, administratorId } = await withSession();
    const settled = await beside(
      ({ db }) =>
        db
          .delete(platformAdministrators)
          .where(eq(platformAdministrators.id, administratorId))
          .then(() => undefined),
      () => test.run(platformActor(), requestPlatformPasswordReset, { email }),
    );
    expect(settled).toEqual({ status: "fulfilled", value: {} });
    const mails = await test.database.sql`select id from messages where recipient = ${email}`;
    expect(mails).toHaveLength(0);
    const tokens = await test.stores.platform.read(({ db }) => db.select().from(platformResetTokens));
    expect(tokens.map((token) => token.administratorId)).not.toContain(administratorId);
  });
});
