import type * as z from "zod";
import type { CustomField, FieldValue } from "../../domain/custom-fields/custom-fields.schema";
import { refusedCode } from "../../domain/one-time-tokens/codes";
import type { TenantActor } from "../../kernel/operation/actor";
import { AppError } from "../../kernel/errors";
import type { Execute } from "../../kernel/operation/execute";
import { refusalText } from "../../kernel/texts/text";
import { parseJson } from "../../kernel/strings/json";
import type { Locale } from "../../kernel/strings/languages";
import type { AnyObject, Operation } from "../../kernel/operation/operation";
import { byField, ownProfileFields } from "../../kernel/user-fields";
import { getOwnProfile, updateOwnProfile } from "../../domain/account/profile";
import { requestOwnEmailChange } from "../../domain/account/email-change";
import { requestEmailVerification } from "../../domain/recovery/email-verification";
import { requestOwnPhone, confirmOwnPhone, removeOwnPhone } from "../../domain/account/phone";
import { getOwnNotifications, updateOwnNotifications } from "../../domain/notifications/own-choice";
import { changeOwnPassword, endOwnSession, endOwnOtherSessions } from "../../domain/account/account";
import { forgetOwnDevice, withdrawOwnApp } from "../../domain/account/own-account";
import { addOwnTotp, addOwnPasskey, beginOwnTotp, beginOwnPasskey } from "../../domain/factors/enrol";
import { askOwnCodeFactor, addOwnCodeFactor } from "../../domain/factors/code-factors";
import { removeOwnFactor, makeOwnRecoveryCodes } from "../../domain/factors/own-factors";
import { decideActAsRequest, endActAsOfMe } from "../../domain/act-as/for-me";
import { textOf } from "../../kernel/http/request-body";

/*
 * Actions of the account page's forms. The forms work with and without scripts. Each form becomes the input of one operation; no
 * form names a user or an organization.
 */

/** The completed action. The page contains the text for each `what`. */
export interface Done {
  what:
    | "profile"
    | "password"
    | "email-asked"
    | "verification-sent"
    | "verified-already"
    | "phone"
    | "phone-code-sent"
    | "phone-removed"
    | "notifications"
    | "session"
    | "other-sessions"
    | "device"
    | "app"
    | "passkey"
    | "factor-code-sent"
    | "factor"
    | "agreed"
    | "not-agreed"
    | "act-as";
  /** Number of affected items, if it can be more than one. */
  count?: number;
}

/** Result of a form. */
export interface FormState {
  done: Done | null;
  error: string | null;
  /** Name of the field whose value was refused; null if there is none. */
  field: string | null;
  /** Typed values that the form shows again after a refusal. Never contains a secret. */
  typed: Record<string, string>;
  /** Recovery codes. They are shown once. */
  codes?: string[];
  /** The seed of an authenticator app that is being set up. */
  enrolment?: { sealed: string; uri: string; typed: string };
  /** The page of the account to open next. */
  next?: string;
}

/** Runs an operation as the visitor of the page. */
type Run = <In extends AnyObject, Out extends z.ZodType>(
  operation: Operation<In, Out>,
  input: z.input<In>,
) => Promise<z.output<Out>>;

interface Filled {
  run: Run;
  text: (name: string) => string;
}

type Outcome = Pick<FormState, "done" | "codes" | "next">;

const codeKind = (text: string) => (text === "sms" ? "sms" : "email");

const orNull = (text: string) => text.trim() || null;

/** Returns the value of a custom field from a form. */
function valueOf({ fieldType }: Pick<CustomField, "fieldType">, sent: string): FieldValue | null {
  if (fieldType === "boolean") return sent === "on";
  const text = sent.trim();
  if (text === "") return null;
  // A text that is not a number is refused by the rule of the field.
  if (fieldType === "number") return Number.isNaN(Number(text)) ? text : Number(text);
  return text;
}

