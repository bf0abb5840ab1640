import { PASSWORD, type ConsoleWorld } from "./console-scene";
import { setUpApp } from "./authenticator-app";

/** An administrator's account in one organization. */
export interface Account {
  tenantId: number;
  slug: string;
  userId: number;
}

/** Returns functions for accounts of the same address in several organizations of one console. */
export function namesakeScene({ world, entered: sessionOf }: Pick<ConsoleWorld, "world" | "entered">) {
  let people = 0;
  /** Sets up an authenticator app as a second factor. Returns a function that returns its present code. */
  async function app({ tenantId, userId }: Account) {
    const codeAt = await world.inTenant(tenantId, (tx) =>
      setUpApp(tx, world.ports.vault, userId, world.ports.clock()),
    );
    return () => codeAt(world.ports.clock());
  }
  return {
    app,
    /**
     * Creates the victim's account, with an authenticator app as its second factor, and the attacker's account with the same
     * address and password.
     */
    namesakes: async () => {
      const email = `victor${(people += 1)}@namesake.example`;
      const account = async (): Promise<Account> => {
        const { tenantId, slug } = await world.tenant();
        return { tenantId, slug, userId: await world.administrator(tenantId, email, PASSWORD) };
      };
      const victim = await account();
      const namesake = await account();
      return { credentials: { email, password: PASSWORD }, victim, namesake, code: await app(victim) };
    },
    /** Returns the organizations that admitted the user; null before the sign-in is complete. */
    admittedTo: async (visit: ReturnType<ConsoleWorld["browser"]>) =>
      (await sessionOf(visit))?.memberships.map(({ slug }) => slug) ?? null,
    /** Returns the counted failures of an account and its lock. */
    failuresOf: async ({ tenantId, userId }: Account) => {
      const user = (await world.inTenant(tenantId, (tx) => tx.users.get(userId)))!;
      return { failed: user.failedSignIns, locked: user.lockedUntil !== null };
    },
  };
}

export type NamesakeScene = ReturnType<typeof namesakeScene>;
