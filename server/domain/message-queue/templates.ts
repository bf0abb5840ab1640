import * as z from "zod";
import { factors } from "@/db/tenant/sign-ins";
import type { CodedText } from "@/server/kernel/texts/define";

const text = z.string();
const factorKinds = factors.kind.enumValues;
/** A URL, `./path` below the organization's console, or `~/path` below the account page. */
const url = z
  .string()
  .refine((value) => /^[.~]\//.test(value) || z.url({ protocol: /^https?$/ }).safeParse(value).success);
const coded = z.custom<CodedText>((value) => typeof value === "object" && value !== null && "code" in value);
const count = z.int().positive();

/** The data of each message. */
export const templates = {
  /** A code to enter; `app` is the app of the sign-in, null for the account page. */
  email_code: z.object({ code: text, minutes: count, app: text.nullish() }),
  sms_code: z.object({ code: text }),
  /** A link that signs in. The page that requested the link shows the same `number`, for comparison. */
  magic_link: z.object({ url, minutes: count, app: text.nullish(), number: text.nullish() }),
  password_reset: z.object({ url, minutes: count }),
  email_verification: z.object({ url, hours: count }),
  /**
   * Sent to a new address, with the link that confirms it. `email_change_taken` is sent instead if the address is in
   * use.
   */
  email_change: z.object({ url, hours: count }),
  email_change_taken: z.object({}),
  /** Sent to the old address before the change. */
  email_change_asked: z.object({}),
  /** Sent to the old address after the change. */
  email_changed: z.object({}),
  /** Sent to a new telephone number, with the code that confirms it. */
  phone_code: z.object({ code: text }),
  /** Sent to an address before it receives codes as a second factor. */
  factor_code: z.object({ code: text, minutes: count }),
  /** Sent by mail to a user whose number was changed or removed. */
  phone_changed: z.object({ removed: z.boolean() }),
  invitation: z.object({ url, inviter: text.nullish(), days: count }),
  /** `time` is ISO 8601 and shown in UTC, because the reader's time zone is unknown. */
  new_device: z.object({ device: text, place: text.nullish(), time: text }),
  password_changed: z.object({}),
  /**
   * A change of a second factor. `recovery_code`: the user signed in with a single code. Messages that older versions
   * queued have no kind.
   */
  factor_changed: z.object({
    change: z.enum(["added", "removed"]).nullish(),
    kind: z.enum([...factorKinds, "recovery_code"]).nullish(),
    label: text.nullish(),
  }),
  /** Sent to a new administrator: the ways to sign in that the account had before, with the kinds of its factors. */
  administrator_made: z.object({
    password: z.boolean(),
    factors: z.array(z.enum(factorKinds)),
    /** True if those ways to sign in ended. */
    ended: z.boolean().optional(),
  }),
  /** Messages of older versions have the summary in English. */
  security_alert: z.object({ summary: z.union([text, coded]), url }),
  mfa_reset_decided: z.object({ approved: z.boolean() }),
  /** Sent to a platform administrator whose second factors another platform administrator removed. */
  second_factor_reset: z.object({ who: text }),
  /** Sent to the other platform administrators: one of them has lost the second factor and cannot sign in. */
  second_factor_lost: z.object({ who: text, url, reason: text.nullish() }),
  act_as_request: z.object({ who: text, reason: text, url }),
  /**
   * A lock with its cause and its end (ISO 8601). `until` is null if only an administrator can end the lock. `firm`:
   * nobody can unlock the account before the end.
   */
  account_locked: z.object({
    cause: z.enum(["risk", "guesses"]),
    until: text.nullable(),
    firm: z.boolean().nullish(),
  }),
} as const;

export type Template = keyof typeof templates;
export type TemplateData<T extends Template> = z.output<(typeof templates)[T]>;

/** Returns true if a text names a template of this version. */
export const isTemplate = (name: string): name is Template => Object.hasOwn(templates, name);

/** Messages that expire within minutes. They are retried quickly and then abandoned. */
export const shortLived: ReadonlySet<string> = new Set<Template>([
  "email_code",
  "sms_code",
  "phone_code",
  "factor_code",
  "magic_link",
]);
