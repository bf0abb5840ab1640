import * as z from "zod";
import { conflict, notFound } from "@/server/kernel/errors";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation";
import { addPerson, changePerson, labelOf, lockPerson, userTarget } from "../users/people";
import { NewUser } from "../users/users.schema";

/**
 * Makes or renames the person of one row and remembers on the row that it did, in one transaction: when the server stops
 * before roles and tags have followed, the row goes on where it was, and still counts as what it is.
 */
export const importPerson = command({
  capability: "ManageUsers",
  summary: "Add or change the person of one row of an import",
  input: NewUser.extend({ rowId: Id, userId: Id.nullable() }),
  output: z.object({ userId: Id }),
  event: "user_created",
  touches: ["profile"],
  target: (_input, person) => userTarget(person),
  run: async ({ tx, now, changed, happened, labelled, unchanged }, { rowId, userId, email, name }) => {
    const row = await tx.userImportRows.lock(rowId);
    if (!row) throw notFound("row of this import");
    if (row.outcome !== "waiting") throw conflict("This row has been done.");
    if (userId === null) {
      changed({}, { email, name });
      labelled(email);
      const { id } = await addPerson(tx, { email, name });
      await tx.userImportRows.update(rowId, { begun: "created", userId: id });
      return { userId: id };
    }
    const before = await lockPerson(tx, userId);
    happened("user_updated");
    labelled(labelOf(before));
    if (name == null || name === before.name) unchanged();
    else {
      changed(before, { name });
      await changePerson(tx, before, { name }, now);
    }
    await tx.userImportRows.update(rowId, { begun: row.begun ?? "updated", userId });
    return { userId };
  },
});
