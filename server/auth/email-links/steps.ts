import { confirmEmailChange } from "../../domain/account/email-change";
import { isAdministrator } from "../../domain/users/administrator-guard";
import { joinByInvitation } from "../../domain/invitations/join";
import { verifyEmail } from "../../domain/recovery/email-verification";
import { requestPasswordReset, resetPassword } from "../../domain/recovery/password-reset";
import {
  systemSubject,
  type PlatformActor,
  type RequestFacts,
  type TenantActor,
} from "../../kernel/operation/actor";
import { asciiAddress } from "../../kernel/strings/mail-address";
import type { Execute } from "../../kernel/operation/execute";
import type { Stores } from "../../kernel/operation/store";
import type { SystemLabel } from "../../kernel/system-labels";
import { requestPlatformPasswordReset, resetPlatformPassword } from "../../platform/recovery";
import type { Database } from "../../store/database";
import { findCandidates } from "../sign-in/candidates";
import { textOf } from "../../kernel/http/request-body";

export interface StepsDeps {
  database: Database;
  stores: Stores;
  execute: Execute;
}

/** Parameters in the address of the page to which a form leads back. */
export type PageParameters = Record<string, string>;

/** Returns the actor of a person who is not signed in. `through` is the label of the actor in the audit log. */
const visitor = (tenantId: number, through: SystemLabel, request: RequestFacts): TenantActor => ({
  scope: "tenant",
  tenantId,
  ...stranger(through, request),
});
const platformVisitor = (through: SystemLabel, request: RequestFacts): PlatformActor => ({
  scope: "platform",
  ...stranger(through, request),
});
const stranger = (through: SystemLabel, request: RequestFacts) => ({
  channel: "account" as const,
  subject: systemSubject(through),
  capabilities: new Set<never>(),
  request,
});

const administers = ({ stores }: StepsDeps, tenantId: number, userId: number) =>
  stores.tenant(tenantId).read((tx) => isAdministrator(tx, userId));

/**
 * Sends a link to the account with this address in a tenant. If `tenantId` is null, sends a link to each administrator
 * account with this address. `mayMail` counts a mail to a mailbox and returns true if it may be sent.
 */
export async function sendResetLinks(
  { database, execute }: StepsDeps,
  tenantId: number | null,
  typed: string,
  facts: RequestFacts,
  mayMail: (tenantId: number | null, address: string) => Promise<boolean>,
): Promise<void> {
  const email = asciiAddress(typed);
  const through = "Sign-in page";
  if (tenantId !== null) {
    if (await mayMail(tenantId, email))
      await execute(visitor(tenantId, through, facts), requestPasswordReset, { email });
    return;
  }
  for (const { tenantId: administered, suspended, email: own } of await findCandidates(database, email)) {
    if (suspended || !(await mayMail(administered, own))) continue;
    if (administered === null)
      await execute(platformVisitor(through, facts), requestPlatformPasswordReset, { email: own });
    else await execute(visitor(administered, through, facts), requestPasswordReset, { email: own });
  }
}

/** Sets a new password of a tenant's user or (null) of a platform administrator. */
export async function resetByLink(
  deps: StepsDeps,
  tenantId: number | null,
  form: FormData,
  facts: RequestFacts,
): Promise<PageParameters> {
  const through = "Link in a mail";
  const input = { token: textOf(form, "token"), password: textOf(form, "password") };
  if (tenantId === null) {
    await deps.execute(platformVisitor(through, facts), resetPlatformPassword, input);
    return { done: "admin" };
  }
  const { userId } = await deps.execute(visitor(tenantId, through, facts), resetPassword, input);
  return { done: (await administers(deps, tenantId, userId)) ? "admin" : "user" };
}

type LinkStep = (
  { execute }: StepsDeps,
  tenantId: number,
  form: FormData,
  facts: RequestFacts,
) => Promise<PageParameters>;

/** The steps of forms for the users of a tenant. A step throws an AppError if it is refused. */
export const linkSteps = {
  confirm: async ({ execute }, tenantId, form, facts) => {
    await execute(visitor(tenantId, "Link in a mail", facts), verifyEmail, { token: textOf(form, "token") });
    return { done: "user" };
  },
  change: async ({ execute }, tenantId, form, facts) => {
    const input = { token: textOf(form, "token") };
    await execute(visitor(tenantId, "Link in a mail", facts), confirmEmailChange, input);
    return { done: "changed" };
  },
  accept: async ({ execute }, tenantId, form, facts) => {
    const { userKind } = await execute(visitor(tenantId, "Invitation", facts), joinByInvitation, {
      token: textOf(form, "token"),
      proof: textOf(form, "proof").slice(0, 200) || null,
      name: textOf(form, "name").trim() || null,
      password: textOf(form, "password"),
    });
    return { done: userKind === "tenant_admin" ? "admin" : "user" };
  },
} satisfies Record<string, LinkStep>;
