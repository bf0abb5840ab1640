import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";

/**
 * A governed role (a role that identity providers manage as a group) in the form of SCIM. `members` is null if the request
 * excluded the members or the group has too many.
 */
export const Group = z.object({
  roleId: Id,
  name: z.string(),
  externalId: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  members: z.array(z.object({ userId: Id, display: z.string().nullable() })).nullable(),
  memberCount: z.int(),
  lastGrantedAt: Timestamp.nullable(),
});
export type Group = z.output<typeof Group>;

/** One change of a group's members. A request can contain several changes, which apply in order. */
export const MemberIntent = z.strictObject({
  kind: z.enum(["add", "remove", "replace"]),
  userIds: z.array(Id),
});
export type MemberIntent = z.output<typeof MemberIntent>;

/** Returns the ids of the members after all changes. */
export function membersAfter(before: ReadonlySet<number>, intents: MemberIntent[]): Set<number> {
  let members = new Set(before);
  for (const { kind, userIds } of intents) {
    if (kind === "replace") members = new Set(userIds);
    for (const id of userIds) {
      if (kind === "add") members.add(id);
      if (kind === "remove") members.delete(id);
    }
  }
  return members;
}
