import type { FactorTx } from "../../domain/factors/shelf";
import { PLATFORM_NAME } from "../../domain/messages/content";
import { queueNotice } from "../../domain/messages/notices";
import { queuePlatformNotice } from "../../domain/messages/platform-notices";
import type { TemplateData } from "../../domain/messages/templates";
import { readAppearance } from "../../domain/tenant-config/tenant-config";
import { shownName } from "../../domain/tenant-config/tenant-config.schema";
import type { Ports } from "../../kernel/ports";
import type { Stores } from "../../kernel/store";
import { accountEvent, type Person } from "../console-session";
import { isLocked } from "../password-attempts";
import { personOf } from "./admit";
import type { RequestSigns } from "./demands";
import type { Who } from "./flow";
import { administratorPerson, held } from "./platform-admission";

/** Somebody and their second factors, within a transaction: a tenant's person, or an administrator of the platform. */
export interface Holder {
  tx: FactorTx;
  person: Person;
  locked: boolean;
  /** Records something that they did, and tells them of it. */
  changed: (
    event: "factor_added",
    data: TemplateData<"factor_changed">,
    signs: RequestSigns,
  ) => Promise<void>;
}

/** Opens the factors of whoever signs in, wherever they are kept. */
export function createHolders({ stores, ports }: { stores: Stores; ports: Pick<Ports, "clock"> }) {
  /** Works on somebody's factors; null where there is nobody of this id any more. */
  function within<T>({ tenantId, userId }: Who, work: (holder: Holder) => Promise<T>): Promise<T | null> {
    if (tenantId === null)
      return stores.platform.write(async (tx, journal) => {
        const row = await held(tx, userId);
        if (!row) return null;
        const person = administratorPerson(row);
        return work({
          tx,
          person,
          locked: isLocked({ ...row, lockedIndefinitely: false }, ports.clock()),
          changed: async (event, data, signs) => {
            await journal.append(accountEvent(event, person, signs));
            await queuePlatformNotice(tx, row.email, { template: "factor_changed", data });
          },
        });
      });
    return stores.tenant(tenantId).write(async (tx, journal) => {
      const user = await tx.users.get(userId);
      if (!user) return null;
      const person = personOf(user);
      return work({
        tx,
        person,
        locked: isLocked(user, ports.clock()),
        changed: async (event, data, signs) => {
          await journal.append(accountEvent(event, person, signs));
          await queueNotice(tx, user, { template: "factor_changed", data });
        },
      });
    });
  }

  /** The name under which an authenticator keeps the account: whose sign-in it is. */
  const issuerOf = ({ tenantId }: Who): Promise<string> =>
    tenantId === null
      ? Promise.resolve(PLATFORM_NAME)
      : stores.tenant(tenantId).read(async (tx) => shownName(await readAppearance(tx)));

  return { within, issuerOf };
}

export type Holders = ReturnType<typeof createHolders>;
