import * as z from "zod";
import { Id } from "@/server/kernel/fields";

/** The most people that one selection can hold. */
export const MOST_SELECTED = 10_000;
/** The most of them that one request works on: so that each answers soon, and progress can be shown. */
export const MOST_AT_ONCE = 100;

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

export const SelectedIds = z
  .array(Id)
  .min(1, "must name somebody")
  .max(MOST_SELECTED, `must name at most ${MOST_SELECTED} people`);

/** What a step would do: whom it concerns, and what it ends. */
export const BulkPlan = z.object({
  /** Those for whom something would change; for the others the state is as asked already. */
  userIds: z.array(Id),
  /** Live sessions that would end. */
  sessions: z.int(),
});
export type BulkPlan = z.output<typeof BulkPlan>;
