import { and, asc, eq, gt, sql } from "drizzle-orm";
import * as z from "zod";
import { instantText } from "@/db/kit";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { statement } from "@/server/kernel/operation/store";
import { guardAdministrator, keepingAdministrators } from "./administrator-guard";
import {
  addPerson,
  changePerson,
  endSessions,
  getPerson,
  labelOf,
  lockPerson,
  toUserDetails,
  userTarget,
} from "./people";
import {
  NewUser,
  User,
  UserDetails,
  UserListQuery,
  UserPatch,
  UserStatus,
  UserStatusAnswer,
} from "./users.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const administratorRefusals = defineRefusals("administrator", {
  last_owner_not_suspendable: { status: 400, text: "The last active owner cannot be suspended." },
  last_not_suspendable: { status: 400, text: "The last active administrator cannot be suspended." },
  // Changes to an administrator that are reserved (kernel/operation/person-changes.ts).
  email_reserved: {
    status: 403,
    text: "email: only an owner, or a credential with ManageTenantAdmins, can change the address of an administrator.",
    field: "email",
  },
  suspension_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can suspend an administrator.",
  },
  reactivation_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can reactivate an administrator.",
  },
});

const userRefusals = defineRefusals("user", {
  email_not_removable: {
    status: 400,
    text: "email: cannot be taken away, only changed.",
    field: "email",
  },
});

/** The columns of a user in the form of the API. The rows of a page therefore need no conversion. */
const listed = {
  userId: users.id,
  email: users.email,
  name: users.name,
  status: users.status,
  createdAt: instantText(users.createdAt),
};

/** The most frequent query: a page of all users, without a filter. */
const everybody = statement<{ after: number; limit: number }>()({
  fields: listed,
  from: users,
  where: and(eq(users.kind, "person"), gt(users.id, sql.placeholder("after"))),
  orderBy: [asc(users.id)],
  limit: sql.placeholder("limit"),
});

export const listUsers = query({
  name: "listUsers",
  rest: "GET /users",
  capability: "ManageUsers",
  summary: "List users",
  description:
    "Ordered by userId; nextCursor is the cursor of the next page, null on the last. `search` matches a part " +
    "of the name or of any identifier (address, phone, user name, external id), without case; no character in " +
    "it is special. Service accounts are not listed.",
  input: UserListQuery,
  output: z.object({ users: z.array(User), nextCursor: Id.nullable() }),
  run: async ({ tx }, { search, status, limit, cursor = 0 }) => {
    const beyond = limit + 1;
    const narrowed = () =>
      tx.select({
        fields: listed,
        from: users,
        where: search
          ? tx.peopleMatching({ text: search, afterId: cursor, limit: beyond, ...(status && { status }) })
          : and(eq(users.kind, "person"), gt(users.id, cursor), status && eq(users.status, status)),
        orderBy: [asc(users.id)],
        limit: beyond,
      });
    const rows = await (search || status ? narrowed() : tx.run(everybody, { after: cursor, limit: beyond }));
    const page = rows.slice(0, limit);
    return { users: page, nextCursor: rows.length > limit ? page.at(-1)!.userId : null };
  },
});

export const getUser = query({
  name: "getUser",
  rest: "GET /users/{userId}",
  capability: "ManageUsers",
  summary: "Get a user",
  input: z.strictObject({ userId: Id }),
  output: UserDetails,
  run: async ({ tx }, { userId }) => toUserDetails(await getPerson(tx, userId)),
});

export const createUser = command({
  name: "createUser",
  rest: { at: "POST /users", status: 201 },
  console: "users.create",
  capability: "ManageUsers",
  summary: "Create a user",
  description:
    "Creates an ordinary user with an unverified address. Addresses are unique in the organization, without case.",
  input: NewUser,
  output: z.object({ userId: Id, email: z.string(), status: UserStatus }),
  event: "user_created",
  target: ({ email }, user) => ({ ...userTarget(user), label: email }),
  run: async ({ tx, changed }, input) => {
    changed({}, input);
    const { id, status } = await addPerson(tx, input);
    return { userId: id, email: input.email, status };
  },
});

