import type { RequestFacts, TenantActor } from "../../kernel/operation/actor";
import type { Locale } from "../../kernel/strings/languages";
import { submitForm, type AccountForm } from "./forms";
import { getOwnProfile } from "../../domain/account/profile";
import { getOwnPhone } from "../../domain/account/phone";
import { listOwnFactors } from "../../domain/factors/own-factors";
import { beginOwnTotp } from "../../domain/factors/enrol";
import { listOwnSessions } from "../../domain/account/account";
import {
  listOwnDevices,
  listLaunchableApps,
  listOwnSignIns,
  listOwnApps,
} from "../../domain/account/own-account";
import { getOwnNotifications } from "../../domain/notifications/own-choice";
import { listActAsRequestsForMe } from "../../domain/act-as/for-me";
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
      profile: () => execute(actor, getOwnProfile, {}, { locale }),
      phone: () => execute(actor, getOwnPhone, {}, { locale }),
      factors: () => execute(actor, listOwnFactors, {}, { locale }),
      enrolment: () => execute(actor, beginOwnTotp, {}, { locale }),
      sessions: () => execute(actor, listOwnSessions, {}, { locale }),
      devices: () => execute(actor, listOwnDevices, {}, { locale }),
      signIns: () => execute(actor, listOwnSignIns, {}, { locale }),
      apps: () => execute(actor, listOwnApps, {}, { locale }),
      launcher: () => execute(actor, listLaunchableApps, {}, { locale }),
      notifications: () => execute(actor, getOwnNotifications, {}, { locale }),
      actAs: () => execute(actor, listActAsRequestsForMe, {}, { locale }),
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
