import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";

/** Maximum number of users in one selection. */
export const MOST_SELECTED = 10_000;

/** An action that the server can perform for many users. */
export const BulkAction = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("suspend") }),
  z.strictObject({ do: z.literal("reactivate") }),
  z.strictObject({ do: z.literal("grant"), roleId: Id }),
  z.strictObject({ do: z.literal("revoke"), roleId: Id }),
  z.strictObject({ do: z.literal("tag"), tagId: Id }),
  z.strictObject({ do: z.literal("untag"), tagId: Id }),
]);
export type BulkAction = z.output<typeof BulkAction>;

/**
 * Returns the action that reverses an action. Returns null if the action cannot be reversed. The removal of a role cannot be
 * reversed: role sync may have granted the role, and the reversal would create a manual grant.
 */
export function undoOf(action: BulkAction): BulkAction | null {
  switch (action.do) {
    case "suspend":
      return { do: "reactivate" };
    case "reactivate":
      return { do: "suspend" };
    case "grant":
      return { do: "revoke", roleId: action.roleId };
    case "tag":
      return { do: "untag", tagId: action.tagId };
    case "untag":
      return { do: "tag", tagId: action.tagId };
    case "revoke":
      return null;
  }
}

export const SelectedIds = z
  .array(Id)
  .min(1, must("no_people"))
  .max(MOST_SELECTED, must("too_many_people", { max: MOST_SELECTED }));

/** Effects of an action: the changed users and the number of ended sessions. */
export const BulkPlan = z.object({
  /** The users whom the action changes. All other selected users already have the requested state. */
  userIds: z.array(Id),
  /** Number of live sessions that would end. */
  sessions: z.int(),
});
export type BulkPlan = z.output<typeof BulkPlan>;
