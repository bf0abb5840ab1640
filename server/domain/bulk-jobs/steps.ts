import { authorize } from "@/server/kernel/execute";
import type { TenantActor } from "@/server/kernel/actor";
import type { Operation } from "@/server/kernel/operation";
import { personChanges } from "@/server/kernel/person-changes";
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

/** What does a step to one person: the operation that an administrator would use by hand. */
export function stepOf({ do: name, ...about }: BulkAction) {
  return { operation: operations[name], inputFor: (userId: number) => ({ userId, ...about }) };
}

/** Whether the step is refused for an administrator where the actor does not decide about administrators. */
export const isReserved = ({ do: name }: BulkAction) =>
  operations[name].touches.some((change) => personChanges[change].reserved);

/** Refuses whoever may not do this step to anybody: told at the start, and not for each of ten thousand people. */
export const authorizeStep = (actor: TenantActor, { do: name }: BulkAction) =>
  authorize(actor, operations[name]);
