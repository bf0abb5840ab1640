import type { RequestFacts, TenantActor } from "../../kernel/actor";
import type { Execute } from "../../kernel/execute";
import type { Locale } from "../../kernel/languages";
import { downloadOwnData } from "./download";
import { beginPasskey, submitAccountForm, type FormState } from "./forms";
import * as own from "./operations";
import { refusalFormText } from "./refusal-text";
import type { AccountVisits } from "./visits";

/**
 * All that the account's pages ask and do. They go through this one object of the container, because Next bundles its own
 * copy of every module: a refusal of this copy would be none that the other knows.
 */
export function createAccount(deps: { baseUrl: string; visits: AccountVisits; execute: Execute }) {
  const { visits, execute } = deps;
  return {
    ...visits,

    /** What this person's pages show, in the language of the page. */
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

    /** Answers the form that asks for a person's data with a file. */
    download: (request: Request, slug: string, facts: RequestFacts) =>
      downloadOwnData(deps, request, slug, facts),
  };
}
