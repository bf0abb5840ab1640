import type { RequestFacts, TenantActor } from "../../kernel/operation/actor";
import type { Locale } from "../../kernel/strings/languages";
import { submitForm, type AccountForm } from "./forms";
import * as own from "./operations";
import {
  answerForm,
  answerPasskeyOptions,
  downloadOwnData,
  readResult,
  type AccountRequestDeps,
} from "./requests";

/**
 * Creates all reads and requests of the account's pages as one object of the container. Next bundles its own copy of every module,
 * so an `instanceof` check would fail for errors of the other copy.
 */
export function createAccount(deps: AccountRequestDeps) {
  const { visits, execute } = deps;
  return {
    ...visits,
    readResult,

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

    /** Runs a form as this person. A refusal is in this language. */
    submit: (actor: TenantActor, name: AccountForm, form: FormData, locale: Locale) =>
      submitForm(execute, actor, name, form, locale),

    answerForm: (request: Request, at: { slug: string; page: string }, facts: RequestFacts) =>
      answerForm(deps, request, at, facts),
    answerPasskeyOptions: (request: Request, slug: string, facts: RequestFacts) =>
      answerPasskeyOptions(deps, request, slug, facts),
    download: (request: Request, slug: string, facts: RequestFacts) =>
      downloadOwnData(deps, request, slug, facts),
  };
}
