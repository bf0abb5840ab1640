import { EmailAddress } from "@/server/kernel/fields";
import { byField, userFieldNames, userFields, type UserField } from "@/server/kernel/user-fields";
import type { Configuration } from "./federation.schema";

/** Who somebody is by the word of a provider. */
export interface FederatedIdentity extends Record<UserField, string | null> {
  /** The provider's own name for them, for good. */
  subject: string;
  email: string | null;
  /** Whether the provider vouches that the address is theirs. */
  emailVerified: boolean;
}

/** What a provider says of the address that it tells; `contradicted`: it tells two. */
export type EmailWord = "verified" | "nothing" | "contradicted";

/** A text as it may be kept: the first of several values, without control characters and not endless; null for nothing. */
function cleaned(value: unknown, most: number): string | null {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (typeof first !== "string") return null;
  const text = first.replace(/\p{Cc}/gu, " ").trim();
  return text === "" || text.length > most ? null : text;
}

/**
 * An address by the one grammar of addresses: what a looser one takes could name two people. It is not cleaned, because what is
 * cleaned could be somebody else's.
 */
function addressIn(value: unknown): string | null {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  return EmailAddress.safeParse(first).data ?? null;
}

/** The longest subject that is kept; a longer one is nobody's. */
const LONGEST_SUBJECT = 500;

/**
 * Reads an identity out of what a provider told, by the names that its settings give the attributes. Null where there is
 * no usable subject: one that is cut or cleaned could be somebody else's.
 */
export function readIdentity(
  { attributes, trustEmail, emailDomains }: Configuration["settings"],
  subject: unknown,
  told: (attribute: string) => unknown,
  word: EmailWord = "nothing",
): FederatedIdentity | null {
  if (typeof subject !== "string" || subject === "" || subject.length > LONGEST_SUBJECT) return null;
  if (/\p{Cc}/u.test(subject)) return null;
  const read = (name: UserField) =>
    attributes[name] === "" ? null : cleaned(told(attributes[name]), userFields[name].maxLength);
  const address = attributes.email === "" ? null : addressIn(told(attributes.email));
  const domain = address?.slice(address.indexOf("@") + 1).toLowerCase();
  const ofTheirs = domain !== undefined && (emailDomains.length === 0 || emailDomains.includes(domain));
  return {
    subject,
    email: address,
    emailVerified: ofTheirs && word !== "contradicted" && (trustEmail || word === "verified"),
    ...byField(userFieldNames, read),
  };
}
