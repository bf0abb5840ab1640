import * as z from "zod";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id } from "@/server/kernel/fields";
import { command, type CommandContext } from "@/server/kernel/operation/operation";
import type { WriteTx } from "@/server/kernel/operation/store";
import { importFields } from "@/server/kernel/user-fields";
import { guardAdministrator, lastAs } from "../users/administrator-guard";
import { addPerson, changePerson, labelOf, lockPerson, userTarget } from "../users/people";
import { notSuspended, statusKept } from "../users/users";
import { NewUser } from "../users/users.schema";
import { ImportedProfile } from "./user-imports.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const userImportRefusals = defineRefusals("user_import", {
  row_not_found: { status: 404, text: "There is no such row of this import." },
  row_done: { status: 409, text: "This row has been done." },
});

/**
 * Throws if the actor may not set this status for the user. The conditions are the same as those of `suspendUser` and
 * `reactivateUser`. The conditions protect administrators.
 */
async function guardStatus(
  { tx, actor, now }: Pick<CommandContext<TenantActor, WriteTx>, "tx" | "actor" | "now">,
  userId: number,
  status: "active" | "suspended",
) {
  await guardAdministrator(tx, actor, "access", userId, statusKept[status]);
  if (status === "active") return;
  const last = (await lastAs(tx, { actor, userId, now })).suspended;
  if (last !== null) throw notSuspended[last]();
}

/**
 * Creates or changes the user of one row, and records the result in the row, in one transaction. The server may stop before
 * later transactions grant the roles and tags of the row. The row is then continued later and keeps the recorded result.
 */
export const importPerson = command({
  name: "importPerson",
  capability: "ManageUsers",
  summary: "Add or change the user of one row of an import",
  input: NewUser.extend({
    ...ImportedProfile.shape,
    rowId: Id,
    userId: Id.nullable(),
    /**
     * The status that a later step sets for the user. If the actor may not set this status, the command fails and changes
     * nothing.
     */
    status: z.enum(["active", "suspended"]).optional(),
  }),
  output: z.object({ userId: Id }),
  event: "user_created",
  touches: ["profile"],
  target: (_input, person) => userTarget(person),
  run: async (context, { rowId, userId, email, status, ...fields }) => {
    const { tx, now, changed, happened, labelled, unchanged } = context;
    const profile: ImportedProfile = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    );
    const row = await tx.userImportRows.lock(rowId);
    if (!row) throw userImportRefusals.row_not_found();
    if (row.outcome !== "waiting") throw userImportRefusals.row_done();
    if (userId === null) {
      changed({}, { email, ...profile });
      labelled(email);
      const { id } = await addPerson(tx, { email, ...profile });
      await tx.userImportRows.update(rowId, { begun: "created", userId: id });
      return { userId: id };
    }
    const before = await lockPerson(tx, userId);
    if (status !== undefined && row.begun === null) await guardStatus(context, userId, status);
    happened("user_updated");
    labelled(labelOf(before));
    if (importFields.every((field) => profile[field] === undefined || profile[field] === before[field]))
      unchanged();
    else {
      changed(before, profile);
      await changePerson(tx, before, profile, now);
    }
    await tx.userImportRows.update(rowId, { begun: row.begun ?? "updated", userId });
    return { userId };
  },
});
