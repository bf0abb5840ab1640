import { consoleSessions } from "@/db/platform/sign-in";
import type { PlatformActor } from "@/server/kernel/operation/actor";
import { createPlatformAdministrator } from "@/server/platform/administrators";
import type { Database } from "@/server/store/database";
import { platformActor } from "./operations";
import { operationsOn } from "./operations-on";

/** Password of every administrator of these tests. */
export const currentPassword = "a long and uncommon one";

/** A platform administrator. The actor has no console session. */
export interface TestPlatformAdministrator {
  administratorId: number;
  email: string;
  actor: PlatformActor;
}

/** Creates operations with platform administrators, for the tests of one `describe`. */
export function platformAdministratorScene(kind: Database["kind"]) {
  const { test } = operationsOn(kind);
  let numbered = 0;
  /** Returns an administrator as an actor of the console. */
  const actorOf = (
    { administratorId: userId, email }: Pick<TestPlatformAdministrator, "administratorId" | "email">,
    consoleSessionId: number | null,
  ): PlatformActor => ({
    ...platformActor(),
    channel: "console",
    subject: { kind: "user", label: email, userId, email, consoleSessionId, sessionId: null },
  });
  return {
    test,
    actorOf,
    administrator: async (): Promise<TestPlatformAdministrator> => {
      const email = `pat${(numbered += 1)}@platform.example`;
      const input = { email, name: "Pat", password: currentPassword };
      const { administratorId } = await test.run(platformActor(), createPlatformAdministrator, input);
      return { administratorId, email, actor: actorOf({ administratorId, email }, null) };
    },
    /** Opens a console session, and returns its id. The session has already ended if `revokedAt` is given. */
    openSession: async (
      { administratorId, email }: TestPlatformAdministrator,
      revokedAt: Date | null = null,
    ): Promise<number> => {
      const [row] = await test.stores.platform.write(({ db }) =>
        db
          .insert(consoleSessions)
          .values({
            tokenHash: `session ${(numbered += 1)}`,
            email,
            platformAdministratorId: administratorId,
            expiresAt: new Date("2030-01-01"),
            revokedAt,
          })
          .returning({ id: consoleSessions.id }),
      );
      return row!.id;
    },
  };
}
