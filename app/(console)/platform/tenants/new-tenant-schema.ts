import * as z from "zod";
import { plainWords } from "@/server/kernel/strings/plain-words";
import { NewTenant } from "@/server/platform/tenants.schema";
import { uriLines } from "../../_frame/words/uri-lines";
import type { UriWords } from "../../_frame/words/uri-words";

/** Returns the schema for a new organization with an optional app. The redirect URIs of the app are one per line. */
export const newTenantForm = (words: UriWords) =>
  NewTenant.omit({ app: true })
    .extend({ withApp: z.boolean(), appName: z.string().optional(), redirectUris: z.string().optional() })
    .superRefine(({ withApp, appName = "", redirectUris }, context) => {
      // Skips the fields of the app if the administrator creates no app.
      if (!withApp) return;
      const refuse = (path: string, { error }: z.ZodSafeParseResult<unknown>) => {
        if (error) context.addIssue({ code: "custom", path: [path], message: error.issues[0]!.message });
      };
      refuse("appName", NewTenant.shape.tenantName.safeParse(appName, { error: plainWords }));
      refuse("redirectUris", uriLines(1, 50, words).safeParse(redirectUris, { error: plainWords }));
    });
