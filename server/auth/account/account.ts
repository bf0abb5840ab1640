import type { RequestFacts, TenantActor } from "../../kernel/operation/actor";
import type { Execute } from "../../kernel/operation/execute";
import type { Locale } from "../../kernel/strings/languages";
import { downloadOwnData } from "./download";
import { beginPasskey, submitAccountForm, type FormState } from "./forms";
import * as own from "./operations";
import type { AccountVisits } from "./visits";
import type { AppError } from "../../kernel/errors";
import { refusalText } from "../../kernel/refusals/text";

/**
 * Creates all reads and actions of the account's pages as one object of the container. Next bundles its own copy of every module,
 * so an `instanceof` check would fail for errors of the other copy.
 */
export function createAccount(deps: { baseUrl: string; visits: AccountVisits; execute: Execute }) {
  const { visits, execute } = deps;
  return {
    ...visits,

    /** Returns the reads of this user's pages, in the language of the page. */
    of: (actor: TenantActor, locale: Locale) => ({
      profile: () => execute(actor, own.getOwnProfile, {}, { locale }),
      phone: () => execute(actor, own.getOwnPhone, {}, { locale }),
      factors: () => execute(actor, own.listOwnFactors, {}, { locale }),
      enrolment: () => execute(actor, own.beginOwnTotp, {}, { locale }),
      sessions: () => execute(actor, own.listOwnSessions, {}, { locale }),
      devices: () => execute(actor, own.listOwnDevices, {}, { locale }),
      signIns: () => execute(actor, own.listOwnSignIns, {}, { locale }),
      apps: () => execute(actor, own.listOwnApps, {}, { locale }),
      notifications: () => execute(actor, own.getOwnNotifications, {}, { locale }),
      actAs: () => execute(actor, own.listActAsRequestsForMe, {}, { locale }),
    }),

    /** Runs a form as this person. A refusal is in the language of the page. */
    submit: async (actor: TenantActor, name: string, form: FormData, locale: Locale): Promise<FormState> => {
      const { refusal, ...state } = await submitAccountForm(execute, actor, name, form);
      return { ...state, error: refusal && refusalFormText(locale, refusal) };
    },

    /** Returns the options for a new passkey, or the reason for a refusal in the language of the page. */
    beginPasskey: async (actor: TenantActor, locale: Locale) => {
      const begun = await beginPasskey(execute, actor);
      return "refusal" in begun ? { error: refusalFormText(locale, begun.refusal) } : begun;
    },

    /** Handles the form by which users request their own data. Responds with a file. */
    download: (request: Request, slug: string, facts: RequestFacts) =>
      downloadOwnData(deps, request, slug, facts),
  };
}

/**
 * Returns the sentence of a refusal for a form. Removes the name of the field, because the form shows the sentence next
 * to the field.
 */
function refusalFormText(locale: Locale, refusal: AppError): string {
  const text = refusalText(locale, refusal);
  const { field } = refusal.details;
  const sentence = field !== undefined && text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
