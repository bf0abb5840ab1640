import { factorsOf } from "../../domain/factors/factors";
import { localeOf } from "../../domain/messages/queue";
import { policiesOf } from "../../domain/tags/policies";
import { isAdministrator } from "../../domain/users/administrator-guard";
import { provenPhone, type UserRecord } from "../../domain/users/people";
import type { ReadTx } from "../../kernel/operation/store";
import type { Addressed, Subject, Who } from "./flow";
import { candidateOf } from "./places";
import { isSms, type Addressee, type SentMethod } from "./sent-messages";
import { isSentFirst } from "./steps";
import type { StepDeps, Visit } from "./visit";

/** Returns the recipients: users who may sign in and have an address for this method. */
export async function addresseesOf(
  deps: StepDeps,
  { place, flow, signs }: Visit,
  method: SentMethod,
  proved: readonly Subject[],
): Promise<Addressee[]> {
  const first = isSentFirst(method);
  const who: Who[] = [];
  if (!first) who.push(...proved);
  else
    for (const candidate of await place.find(flow.identifier!))
      if (await deps.lockout.isOpen(candidate, signs)) who.push(candidate);
  const found: Addressee[] = [];
  for (const { tenantId, userId } of who) {
    if (tenantId === null) continue;
    const reached = await deps.stores.tenant(tenantId).read(async (tx) => {
      const user = await tx.users.get(userId);
      const untagged = method === "MagicLink" && (await policiesOf(tx, userId)).allowMagicLink === false;
      if (untagged || !user || (await barsAdministrator(deps, tx, user, method, place))) return null;
      return { user, address: await addressOf(tx, user, method) };
    });
    if (reached === null) continue;
    const { user, address } = reached;
    if (address) found.push({ tenantId, userId, address, locale: localeOf(user) });
  }
  return found;
}

/** Returns true if the user is an administrator whom this method must not prove. */
async function barsAdministrator(
  { baseUrl: ownAddress }: StepDeps,
  tx: ReadTx,
  { id, emailVerifiedAt }: UserRecord,
  method: SentMethod,
  { baseUrl }: Visit["place"],
): Promise<boolean> {
  // The operator of a custom domain can read the links that are opened there.
  const elsewhere = method === "MagicLink" && baseUrl !== null && baseUrl !== ownAddress;
  // An unproved address proves no administrator. Otherwise, a user who may set an owner's address could sign in as the owner.
  const unproved = isSentFirst(method) && !isSms(method) && emailVerifiedAt === null;
  return (elsewhere || unproved) && (await isAdministrator(tx, id));
}

/**
 * Returns the destination of a code or link. For a second factor, it is the address that was proved at its setup. Otherwise, it
 * is the user's address or proven number.
 */
async function addressOf(tx: ReadTx, user: UserRecord, method: SentMethod): Promise<string | null> {
  const own = isSms(method) ? provenPhone(user) : user.email;
  if (isSentFirst(method)) return own;
  const factor = (await factorsOf(tx, user.id)).find(({ kind }) => kind === method);
  return factor ? factor.address : own;
}

/**
 * Returns the recipients who may still sign in and still have the address to which the message went. Checks administrators
 * again, because a user may have become an administrator since then.
 */
export async function stillMeant(
  deps: StepDeps,
  { place, signs }: Visit,
  method: SentMethod,
  to: readonly Addressed[],
) {
  const meant: Addressed[] = [];
  for (const each of to) {
    const { tenantId, userId, address } = each;
    if (tenantId === null) continue;
    const found = await deps.stores.tenant(tenantId).read(async (tx) => {
      const user = await tx.users.get(userId);
      if (user?.kind !== "person" || (await barsAdministrator(deps, tx, user, method, place))) return null;
      return { user, goesTo: await addressOf(tx, user, method) };
    });
    if (found?.goesTo !== address) continue;
    if (await deps.lockout.isOpen(candidateOf(tenantId, found.user), signs)) meant.push(each);
  }
  return meant;
}
