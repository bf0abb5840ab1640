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
import { findCandidates } from "../sign-in-candidates";

export interface StepsDeps {
  database: Database;
  stores: Stores;
  execute: Execute;
}

/** Parameters in the address of the page to which a form leads back. */
export type PageParameters = Record<string, string>;

export const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

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

/** Creates the steps that the forms run. A step throws an AppError if it is refused. */
export function createEmailLinkSteps({ database, stores, execute }: StepsDeps) {
  const administers = (tenantId: number, userId: number) =>
    stores.tenant(tenantId).read((tx) => isAdministrator(tx, userId));

  return {
    /**
     * Sends a link to the account with this address in a tenant. If `tenantId` is null, sends a link to each administrator
     * account with this address. `mayMail` counts a mail to a mailbox and returns true if it may be sent.
     */
    ask: async (
      tenantId: number | null,
      typed: string,
      facts: RequestFacts,
      mayMail: (tenantId: number | null, address: string) => Promise<boolean>,
    ): Promise<void> => {
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
    },

    /** Sets a new password of a tenant's user or (null) of a platform administrator. */
    reset: async (tenantId: number | null, form: FormData, facts: RequestFacts): Promise<PageParameters> => {
      const through = "Link in a mail";
      const input = { token: textOf(form, "token"), password: textOf(form, "password") };
      if (tenantId === null) {
        await execute(platformVisitor(through, facts), resetPlatformPassword, input);
        return { done: "admin" };
      }
      const { userId } = await execute(visitor(tenantId, through, facts), resetPassword, input);
      return { done: (await administers(tenantId, userId)) ? "admin" : "user" };
    },

    confirm: async (tenantId: number, form: FormData, facts: RequestFacts): Promise<PageParameters> => {
      const input = { token: textOf(form, "token") };
      await execute(visitor(tenantId, "Link in a mail", facts), verifyEmail, input);
      return { done: "user" };
    },

    change: async (tenantId: number, form: FormData, facts: RequestFacts): Promise<PageParameters> => {
      const input = { token: textOf(form, "token") };
      await execute(visitor(tenantId, "Link in a mail", facts), confirmEmailChange, input);
      return { done: "changed" };
    },

    accept: async (tenantId: number, form: FormData, facts: RequestFacts): Promise<PageParameters> => {
      const { userKind } = await execute(visitor(tenantId, "Invitation", facts), joinByInvitation, {
        token: textOf(form, "token"),
        proof: textOf(form, "proof").slice(0, 200) || null,
        name: textOf(form, "name").trim() || null,
        password: textOf(form, "password"),
      });
      return { done: userKind === "tenant_admin" ? "admin" : "user" };
    },
  };
}
