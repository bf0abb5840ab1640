import * as z from "zod";
import { grantRole, revokeRole } from "@/server/domain/roles/grants";
import { tagUser, untagUser } from "@/server/domain/tags/tagged";
import { exportUsers, matchingUsers, planBulk } from "@/server/domain/users/bulk";
import { BulkAction, MOST_AT_ONCE, SelectedIds } from "@/server/domain/users/bulk.schema";
import { reactivateUser, suspendUser } from "@/server/domain/users/users";
import type { Operation } from "@/server/kernel/operation";
import { ask, read, router, writeEach } from "../init";

const operations: Record<BulkAction["do"], Operation> = {
  suspend: suspendUser,
  reactivate: reactivateUser,
  grant: grantRole,
  revoke: revokeRole,
  tag: tagUser,
  untag: untagUser,
};

const Batch = z.strictObject({
  userIds: SelectedIds.max(MOST_AT_ONCE, `must name at most ${MOST_AT_ONCE} people`),
  action: BulkAction,
});

export const usersBulkRouter = router({
  matching: read(matchingUsers),
  plan: ask(planBulk),
  export: ask(exportUsers),
  run: writeEach(Batch, ({ userIds, action: { do: name, ...rest } }) =>
    userIds.map((userId) => ({ id: userId, operation: operations[name], input: { userId, ...rest } })),
  ),
});
