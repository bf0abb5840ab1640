import { EmailAddress } from "@/server/kernel/fields";
import { byField, userFieldNames, userFields, type UserField } from "@/server/kernel/user-fields";
import type { Configuration } from "./federation.schema";

/** The identity that a provider asserts. */
export interface FederatedIdentity extends Record<UserField, string | null> {
  /** The provider's permanent identifier of the person. */
  subject: string;
  email: string | null;
  /** True if the provider asserts that the address belongs to the person. */
  emailVerified: boolean;
}

/**
 * The provider's statement about an address. `contradicted`: two parts of the provider's answer contain different
 * addresses.
 */
export type EmailWord = "verified" | "nothing" | "contradicted";

/**
 * Returns the value, or the first of several values, without control characters and cut to `most` characters.
 * Returns null if it is empty or not a text.
 */
function cleaned(value: unknown, most: number): string | null {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (typeof first !== "string") return null;
  const text = first.replace(/\p{Cc}/gu, " ").trim();
  return text === "" || text.length > most ? null : text;
}

/**
 * Returns the value if it is a valid address, else null. All modules use the same schema, so that one text cannot name
 * two people. The value is not cleaned, because the cleaned address could be another person's.
 */
function addressIn(value: unknown): string | null {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  return EmailAddress.safeParse(first).data ?? null;
}

/** Highest length of a subject; longer ones are refused. */
const LONGEST_SUBJECT = 500;

/**
 * Reads an identity from a provider's attributes by the configured names. Returns null without a valid subject. A
 * subject is never shortened or cleaned, because the result could be another person's subject.
 */
export function readIdentity(
  { attributes, trustEmail, emailDomains }: Configuration["settings"],
  subject: unknown,
  valueOf: (attribute: string) => unknown,
  word: EmailWord = "nothing",
): FederatedIdentity | null {
  if (typeof subject !== "string" || subject === "" || subject.length > LONGEST_SUBJECT) return null;
  if (/\p{Cc}/u.test(subject)) return null;
  const read = (name: UserField) =>
    attributes[name] === "" ? null : cleaned(valueOf(attributes[name]), userFields[name].maxLength);
  const address = attributes.email === "" ? null : addressIn(valueOf(attributes.email));
  const domain = address?.slice(address.indexOf("@") + 1).toLowerCase();
  const ofTheirs = domain !== undefined && (emailDomains.length === 0 || emailDomains.includes(domain));
  return {
    subject,
    email: address,
    emailVerified: ofTheirs && word !== "contradicted" && (trustEmail || word === "verified"),
    ...byField(userFieldNames, read),
  };
}
