import type { RequestFacts, TenantActor } from "../../kernel/actor";
import type { Execute } from "../../kernel/execute";
import { downloadOwnData } from "./download";
import { beginPasskey, submitAccountForm } from "./forms";
import * as own from "./operations";
import type { AccountVisits } from "./visits";

/**
 * All that the account's pages ask and do. They go through this one object of the container, because Next bundles its own
 * copy of every module: a refusal of this copy would be none that the other knows.
 */
export function createAccount(deps: { baseUrl: string; visits: AccountVisits; execute: Execute }) {
  const { visits, execute } = deps;
  return {
    ...visits,

    /** What this person's pages show. */
    of: (actor: TenantActor) => ({
      profile: () => execute(actor, own.getOwnProfile, {}),
      phone: () => execute(actor, own.getOwnPhone, {}),
      factors: () => execute(actor, own.listOwnFactors, {}),
      enrolment: () => execute(actor, own.beginOwnTotp, {}),
      sessions: () => execute(actor, own.listOwnSessions, {}),
      devices: () => execute(actor, own.listOwnDevices, {}),
      signIns: () => execute(actor, own.listOwnSignIns, {}),
      apps: () => execute(actor, own.listOwnApps, {}),
      notifications: () => execute(actor, own.getOwnNotifications, {}),
      actAs: () => execute(actor, own.listActAsRequestsForMe, {}),
    }),

    /** Does what a form asks, as this person. */
    submit: (actor: TenantActor, name: string, form: FormData) =>
      submitAccountForm(execute, actor, name, form),

    /** What the browser is asked to make a passkey with, or why it is not. */
    beginPasskey: (actor: TenantActor) => beginPasskey(execute, actor),

    /** Answers the form that asks for a person's data with a file. */
    download: (request: Request, slug: string, facts: RequestFacts) =>
      downloadOwnData(deps, request, slug, facts),
  };
}
