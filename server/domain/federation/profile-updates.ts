import { fieldsIn, ownProfileFields, userFields, type OwnProfileField } from "@/server/kernel/user-fields";
import type { UserRecord } from "../users/people";
import type { FederatedIdentity } from "./federated-identity";
import { configurationOf, type ProviderRecord } from "./provider-records";

type Parts = Pick<FederatedIdentity, "givenName" | "familyName">;

/** Returns the display name for the parts of a name. Returns null if the user has no parts, or if the result is too long. */
export function composedName({ givenName, familyName }: Parts): string | null {
  const name = [givenName, familyName].filter(Boolean).join(" ");
  return name === "" || name.length > userFields.name.maxLength ? null : name;
}

/** Returns the display name for the provider's parts, if the present display name consists of the present parts. */
const recomposedName = (user: UserRecord, { givenName, familyName }: Parts) =>
  user.name === composedName(user)
    ? composedName({ givenName: givenName ?? user.givenName, familyName: familyName ?? user.familyName })
    : null;

/** Returns true if SCIM manages the user. SCIM then decides about the profile. */
const isProvisioned = ({ provisionedBy, externalId }: UserRecord) =>
  provisionedBy !== null || externalId !== null;

/**
 * Returns the fields of the profile that have other values at the provider. Contains only fields that a user may change without
 * a proof: the address, the user name and the phone number identify a user. A field that the provider does not assert keeps its
 * value.
 */
export function outdatedFields(
  provider: ProviderRecord,
  user: UserRecord,
  identity: FederatedIdentity,
): Partial<Record<OwnProfileField, string>> {
  const { updateProfile } = configurationOf(provider).settings;
  if (!updateProfile || !identity.namesAsserted || isProvisioned(user)) return {};
  const asserted = {
    ...fieldsIn(identity, ownProfileFields),
    name: identity.name ?? recomposedName(user, identity),
  };
  return Object.fromEntries(
    ownProfileFields.flatMap((field) => {
      const value = asserted[field];
      return value === null || value === user[field] ? [] : [[field, value]];
    }),
  );
}
