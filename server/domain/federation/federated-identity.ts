import { asciiAddress } from "@/server/kernel/strings/mail-address";
import { EmailAddress } from "@/server/kernel/fields";
import { composed } from "@/server/kernel/strings/composed";
import { isStorable } from "@/server/kernel/operation/storable";
import { byField, userFieldNames, userFields, type UserField } from "@/server/kernel/user-fields";
import type { CommonSettings } from "./kind.schema";

/** The identity of a person, as an identity provider asserts. */
export interface FederatedIdentity extends Record<UserField, string | null> {
  /** The provider's permanent identifier for the person. */
  subject: string;
  email: string | null;
  /**
   * True if the address counts as verified. The provider asserts that the address is verified, or the organization trusts all
   * addresses of the provider.
   */
  emailVerified: boolean;
  /**
   * False if the provider does not assert the names: the person typed them (Apple), or the account name replaces a missing name
   * (GitHub). Such names are only for a new user.
   */
  namesAsserted: boolean;
}

/**
 * The provider's assertion about the e-mail address. `verified`: the address belongs to the person. `nothing`: no assertion.
 * `contradicted`: two parts of the provider's answer contain different addresses.
 */
export type EmailWord = "verified" | "nothing" | "contradicted";

/**
 * Returns the value, or the first of several values, with spaces in place of control characters. Returns null if the result is
 * empty, too long or not a text that the database can store.
 */
function cleaned(value: unknown, most: number): string | null {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (typeof first !== "string") return null;
  const text = composed(first.replace(/\p{Cc}/gu, " ").trim());
  return text === "" || text.length > most || !isStorable(text) ? null : text;
}

/**
 * Returns the value if the value is a valid e-mail address, else null. Does not clean the value, because the result could be
 * another person's address. All modules validate addresses with the schema `EmailAddress`. One text therefore always means the
 * same address.
 */
function addressIn(value: unknown): string | null {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  return EmailAddress.safeParse(first).data ?? null;
}

/** Maximum length of a subject, in characters. A longer subject is refused. */
const LONGEST_SUBJECT = 500;

/**
 * Reads an identity from a provider's attributes. The settings contain the names of the attributes. Returns null if the subject
 * is invalid. Never shortens or cleans a subject, because the result could be another person's subject.
 */
export function readIdentity(
  { attributes, trustEmail, emailDomains }: CommonSettings,
  subject: unknown,
  valueOf: (attribute: string) => unknown,
  word: EmailWord = "nothing",
): FederatedIdentity | null {
  if (typeof subject !== "string" || subject === "" || subject.length > LONGEST_SUBJECT) return null;
  if (/\p{Cc}/u.test(subject) || !isStorable(subject)) return null;
  const read = (name: UserField) =>
    attributes[name] === "" ? null : cleaned(valueOf(attributes[name]), userFields[name].maxLength);
  const address = attributes.email === "" ? null : addressIn(valueOf(attributes.email));
  const domain = address?.slice(address.indexOf("@") + 1).toLowerCase();
  const ofTheirs =
    domain !== undefined &&
    (emailDomains.length === 0 || emailDomains.some((one) => asciiAddress(`@${one}`) === `@${domain}`));
  return {
    subject,
    email: address,
    emailVerified: ofTheirs && word !== "contradicted" && (trustEmail || word === "verified"),
    namesAsserted: true,
    ...byField(userFieldNames, read),
  };
}
