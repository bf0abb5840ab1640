import type { Actor } from "@/server/kernel/operation/actor";
import { addAdministrator } from "@/server/domain/administrators/administrators";
import type { Change } from "@/server/domain/provisioning/people";
import type { Database } from "@/server/store/database";
import { aUser } from "./factories";
import { tenantActor } from "./operations";
import { operationsOn } from "./operations-on";

/** Returns an actor that may change users, but no administrators. */
export const onlyUsers = (t: number) => tenantActor(t, { capabilities: ["ManageUsers"] });

/** Returns a provisioning client of the tenant. */
export const provider = (t: number): Actor => ({
  ...onlyUsers(t),
  channel: "scim",
  subject: { kind: "scim_client", label: "directory", tokenId: 1 },
});

/** Returns the input of a provisioning change that sets these fields. */
export const provisioned = (userId: number, fields: Partial<ReturnType<Change>>) => ({
  userId,
  versions: null,
  change: (({ userId: _id, createdAt: _made, updatedAt: _at, groups: _in, ...person }) => ({
    ...person,
    ...fields,
  })) satisfies Change,
});

/** Creates operations on tenants with administrators, for the tests of one `describe`. */
export function administratorScene(kind: Database["kind"]) {
  const operations = operationsOn(kind);
  const { test } = operations;
  return {
    ...operations,
    /** Creates a user with a verified address, and makes the user an administrator if a role is given. */
    someone: async (t: number, role: "owner" | "admin" | null) => {
      const user = await aUser(test, t, { emailVerifiedAt: new Date() });
      if (role) await test.write(t, (tx) => tx.administrators.insert({ userId: user.id, role }));
      return { ...user, email: user.email! };
    },
    /** Creates a user and appoints the user by the operation. Returns the user's id. */
    appointed: async (t: number, role: "owner" | "admin") => {
      const { id: userId } = await aUser(test, t);
      await test.run(t, addAdministrator, { userId, role });
      return userId;
    },
    messagesOf: (t: number) => test.stores.tenant(t).read((tx) => tx.messages.list({})),
    get: (t: number, id: number) => test.stores.tenant(t).read((tx) => tx.users.get(id)),
  };
}
