import { raiseCopied, verifyPasskey, type Ceremony } from "../../domain/factors/kinds/passkeys";
import { noticePlatformAdministrators } from "../../domain/messages/platform-notices";
import { isAdministrator } from "../../domain/users/administrator-guard";
import { readAdministrator } from "../../platform/administrator-record";
import { accountEvent } from "../sessions/console-session";
import { lockOn } from "../limits/password-attempts";
import type { RequestSigns } from "./demands";
import { administratorPerson } from "./failures";
import type { StepDeps, Visit } from "./visit";

/** The owner of the passkey that answered. */
interface Found {
  userId: number;
  email: string | null;
  factorId: number;
  verified: boolean;
}

type Answer = Ceremony & { response: unknown };

/** Returns the owner of this passkey in this tenant, if the owner may enter. */
export const findPasskeyUser = (
  { stores }: StepDeps,
  tenantId: number,
  answer: Answer,
  { toConsole, now }: { toConsole: boolean; now: Date },
): Promise<Found | null> =>
  stores.tenant(tenantId).write(async (tx) => {
    const used = await verifyPasskey(tx, answer, now, (copy) => raiseCopied(tx, copy, now));
    const user = used && (await tx.users.get(used.userId));
    const enters =
      user?.kind === "person" &&
      user.status === "active" &&
      lockOn(user, now) !== "firm" &&
      (!toConsole || (await isAdministrator(tx, user.id)));
    if (!enters) return null;
    const { factorId, userVerified } = used!;
    return { userId: user.id, email: user.email, factorId, verified: userVerified };
  });

/** Returns the platform administrator who owns this passkey. */
export const findPasskeyAdministrator = (
  { baseUrl, stores }: StepDeps,
  answer: Answer,
  { now, signs }: { now: Date; signs: RequestSigns },
): Promise<Found | null> =>
  stores.platform.write(async (tx, journal) => {
    const used = await verifyPasskey(tx, answer, now, async ({ userId }) => {
      const row = await readAdministrator(tx, userId);
      if (!row) return;
      await journal.append(accountEvent("passkey_copied", administratorPerson(row), signs));
      await noticePlatformAdministrators(tx, {
        template: "security_alert",
        data: {
          summary: `A passkey of ${row.email} may have been copied: its counter went back.`,
          url: `${baseUrl}/platform/administrators`,
        },
      });
    });
    // Read without a lock, to avoid a deadlock: the factor is already locked, and other code locks the administrator first.
    // admitted() checks again with the lock.
    const row = used && (await readAdministrator(tx, used.userId));
    if (!row) return null;
    return { userId: row.id, email: row.email, factorId: used.factorId, verified: used.userVerified };
  });

/**
 * Returns the tenants in which the passkey may exist; null stands for the platform. At an app, it is the app's tenant. At the
 * console, these are the tenants that the owner of the passkey administers.
 */
export async function tenantsOfPasskey(
  { database }: StepDeps,
  { place }: Visit,
  response: unknown,
): Promise<(number | null)[]> {
  if (place.tenantId !== null) return [place.tenantId];
  const id = (response as { id?: unknown } | null)?.id;
  if (typeof id !== "string" || !/^[A-Za-z0-9_-]{1,1400}$/.test(id)) return [];
  const rows = await database.sql<{ tenant_id: string | null }[]>`
      select null as tenant_id from platform_factors where external_key = ${id} and kind = 'webauthn'
      union all
      select f.tenant_id from factors f
      join tenants t on t.id = f.tenant_id and t.status = 'active'
      join administrators a on a.tenant_id = f.tenant_id and a.user_id = f.user_id
      where f.external_key = ${id} and f.kind = 'webauthn' limit 5`;
  return rows.map(({ tenant_id: of }) => (of === null ? null : Number(of)));
}
