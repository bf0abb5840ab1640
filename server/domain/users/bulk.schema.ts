import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { must } from "@/server/kernel/must";

/** The most people that one selection can hold. */
export const MOST_SELECTED = 10_000;

/** What can be done to many people in one step. */
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
 * What takes a step back; null where it cannot be: a role taken away may have been one that role sync keeps, and would come
 * back as one given by hand.
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

/** What a step would do: whom it concerns, and what it ends. */
export const BulkPlan = z.object({
  /** Those for whom something would change; for the others the state is as asked already. */
  userIds: z.array(Id),
  /** Live sessions that would end. */
  sessions: z.int(),
});
export type BulkPlan = z.output<typeof BulkPlan>;
