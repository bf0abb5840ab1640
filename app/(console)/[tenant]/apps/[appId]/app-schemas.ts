import * as z from "zod";
import { AppPatch, isClosedToAll } from "@/server/domain/apps/apps.schema";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { uriLines } from "../../../_frame/words/uri-lines";
import type { UriWords } from "../../../_frame/words/uri-words";
import { defined } from "./defined";

export { AppProtocol } from "@/server/domain/apps/console.schema";

export const redirectForm = (words: UriWords) => z.strictObject({ redirectUris: uriLines(1, 51, words) });
export const logoutForm = (words: UriWords) =>
  z.strictObject({ postLogoutRedirectUris: uriLines(0, 50, words) });
export const LinkForm = z.strictObject({ account: z.string() });
export const ScopesForm = z.strictObject({ documents: z.boolean() });

/**
 * Returns the schema for the general settings of an app. The schema refuses settings that let no user sign in. `nobody` is the
 * error message for this case.
 */
export const generalForm = (app: AppDetail, nobody: string) =>
  AppPatch.pick({
    name: true,
    requirePkce: true,
    allowDeviceFlow: true,
    allowEndUserSignIn: true,
    allowTenantAdminSignIn: true,
  }).superRefine((values, context) => {
    if (isClosedToAll({ ...app, ...defined(values) }))
      context.addIssue({ code: "custom", path: ["allowEndUserSignIn"], message: nobody });
  });
