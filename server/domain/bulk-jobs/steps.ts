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
 * Returns the operation that performs the action for one person, and its input. Administrators can also run this
 * operation alone.
 */
export function stepOf({ do: name, ...about }: BulkAction) {
  return { operation: operations[name], inputFor: (userId: number) => ({ userId, ...about }) };
}

/** Returns true if the action is refused for an administrator when the actor may not manage administrators. */
export const isReserved = ({ do: name }: BulkAction) =>
  operations[name].touches.some((change) => personChanges[change].reserved);

/** Throws if the actor may not run this action. Checked once at the start, and not for each of ten thousand people. */
export const authorizeStep = (actor: TenantActor, { do: name }: BulkAction) =>
  authorize(actor, operations[name]);
