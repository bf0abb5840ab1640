import { authorize } from "@/server/kernel/operation/execute";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { Operation } from "@/server/kernel/operation/operation";
import { personChanges } from "@/server/kernel/operation/person-changes";
import { grantRole, revokeRole } from "../roles/grants";
import { tagUser, untagUser } from "../tags/tagged";
import type { BulkAction } from "../users/bulk.schema";
import { reactivateUser, suspendUser } from "../users/users";

const operations: Record<BulkAction["do"], Operation> = {
  suspend: suspendUser,
  reactivate: reactivateUser,
  grant: grantRole,
  revoke: revokeRole,
  tag: tagUser,
  untag: untagUser,
};

/**
 * Returns the operation that performs the action for one user, and a function for its input. Administrators can also run this
 * operation for a single user.
 */
export function stepOf({ do: name, ...about }: BulkAction) {
  return { operation: operations[name], inputFor: (userId: number) => ({ userId, ...about }) };
}

/** Returns true if only an actor who may manage administrators may apply the action to an administrator. */
export const isReserved = ({ do: name }: BulkAction) =>
  operations[name].touches.some((change) => personChanges[change].reserved);

/** Throws if the actor may not run this action. The check runs once at the start. A job can have ten thousand users. */
export const authorizeStep = (actor: TenantActor, { do: name }: BulkAction) =>
  authorize(actor, operations[name]);
