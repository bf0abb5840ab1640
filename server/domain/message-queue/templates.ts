import * as z from "zod";
import { factors } from "@/db/tenant/sign-ins";
import type { CodedText } from "@/server/kernel/texts/define";

const text = z.string();
const factorKinds = factors.kind.enumValues;
/** An address, `./path` below the organization's console, or `~/path` below its people's account page. */
const url = z
  .string()
  .refine((value) => /^[.~]\//.test(value) || z.url({ protocol: /^https?$/ }).safeParse(value).success);
const coded = z.custom<CodedText>((value) => typeof value === "object" && value !== null && "code" in value);
const count = z.int().positive();

/** What each message is filled with. */
export const templates = {
  /** A code to type; `app` is what is signed in to, null for the account itself. */
  email_code: z.object({ code: text, minutes: count, app: text.nullish() }),
  sms_code: z.object({ code: text }),
  /** A link that signs in; `number` is what the page that asked for it shows, to be compared. */
  magic_link: z.object({ url, minutes: count, app: text.nullish(), number: text.nullish() }),
  password_reset: z.object({ url, minutes: count }),
  email_verification: z.object({ url, hours: count }),
  /** To a new address, by which it is taken; `email_change_taken` in its place to one that somebody has already. */
  email_change: z.object({ url, hours: count }),
  email_change_taken: z.object({}),
  /** To the old address, while it still is the one. */
  email_change_asked: z.object({}),
  /** To the old address, once it is none any more. */
  email_changed: z.object({}),
  /** To a new telephone number, which counts once the code was typed. */
  phone_code: z.object({ code: text }),
  /** To an address that is to receive codes as a second factor. */
  factor_code: z.object({ code: text, minutes: count }),
  /** By mail, to whoever has another number now, or none. */
  phone_changed: z.object({ removed: z.boolean() }),
  invitation: z.object({ url, inviter: text.nullish(), days: count }),
  /** `time` is ISO 8601; it is shown in UTC, because nobody knows where the reader is. */
  new_device: z.object({ device: text, place: text.nullish(), time: text }),
  password_changed: z.object({}),
  /**
   * What became of a second factor of theirs; `recovery_code`: of a single one, which somebody signed in with. What was queued
   * before the kinds were told names none.
   */
  factor_changed: z.object({
    change: z.enum(["added", "removed"]).nullish(),
    kind: z.enum([...factorKinds, "recovery_code"]).nullish(),
    label: text.nullish(),
  }),
  /** To somebody who became an administrator: the ways to sign in that the account had before, each factor by its kind. */
  administrator_made: z.object({
    password: z.boolean(),
    factors: z.array(z.enum(factorKinds)),
    /** Those ways to sign in ended. */
    ended: z.boolean().optional(),
  }),
  /** Messages of older versions have the summary in English. */
  security_alert: z.object({ summary: z.union([text, coded]), url }),
  mfa_reset_decided: z.object({ approved: z.boolean() }),
  /** To an administrator of the platform whose second factors another took away. */
  second_factor_reset: z.object({ who: text }),
  /** To the other administrators of the platform: one of them stands before the sign-in without the second factor. */
  second_factor_lost: z.object({ who: text, url, reason: text.nullish() }),
  act_as_request: z.object({ who: text, reason: text, url }),
  /** Why, and until when (ISO 8601); null: until an administrator unlocks it. `firm`: nobody can unlock it before. */
  account_locked: z.object({
    cause: z.enum(["risk", "guesses"]),
    until: text.nullable(),
    firm: z.boolean().nullish(),
  }),
} as const;

export type Template = keyof typeof templates;
export type TemplateData<T extends Template> = z.output<(typeof templates)[T]>;

/** Whether a text names a template of this version. */
export const isTemplate = (name: string): name is Template => Object.hasOwn(templates, name);

/** Messages that are worth nothing after some minutes: they are tried quickly, and then given up. */
export const shortLived: ReadonlySet<string> = new Set<Template>([
  "email_code",
  "sms_code",
  "phone_code",
  "factor_code",
  "magic_link",
]);
