import { eq } from "drizzle-orm";
import { administrators } from "@/db/tenant/users";
import type { TenantActor } from "../kernel/operation/actor";
import { administratorCapabilities } from "../kernel/capabilities";
import type { Ports } from "../kernel/operation/ports";
import { isBarred } from "../kernel/operation/standing";
import type { Stores } from "../kernel/operation/store";

/**
 * Creates the function that returns the actor of an administrator outside of requests, with their current rights. It
 * returns null if the administrator could not use the console now: without a role, suspended, or locked by a lock that
 * bars every address. Every worker that acts for an administrator gets its actor here.
 */
export const createAdministratorActor =
  (stores: Stores, { clock }: Pick<Ports, "clock">) =>
  async (tenantId: number, userId: number): Promise<TenantActor | null> => {
    const [person, administrator] = await stores
      .tenant(tenantId)
      .read((tx) =>
        Promise.all([tx.users.get(userId), tx.administrators.find(eq(administrators.userId, userId))]),
      );
    if (!administrator || person?.status !== "active" || person.email === null) return null;
    if (isBarred(person, clock())) return null;
    const { email, name } = person;
    return {
      scope: "tenant",
      tenantId,
      channel: "console",
      subject: { kind: "user", label: name ?? email, userId, email, consoleSessionId: null, sessionId: null },
      capabilities: administratorCapabilities[administrator.role],
      request: { ip: null, requestId: null },
    };
  };
