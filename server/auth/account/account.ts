import type { RequestFacts, TenantActor } from "../../kernel/actor";
import type { Execute } from "../../kernel/execute";
import { downloadOwnData } from "./download";
import { beginPasskey, submitAccountForm } from "./forms";
import * as own from "./operations";
import type { AccountVisits } from "./visits";

/**
 * Creates all reads and actions of the account's pages as one object of the container. Next bundles its own copy of every module,
 * so an `instanceof` check would fail for errors of the other copy.
 */
export function createAccount(deps: { baseUrl: string; visits: AccountVisits; execute: Execute }) {
  const { visits, execute } = deps;
  return {
    ...visits,

    /** Returns the reads of this user's pages. */
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

    /** Runs the action of a form as this user. */
    submit: (actor: TenantActor, name: string, form: FormData) =>
      submitAccountForm(execute, actor, name, form),

    /** Returns the options with which the browser creates a passkey, or the reason of a refusal. */
    beginPasskey: (actor: TenantActor) => beginPasskey(execute, actor),

    /** Answers the form that requests the user's own data with a file. */
    download: (request: Request, slug: string, facts: RequestFacts) =>
      downloadOwnData(deps, request, slug, facts),
  };
}
