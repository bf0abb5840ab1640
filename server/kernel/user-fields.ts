import type { Locale } from "./strings/languages";

/*
 * Standard profile fields of a person. Schemas, claims, SCIM, identity providers, imports and pages derive from this
 * table. Each key is also the name of the column in db/tenant/users.ts. docs/user-fields.md is generated from it. It imports
 * only types, because pages load it.
 */

/** Scopes of OpenID Connect Core §5.4 whose claims are profile fields. */
type ClaimScope = "profile" | "phone";

export interface UserFieldDefinition {
  label: Readonly<Record<Locale, string>>;
  /** Maximum length. */
  maxLength: number;
  scim: {
    /** Attribute of RFC 7643 §4.1: an attribute with one text, a part of `name`, or a list. */
    path: string;
    /** Maximum length for SCIM clients, where it is not `maxLength`. */
    maxLength?: number;
    /** The column contains the primary value of a list. The list itself remains in `scim_attributes`. */
    list?: true;
  };
  /** Claim of OpenID Connect Core §5.1. Null: apps do not receive the field. */
  claim: { name: string; scope: ClaimScope } | null;
  /** Usual names at identity providers. Empty: not read unless an administrator enters a name. */
  provider: { oidc: string; saml: string; ldap: string };
  /**
   * Pattern of column titles in imports, for lower case with spaces instead of underscores. Null: imports cannot set the
   * field.
   */
  importTitle: RegExp | null;
  /** Input on the account page, with the autofill token of the HTML standard. Null: the profile form cannot change it. */
  ownProfile: { autoComplete: string } | null;
  /**
   * Administrators and clients of the management API may set the field. False: they read it, because it identifies the user or
   * needs a proof.
   */
  administered: boolean;
}

const SAML_CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";

export const userFields = {
  name: {
    label: { en: "Name", de: "Name" },
    maxLength: 200,
    // A name that consists of several parts is longer than each of them.
    scim: { path: "displayName", maxLength: 400 },
    claim: { name: "name", scope: "profile" },
    provider: { oidc: "name", saml: `${SAML_CLAIMS}/name`, ldap: "displayName" },
    importTitle: /^(name|display ?name|full ?name|anzeigename|(vollständiger|voller) name)$/,
    ownProfile: { autoComplete: "name" },
    administered: true,
  },
  givenName: {
    label: { en: "Given name", de: "Vorname" },
    maxLength: 200,
    scim: { path: "name.givenName" },
    claim: { name: "given_name", scope: "profile" },
    provider: { oidc: "given_name", saml: `${SAML_CLAIMS}/givenname`, ldap: "givenName" },
    importTitle: /^(given ?name|first ?name|vorname)$/,
    ownProfile: { autoComplete: "given-name" },
    administered: true,
  },
  familyName: {
    label: { en: "Family name", de: "Nachname" },
    maxLength: 200,
    scim: { path: "name.familyName" },
    claim: { name: "family_name", scope: "profile" },
    provider: { oidc: "family_name", saml: `${SAML_CLAIMS}/surname`, ldap: "sn" },
    importTitle: /^(family ?name|last ?name|surname|nachname|familienname)$/,
    ownProfile: { autoComplete: "family-name" },
    administered: true,
  },
  userName: {
    label: { en: "User name", de: "Benutzername" },
    maxLength: 200,
    scim: { path: "userName", maxLength: 254 },
    claim: null,
    provider: { oidc: "preferred_username", saml: "", ldap: "uid" },
    importTitle: null,
    ownProfile: null,
    administered: false,
  },
  phone: {
    label: { en: "Phone", de: "Telefon" },
    maxLength: 50,
    scim: { path: "phoneNumbers", maxLength: 100, list: true },
    claim: { name: "phone_number", scope: "phone" },
    provider: { oidc: "phone_number", saml: "", ldap: "telephoneNumber" },
    importTitle: null,
    // Proved by a code: domain/account/phone.ts.
    ownProfile: null,
    administered: false,
  },
} as const satisfies Record<string, UserFieldDefinition>;

type Table = typeof userFields;
export type UserField = keyof Table;
/** Fields whose definition has a value under this key. */
type FieldWith<Key extends keyof UserFieldDefinition> = {
  [Name in UserField]: Table[Name][Key] extends null ? never : Name;
}[UserField];
export type OwnProfileField = FieldWith<"ownProfile">;
export type ImportField = FieldWith<"importTitle">;
type AdministeredField = {
  [Name in UserField]: Table[Name]["administered"] extends true ? Name : never;
}[UserField];
/** Fields that are a part of SCIM's `name`. */
type NameField = {
  [Name in UserField]: Table[Name]["scim"]["path"] extends `name.${string}` ? Name : never;
}[UserField];
type ListField = {
  [Name in UserField]: Table[Name]["scim"] extends { list: true } ? Name : never;
}[UserField];
/** Fields that are a SCIM attribute with one text. */
type TextAttributeField = Exclude<UserField, NameField | ListField>;

// Object.keys loses the types of the keys.
export const userFieldNames = Object.keys(userFields) as UserField[];

export const isUserField = (name: PropertyKey): name is UserField => Object.hasOwn(userFields, name);

/** Returns the definition of a field by its general type. */
export const userField = (name: UserField): UserFieldDefinition => userFields[name];

export const ownProfileFields = userFieldNames.filter(
  (name): name is OwnProfileField => userField(name).ownProfile !== null,
);
export const administeredFields = userFieldNames.filter(
  (name): name is AdministeredField => userField(name).administered,
);
export const importFields = userFieldNames.filter(
  (name): name is ImportField => userField(name).importTitle !== null,
);

/** Creates an object with an entry for each of these fields. */
export const byField = <Name extends UserField, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
) =>
  // `fromEntries` returns only an index signature, although each name has an entry.
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;

/** Returns these fields of a record. */
export const fieldsIn = <Name extends UserField, Source extends Record<Name, unknown>>(
  source: Source,
  names: readonly Name[],
) => byField(names, (name) => source[name]) as Pick<Source, Name>;

/** Returns the names of a scope's claims. */
export const claimsOf = (scope: ClaimScope): string[] =>
  userFieldNames.flatMap((name) => {
    const { claim } = userField(name);
    return claim?.scope === scope ? [claim.name] : [];
  });

/** Returns the usual names of all fields at identity providers of a kind. */
export const namesAt = (kind: keyof UserFieldDefinition["provider"]) =>
  byField(userFieldNames, (name): string => userField(name).provider[kind]);

/** Returns the part of SCIM's `name` that a field is, or null. */
export const partOfName = (name: UserField): string | null => {
  const { path } = userField(name).scim;
  return path.startsWith("name.") ? path.slice("name.".length) : null;
};
export const nameFields = userFieldNames.filter((name): name is NameField => partOfName(name) !== null);

export const textAttributeFields = userFieldNames.filter(
  (name): name is TextAttributeField => partOfName(name) === null && !userField(name).scim.list,
);

/** Length limit for SCIM clients. */
export const scimLength = (name: UserField): number => {
  const { maxLength, scim } = userField(name);
  return scim.maxLength ?? maxLength;
};
