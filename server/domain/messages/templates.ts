import * as z from "zod";
import { factorMethods, heldKinds } from "../sign-in-methods/factor-kinds.schema";
import type { CodedText } from "@/server/kernel/texts/define";

const text = z.string();
/** An absolute URL, `./path` (below the organization's console), or `~/path` (below the account page). */
const url = z
  .string()
  .refine((value) => /^[.~]\//.test(value) || z.url({ protocol: /^https?$/ }).safeParse(value).success);
const coded = z.custom<CodedText>((value) => typeof value === "object" && value !== null && "code" in value);
const count = z.int().positive();

/** The schema of each template's data. */
export const templates = {
  /** A code to enter. `app` is the name of the app of the sign-in; null for the account page. */
  email_code: z.object({ code: text, minutes: count, app: text.nullish() }),
  sms_code: z.object({ code: text }),
  /** A link that signs in. The page that requested the link shows the same `number`. The user compares both numbers. */
  magic_link: z.object({ url, minutes: count, app: text.nullish(), number: text.nullish() }),
  password_reset: z.object({ url, minutes: count }),
  email_verification: z.object({ url, hours: count }),
  /**
   * Sent to a new address, with the link that confirms the address. If another user has the address, `email_change_taken` is
   * sent instead.
   */
  email_change: z.object({ url, hours: count }),
  email_change_taken: z.object({}),
  /** Sent to the old address when a new address is requested. */
  email_change_asked: z.object({}),
  /** Sent to the old address after the address was replaced. */
  email_changed: z.object({}),
  /** Sent to a new phone number, with the code that confirms the number. */
  phone_code: z.object({ code: text }),
  /** Sent to an address or number, with a code. The code confirms the address or number as a second factor. */
  factor_code: z.object({ code: text, minutes: count }),
  /** Sent by mail to a user whose number was changed or removed. */
  phone_changed: z.object({ removed: z.boolean() }),
  invitation: z.object({ url, inviter: text.nullish(), days: count }),
  /** `time` has the form of ISO 8601. The mail shows the time in UTC, because the reader's time zone is unknown. */
  new_device: z.object({ device: text, place: text.nullish(), time: text }),
  password_changed: z.object({}),
  /**
   * Sent after a second factor was added, removed or used up. The method of a kind, such as `recovery_code`, means that the
   * user signed in with such a code. Messages from older versions have no kind.
   */
  factor_changed: z.object({
    change: z.enum(["added", "removed"]).nullish(),
    kind: z.enum([...heldKinds, ...factorMethods]).nullish(),
    label: text.nullish(),
  }),
  /**
   * Sent to a new administrator. The data lists the ways to sign in that the account had before: a password and the kinds of
   * factors.
   */
  administrator_made: z.object({
    password: z.boolean(),
    factors: z.array(z.enum(heldKinds)),
    /** True if the promotion ended these ways to sign in. */
    ended: z.boolean().optional(),
  }),
  /** The summary is a text in English in messages that older versions queued. */
  security_alert: z.object({ summary: z.union([text, coded]), url }),
  mfa_reset_decided: z.object({ approved: z.boolean() }),
  /** Sent to a platform administrator after another platform administrator has removed the recipient's second factors. */
  second_factor_reset: z.object({ who: text }),
  /** Sent to the other platform administrators when a platform administrator has lost the second factor and cannot sign in. */
  second_factor_lost: z.object({ who: text, url, reason: text.nullish() }),
  act_as_request: z.object({ who: text, reason: text, url }),
  /**
   * Sent when an account is locked. `cause` is the cause of the lock. `until` is the end of the lock (ISO 8601); null if only
   * an administrator can unlock the account. `firm` is true if nobody can unlock the account before the end.
   */
  account_locked: z.object({
    cause: z.enum(["risk", "guesses"]),
    until: text.nullable(),
    firm: z.boolean().nullish(),
  }),
} as const;

export type Template = keyof typeof templates;
export type TemplateData<T extends Template> = z.output<(typeof templates)[T]>;

/** Returns true if this version has a template of the given name. */
export const isTemplate = (name: string): name is Template => Object.hasOwn(templates, name);

/** Templates of messages that expire within minutes. The server retries these messages quickly and then gives up. */
export const shortLived: ReadonlySet<string> = new Set<Template>([
  "email_code",
  "sms_code",
  "phone_code",
  "factor_code",
  "magic_link",
]);