const forms = {
  profile: async ({ run, text }) => {
    const { fields } = await run(getOwnProfile, {});
    const values = Object.fromEntries(
      fields.map((field) => [field.fieldName, valueOf(field, text(`values.${field.fieldName}`))]),
    );
    await run(updateOwnProfile, {
      ...byField(ownProfileFields, (field) => orNull(text(field))),
      ...(text("language") !== "" && { language: text("language") as Locale }),
      values,
    });
    return { done: { what: "profile" } };
  },
  email: async ({ run, text }) => {
    await run(requestOwnEmailChange, { email: text("email") });
    return { done: { what: "email-asked" } };
  },
  "verify-email": async ({ run }) => {
    const { sent } = await run(requestEmailVerification, {});
    return { done: { what: sent ? "verification-sent" : "verified-already" } };
  },
  phone: async ({ run, text }) => {
    const { sent } = await run(requestOwnPhone, { phone: text("phone") });
    return { done: { what: sent ? "phone-code-sent" : "phone" } };
  },
  "phone-code": async ({ run, text }) => {
    const { outcome } = await run(confirmOwnPhone, { code: text("code") });
    if (outcome !== "proven") throw refusedCode(outcome);
    return { done: { what: "phone" } };
  },
  "remove-phone": async ({ run }) => {
    await run(removeOwnPhone, {});
    return { done: { what: "phone-removed" } };
  },
  notifications: async ({ run, text }) => {
    const { channels } = await run(getOwnNotifications, {});
    const chosen = channels.map(({ channel }) => channel).filter((channel) => text(channel) === "on");
    await run(updateOwnNotifications, { channels: chosen });
    return { done: { what: "notifications" } };
  },
  password: async ({ run, text }) => {
    const { sessionsEnded } = await run(changeOwnPassword, {
      currentPassword: text("currentPassword"),
      newPassword: text("newPassword"),
    });
    return { done: { what: "password", count: sessionsEnded } };
  },
  "end-session": async ({ run, text }) => {
    await run(endOwnSession, { sessionId: Number(text("sessionId")) });
    return { done: { what: "session" } };
  },
  "end-other-sessions": async ({ run }) => {
    const { sessionsEnded } = await run(endOwnOtherSessions, {});
    return { done: { what: "other-sessions", count: sessionsEnded } };
  },
  "forget-device": async ({ run, text }) => {
    await run(forgetOwnDevice, { deviceId: Number(text("deviceId")) });
    return { done: { what: "device" } };
  },
  "withdraw-app": async ({ run, text }) => {
    await run(withdrawOwnApp, { appId: Number(text("appId")) });
    return { done: { what: "app" } };
  },
  "add-app": async ({ run, text }) => {
    await run(addOwnTotp, {
      sealed: text("sealed"),
      code: text("code"),
      label: orNull(text("label")),
    });
    return { done: null, next: "security" };
  },
  "add-passkey": async ({ run, text }) => {
    await run(addOwnPasskey, {
      sealed: text("sealed"),
      response: jsonObject(text("response")),
      label: orNull(text("label")),
    });
    return { done: { what: "passkey" } };
  },
  "ask-code": async ({ run, text }) => {
    await run(askOwnCodeFactor, { kind: codeKind(text("kind")) });
    return { done: { what: "factor-code-sent" } };
  },
  "add-code": async ({ run, text }) => {
    const { outcome } = await run(addOwnCodeFactor, { kind: codeKind(text("kind")), code: text("code") });
    if (outcome !== "proven") throw refusedCode(outcome);
    return { done: null, next: "security" };
  },
  "remove-factor": async ({ run, text }) => {
    await run(removeOwnFactor, { factorId: Number(text("factorId")) });
    return { done: { what: "factor" } };
  },
  "recovery-codes": async ({ run }) => {
    const { codes } = await run(makeOwnRecoveryCodes, {});
    return { done: null, codes };
  },
  "answer-act-as": async ({ run, text }) => {
    const approve = text("answer") === "agree";
    await run(decideActAsRequest, { requestId: Number(text("requestId")), approve });
    return { done: { what: approve ? "agreed" : "not-agreed" } };
  },
  "end-act-as": async ({ run, text }) => {
    await run(endActAsOfMe, { requestId: Number(text("requestId")) });
    return { done: { what: "act-as" } };
  },
} satisfies Record<string, (filled: Filled) => Promise<Outcome>>;

export type AccountForm = keyof typeof forms;

export const isAccountForm = (name: string): name is AccountForm => Object.hasOwn(forms, name);

function jsonObject(text: string): Record<string, unknown> {
  try {
    return parseJson(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Fields that are not shown again after a refusal. */
const unrepeated = /^(account\.|(currentPassword|newPassword|code|sealed|response)$)/;

/** Runs a form as this person. Returns a refusal in the language of the page, and throws any other error. */
export async function submitForm(
  execute: Execute,
  actor: TenantActor,
  name: AccountForm,
  form: FormData,
  locale: Locale,
): Promise<FormState> {
  const text = (field: string) => textOf(form, field);
  const run: Run = (operation, input) => execute(actor, operation, input);
  try {
    const outcome = await forms[name]({ run, text });
    return { error: null, field: null, typed: {}, ...outcome };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const field = error.details.field ?? null;
    const typed: Record<string, string> = {};
    for (const [key, value] of form)
      if (typeof value === "string" && !unrepeated.test(key)) typed[key] = value;
    return {
      done: null,
      error: refusalFormText(locale, error),
      field,
      typed,
      ...(name === "add-app" && error.status === 400 && { enrolment: await sameSeed(run, text("sealed")) }),
    };
  }
}

/**
 * Returns the sentence of a refusal for a form. Removes the name of the field, because the form shows the sentence next
 * to the field.
 */
export function refusalFormText(locale: Locale, refusal: AppError): string {
  const text = refusalText(locale, refusal);
  const { field } = refusal.details;
  const sentence = field !== undefined && text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Returns the seed of the setup again after a wrong code, because the authenticator app already contains it. */
const sameSeed = (run: Run, sealed: string) => run(beginOwnTotp, { sealed: sealed.slice(0, 2_000) });

/** Returns the options for a new passkey, or the refusal. Throws any other error. */
export async function beginPasskey(
  execute: Execute,
  actor: TenantActor,
): Promise<{ sealed: string; options: Record<string, unknown> } | { refusal: AppError }> {
  try {
    return await execute(actor, beginOwnPasskey, {});
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { refusal: error };
  }
}