export const updateUser = command({
  name: "updateUser",
  rest: "PATCH /users/{userId}",
  console: "users.update",
  capability: "ManageUsers",
  summary: "Change a user",
  description:
    "Changes only the fields that are sent. A new address is unverified until the user proves it, and the old " +
    "one receives a notice. For the address of an administrator, the capability ManageTenantAdmins is " +
    "required in addition.",
  input: UserPatch.extend({ userId: Id }),
  output: UserDetails,
  event: "user_updated",
  touches: ["identity", "profile"],
  target: (_input, user) => ({ ...userTarget(user), label: labelOf(user) }),
  run: async ({ tx, actor, now, changed }, { userId, email, ...others }) => {
    const before = await lockPerson(tx, userId);
    // Accepts null if the user has no e-mail address. Responses contain null for such a user, and a client may send the value
    // back.
    if (email === null && before.email !== null) throw userRefusals.email_not_removable();
    const patch = { ...others, ...(email != null && { email }) };
    if (email != null && email !== before.email) {
      await guardAdministrator(tx, actor, "identity", userId, administratorRefusals.email_reserved);
    }
    changed(before, patch);
    const after = await changePerson(tx, before, patch, now);
    return toUserDetails(after);
  },
});

/** Errors for an attempt to suspend the last owner or administrator. */
export const notSuspended = {
  owner: administratorRefusals.last_owner_not_suspendable,
  administrator: administratorRefusals.last_not_suspendable,
};

/** Errors for an actor who may not change an administrator's status. */
export const statusKept = {
  suspended: administratorRefusals.suspension_reserved,
  active: administratorRefusals.reactivation_reserved,
};

export const suspendUser = command({
  name: "suspendUser",
  rest: "DELETE /users/{userId}",
  console: "users.suspend",
  capability: "ManageUsers",
  summary: "Suspend a user",
  description:
    "The user remains and can be reactivated; sessions end at once. The address stays in use. For an " +
    "administrator, the capability ManageTenantAdmins is required in addition.",
  input: z.strictObject({ userId: Id }),
  output: UserStatusAnswer,
  event: "user_suspended",
  touches: ["access"],
  target: userTarget,
  run: async ({ tx, actor, now, changed, labelled, unchanged }, { userId }) => {
    const before = await lockPerson(tx, userId);
    await guardAdministrator(tx, actor, "access", userId, statusKept.suspended);
    const status = "suspended" as const;
    if (before.status === status) {
      unchanged();
      return { userId, status };
    }
    labelled(labelOf(before));
    changed(before, { status });
    const suspend = () =>
      Promise.all([tx.users.update(userId, { status, updatedAt: now }), endSessions(tx, userId, now)]);
    await keepingAdministrators(tx, { actor, userId, now }, suspend, (last) => notSuspended[last]());
    return { userId, status };
  },
});

export const reactivateUser = command({
  name: "reactivateUser",
  rest: "POST /users/{userId}/reactivate",
  console: "users.reactivate",
  capability: "ManageUsers",
  summary: "Reactivate a suspended user",
  description: "For an administrator, the capability ManageTenantAdmins is required in addition.",
  input: z.strictObject({ userId: Id }),
  output: UserStatusAnswer,
  event: "user_reactivated",
  touches: ["access"],
  target: userTarget,
  run: async ({ tx, actor, now, changed, labelled, unchanged }, { userId }) => {
    const before = await lockPerson(tx, userId);
    const status = "active" as const;
    await guardAdministrator(tx, actor, "access", userId, statusKept.active);
    if (before.status === status) {
      unchanged();
      return { userId, status };
    }
    labelled(labelOf(before));
    changed(before, { status });
    await tx.users.update(userId, { status, updatedAt: now });
    return { userId, status };
  },
});
