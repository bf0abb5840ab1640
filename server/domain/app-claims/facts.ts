import { and, eq, isNull, or } from "drizzle-orm";
import { customFields, customFieldValues } from "@/db/tenant/custom-fields";
import { roleGrants, roles } from "@/db/tenant/roles";
import { tags, userTags } from "@/db/tenant/tags";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { FieldValue } from "../custom-fields/custom-fields.schema";
import type { UserValue } from "./claims.schema";

/** How the user signed in. `authTime` is in seconds since 1970. */
export interface SessionFacts {
  acr: string | null;
  amr: string[];
  authTime: number | null;
}

export type UserFacts = Record<UserValue, string | boolean | null>;

/** The data from which the rules of an app or an API compute a user's claims. */
export interface ClaimFacts {
  /** Organization of the user and of the rules. */
  tenantId: number;
  user: UserFacts;
  /** Values by the name of the field. Null: the user has no value. */
  customFields: Record<string, FieldValue | null>;
  /** Names of roles of the organization, and of roles of the asking app. */
  roles: string[];
  appRoles: string[];
  tags: string[];
  /** Null where the protocol does not know it: at userinfo. */
  session: SessionFacts | null;
}

/** Reads the roles, tags and custom fields of a user. */
export async function readClaimFacts(
  tx: Pick<ReadTx, "select">,
  { userId, appId }: { userId: number; appId: number },
): Promise<Pick<ClaimFacts, "customFields" | "roles" | "appRoles" | "tags">> {
  const [held, worn, fields] = await Promise.all([
    tx.select({
      fields: { name: roles.name, appId: roles.appId },
      from: roleGrants,
      join: [{ table: roles, on: eq(roles.id, roleGrants.roleId) }],
      where: and(eq(roleGrants.userId, userId), or(isNull(roles.appId), eq(roles.appId, appId))),
      orderBy: [roles.name],
    }),
    tx.select({
      fields: { name: tags.name },
      from: userTags,
      join: [{ table: tags, on: eq(tags.id, userTags.tagId) }],
      where: eq(userTags.userId, userId),
      orderBy: [tags.name],
    }),
    tx.select({
      fields: { name: customFields.fieldName, value: customFieldValues.value },
      from: customFields,
      join: [
        {
          table: customFieldValues,
          on: and(eq(customFieldValues.fieldId, customFields.id), eq(customFieldValues.userId, userId))!,
          optional: true,
        },
      ],
      where: eq(customFields.entity, "user"),
    }),
  ]);
  const names = (own: boolean) =>
    held.filter((role) => (role.appId !== null) === own).map(({ name }) => name);
  return {
    roles: names(false),
    appRoles: names(true),
    tags: worn.map(({ name }) => name),
    customFields: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  };
}
