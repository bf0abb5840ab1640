import { asc, eq } from "drizzle-orm";
import * as z from "zod";
import { administrators, users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { Row, WriteTx } from "@/server/kernel/operation/store";
import { endActingOf } from "../act-as/acting";
import { endSessions, getPerson, labelOf, lockPerson, userTarget } from "../users/people";
import { Administrator, AdministratorRole, NewAdministrator } from "./administrators.schema";
import { activeAdministrators, keepingAdministrators } from "../users/administrator-guard";
import { refuseShortened } from "../users/self";
import { promoted, refuseUnproved } from "./promotion";
import { defineRefusals, defineTexts } from "@/server/kernel/texts/define";

const administratorRefusals = defineRefusals("administrator", {
  not_found: { status: 404, text: "There is no such administrator." },
  user_suspended: {
    status: 400,
    text: "userId: a suspended user cannot administer.",
    field: "userId",
  },
  address_unproved: {
    status: 400,
    text: "userId: this person uses the account but has not proved its address here; ask them to confirm it on the account page first.",
    field: "userId",
  },
  owner_not_removable: {
    status: 400,
    text: "An owner cannot be removed; change the role to admin first.",
  },
  last_owner_stays_owner: {
    status: 400,
    text: "role: the last owner stays an owner; make another user one first.",
    field: "role",
  },
  last_not_removable: { status: 400, text: "The last active administrator cannot be removed." },
});

const actAsTexts = defineTexts("act_as_end", {
  administrator_removed: "They administer no more",
  owner_no_more: "They are no owner any more",
});

export const listAdministrators = query({
  name: "listAdministrators",
  rest: "GET /admins",
  console: "administrators.list",
  capability: "ManageTenantAdmins",
  summary: "List the tenant's administrators",
  input: z.strictObject({}),
  output: z.array(Administrator),
  run: async ({ tx }) => {
    const rows = await tx.select({
      fields: {
        userId: administrators.userId,
        email: users.email,
        name: users.name,
        role: administrators.role,
        grantedAt: administrators.grantedAt,
      },
      from: administrators,
      join: [{ table: users, on: eq(users.id, administrators.userId) }],
      orderBy: [asc(administrators.grantedAt), asc(administrators.userId)],
    });
    return rows.map((row) => ({ ...row, grantedAt: row.grantedAt.toISOString() }));
  },
});

/**
 * Locks the rows of all administrators until the transaction ends. Returns the administrators. Without the lock, two
 * simultaneous requests could remove the last two administrators.
 */
async function lockAdministrators(
  tx: Pick<WriteTx, "administrators">,
): Promise<Row<typeof administrators>[]> {
  await tx.administrators.lockAll();
  return tx.administrators.list({ orderBy: [asc(administrators.userId)] });
}

export const addAdministrator = command({
  name: "addAdministrator",
  rest: { at: "POST /admins", status: 201 },
  console: "administrators.add",
  capability: "ManageTenantAdmins",
  summary: "Make a user an administrator",
  description:
    "Also changes the role of an administrator. There may be several owners; the console refuses to demote " +
    "the last one. A suspended user cannot become one (400); an unknown user is 404. If another person could " +
    "sign in to the account before (by a provider, after another person changed the address or number, or " +
    "because the account was used before a mail of this server proved its address), its password, second " +
    "factors, sessions and the proof of its number end, also when an administrator becomes an owner, and in the " +
    "last case its linked identities; the user then chooses a password by mail. Links that were mailed before end. The address counts " +
    "as proved, unless a provider set it, it was changed since the account was created, or a provider signed " +
    "the user in: then no mail gives the password. An administrator whose account was used before its address " +
    "was proved becomes an owner only after the proof (400). No identity provider signs an administrator in: " +
    "sessions that one began end.",
  input: NewAdministrator,
  output: z.object({ userId: Id, role: AdministratorRole }),
  event: "admin_granted",
  touches: ["administration"],
  target: userTarget,
  prepare: ({ ports }) => Promise.resolve({ mails: ports.channels.email }),
  run: async ({ tx, actor, now, changed, labelled, unchanged }, { userId, role }, { mails }) => {
    await refuseShortened(tx, actor);
    const person = await lockPerson(tx, userId);
    if (person.status !== "active") throw administratorRefusals.user_suspended();
    const held = await lockAdministrators(tx);
    const before = held.find((administrator) => administrator.userId === userId);
    labelled(labelOf(person));
    if (before) {
      const rises = role === "owner" && before.role !== role;
      // An older version of Castellan may have appointed this administrator. The account may then still have factors of another
      // person. `promoted` removes these factors.
      const ends = rises && person.untrustedSince !== null;
      // The inviter may have joined under another person's address by the token of the invitation, which proves no address. A
      // server without mail cannot prove the address of an administrator.
      if (ends || (rises && mails))
        await refuseUnproved(tx, person, { now, refusal: administratorRefusals.address_unproved });
      if (before.role === role) unchanged();
      // A credential may remove the role of the last owner (clarifications, document 1, 9).
      else
        await keepingAdministrators(
          tx,
          { actor, userId, now },
          () => tx.administrators.updateWhere(eq(administrators.userId, userId), { role }),
          () => administratorRefusals.last_owner_stays_owner(),
        );
      const proofs = ends ? await promoted(tx, person, { by: "appointment", now }) : {};
      // An owner may act as other administrators. An administrator with the role `admin` may not.
      if (before.role === "owner" && role !== "owner")
        await endActingOf(tx, userId, actAsTexts.owner_no_more(), now);
      changed({ ...person, role: before.role }, { role, ...proofs });
      return { userId, role };
    }
    await tx.administrators.insert({ userId, role, grantedAt: now });
    const proofs = await promoted(tx, person, { by: "appointment", now });
    changed({ ...person, role: null }, { role, ...proofs });
    return { userId, role };
  },
});

export const removeAdministrator = command({
  name: "removeAdministrator",
  rest: "DELETE /admins/{userId}",
  console: "administrators.remove",
  capability: "ManageTenantAdmins",
  summary: "Remove a user from the administrators",
  description:
    "The user loses access to the console at once, all sessions end, and the user remains an ordinary user. Refuses to remove an owner and the last active administrator.",
  input: z.strictObject({ userId: Id }),
  output: z.object({ userId: Id, revoked: z.boolean() }),
  event: "admin_revoked",
  touches: ["administration"],
  target: userTarget,
  run: async ({ tx, now, changed, labelled }, { userId }) => {
    await tx.users.lock(userId);
    const held = await lockAdministrators(tx);
    const before = held.find((administrator) => administrator.userId === userId);
    if (!before) throw administratorRefusals.not_found();
    if (before.role === "owner") throw administratorRefusals.owner_not_removable();
    labelled(labelOf(await getPerson(tx, userId)));
    changed({ role: before.role }, { role: null });
    await tx.administrators.removeWhere(eq(administrators.userId, userId));
    if ((await activeAdministrators(tx, now)).length === 0) throw administratorRefusals.last_not_removable();
    await endActingOf(tx, userId, actAsTexts.administrator_removed(), now);
    // Ends the console sessions. A later appointment would otherwise give these sessions access again.
    await endSessions(tx, userId, now);
    return { userId, revoked: true };
  },
});
