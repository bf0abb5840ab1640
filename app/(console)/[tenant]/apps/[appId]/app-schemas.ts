import * as z from "zod";
import { AppPatch, isClosedToAll, NewApp } from "@/server/domain/apps/apps.schema";
import { AppAuthentication, ClientKeySet } from "@/server/domain/apps/client-authentication.schema";
import { must } from "@/server/kernel/strings/must";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { originLines, uriLines } from "../../../_frame/words/uri-lines";
import type { UriWords } from "../../../_frame/words/uri-words";
import { defined } from "./defined";

export { AppProtocol, AppSignIn } from "@/server/domain/apps/console.schema";

export const redirectForm = (words: UriWords) => z.strictObject({ redirectUris: uriLines(1, 51, words) });
export const logoutForm = (words: UriWords) =>
  z.strictObject({ postLogoutRedirectUris: uriLines(0, 50, words) });
export const originForm = (words: UriWords) => z.strictObject({ allowedOrigins: originLines(50, words) });
export const SecretExpiryForm = z.strictObject({ expires: z.enum(["never", "90", "180", "365"]) });

/** Schema for the method of an app's authentication. The keys are a text with a JSON Web Key Set. */
export const AuthenticationForm = z
  .strictObject({
    method: AppAuthentication.shape.method,
    jwks: z.string().max(20_000).optional(),
    jwksUri: z.string().max(2_000).optional(),
    certificates: z.string().max(30_000).optional(),
    certificateSubject: z.string().max(500).optional(),
  })
  .superRefine(({ method, jwks = "" }, context) => {
    if (method !== "private_key_jwt" || jwks.trim() === "") return;
    const { error } = ClientKeySet.safeParse(jsonIn(jwks));
    if (!error) return;
    const message = error.issues.find(({ code }) => code === "custom")?.message ?? must("not_key_set");
    context.addIssue({ code: "custom", path: ["jwks"], message });
  });

/** Returns the input of the command from the values of the form. */
export function authenticationOf({
  method,
  jwks = "",
  jwksUri = "",
  certificates = "",
  certificateSubject = "",
}: z.output<typeof AuthenticationForm>) {
  switch (method) {
    case "client_secret":
      return { method };
    case "private_key_jwt":
      return {
        method,
        jwks: jwks.trim() === "" ? null : (jsonIn(jwks) as z.input<typeof ClientKeySet>),
        jwksUri: jwksUri.trim() || null,
      };
    case "tls_client_auth":
      return {
        method,
        certificates: certificates.trim() || null,
        certificateSubject: certificateSubject.trim() || null,
      };
    case "self_signed_tls_client_auth":
      return { method, certificates: certificates.trim() || null };
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export const LinkForm = z.strictObject({ account: z.string() });
export const SignatureForm = NewApp.pick({ signingAlgorithm: true });
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
