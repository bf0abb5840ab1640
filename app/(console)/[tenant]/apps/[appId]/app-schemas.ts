import { z } from "zod";
import { AppPatch, switchesProblem } from "@/server/domain/apps/apps.schema";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { uriLines } from "../uri-lines";
import { defined } from "./defined";

export { AppProtocol } from "@/server/domain/apps/console.schema";

export const RedirectForm = z.strictObject({ redirectUris: uriLines(1, 51) });
export const LogoutForm = z.strictObject({ postLogoutRedirectUris: uriLines(0, 50) });
export const LinkForm = z.strictObject({ account: z.string() });

/** What an app is called and who may sign in to it; the switches must go together with what the form does not show. */
export const generalForm = (app: AppDetail) =>
  AppPatch.pick({
    name: true,
    requirePkce: true,
    allowDeviceFlow: true,
    allowEndUserSignIn: true,
    allowTenantAdminSignIn: true,
  }).superRefine((values, context) => {
    const problem = switchesProblem({ ...app, ...defined(values) });
    if (problem?.field === "allowEndUserSignIn")
      context.addIssue({
        code: "custom",
        path: [problem.field],
        message: "Somebody must be able to sign in.",
      });
  });
