import * as z from "zod";
import { must } from "@/server/kernel/strings/must";
import { webAddressProblem } from "@/server/kernel/http/web-address";
import { commonShape, defineKind, required, text } from "../kind.schema";
import { kindFacts } from "../kinds.schema";
import { APPLE_ISSUER, GITHUB_ISSUER } from "./presets.schema";
import { defineTexts } from "@/server/kernel/texts/define";

const connectorTexts = defineTexts("connector_label", { social: "Social or other OpenID Connect provider" });

const explanationTexts = defineTexts("explanation", {
  has_openid: "They are linked to an OpenID provider that the app offers.",
});

const { defaults } = kindFacts.oidc;

/** The single settings of an OpenID Connect provider. `oidcRules` adds the conditions that relate several settings. */
export const OidcFields = z.strictObject({
  ...commonShape(defaults.attributes),
  issuer: required(2_000)
    .refine((text) => webAddressProblem(text) === null, { error: must("not_https_url"), abort: true })
    .refine((url) => !/\/(common|organizations|consumers)\/v2\.0\/?$/.test(url), {
      error: must("shared_issuer"),
    }),
  clientId: required(500),
  scopes: required(500).default(defaults.scopes),
  /**
   * Team id and key id at Apple. Apple's client secret is a signed JWT, and Apple's answers arrive by form post. The settings
   * contain both ids or neither.
   */
  teamId: text(50).default(defaults.teamId),
  keyId: text(50).default(defaults.keyId),
});

type OidcTexts = Pick<z.output<typeof OidcFields>, "issuer" | "scopes" | "teamId" | "keyId">;

/**
 * Returns a condition that relates several settings. It is checked if all of them are texts. Errors in other fields do not
 * prevent the check.
 */
const together = (path: keyof OidcTexts, error: string, holds: (texts: OidcTexts) => boolean) =>
  z.refine<OidcTexts>(holds, {
    path: [path],
    error,
    when: ({ value }) =>
      ["issuer", "scopes", "teamId", "keyId"].every(
        (name) => typeof (value as Record<string, unknown>)[name] === "string",
      ),
  });

/** Conditions that relate several settings. */
export const oidcRules = [
  // OpenID Connect Core §3.1.2.1: without the scope `openid`, the answer contains no ID token and therefore no identity.
  together(
    "scopes",
    must("lacks", { text: "openid" }),
    (texts) => isGitHub(texts) || texts.scopes.split(/\s+/).includes("openid"),
  ),
  together(
    "teamId",
    must("apple_key_required"),
    ({ issuer, teamId, keyId }) =>
      teamId !== "" || keyId !== "" || issuer.replace(/\/$/, "") !== APPLE_ISSUER,
  ),
  together("teamId", must("other_one_required"), ({ teamId, keyId }) => teamId !== "" || keyId === ""),
  together("keyId", must("other_one_required"), ({ teamId, keyId }) => keyId !== "" || teamId === ""),
];

export const OidcSettings = OidcFields.check(...oidcRules);
export type OidcSettings = z.output<typeof OidcSettings>;

/** Returns true for GitHub. GitHub uses OAuth 2.0 without OpenID Connect. */
export const isGitHub = ({ issuer }: { issuer: string }) => issuer === GITHUB_ISSUER;

/**
 * Returns true if the client secret is a JWT that Castellan signs with a key (Apple). The server then stores the key in place
 * of the secret.
 */
export const signsItsSecret = ({ teamId, keyId }: { teamId: string; keyId: string }) =>
  teamId !== "" && keyId !== "";

export const oidc = defineKind("oidc", {
  settings: OidcSettings,
  secret: {
    use: (settings) => (signsItsSecret(settings) ? "signing_key" : "client_secret"),
    receiver: ({ issuer }) => [issuer],
  },
  requestAddress: ({ issuer }) => ({ field: "issuer", url: issuer, isEncrypted: true }),
  authority: "issuer",
  certificates: [],
  hasOwnKeys: false,
  connectorLabel: connectorTexts.social(),
  linked: explanationTexts.has_openid(),
  words: {
    en: {
      label: "OpenID Connect or social",
      hint: "People sign in at Google, Microsoft, GitHub or any OpenID Connect provider.",
      inLog: "OpenID Connect",
      proof: "Social or OpenID Connect",
      connectorHint: "An account with another provider, such as Google or Microsoft, by OpenID Connect.",
      addresses: { callback: "Redirect URI" },
      fields: {
        issuer: "Issuer",
        clientId: "Client id",
        scopes: "Scopes",
        teamId: "Team id",
        keyId: "Key id",
      },
    },
    de: {
      label: "OpenID Connect oder soziales Konto",
      hint: "Personen melden sich bei Google, Microsoft, GitHub oder einem anderen OpenID-Connect-Anbieter an.",
      inLog: "OpenID Connect",
      proof: "Soziales Konto oder OpenID Connect",
      connectorHint:
        "Ein Konto bei einem anderen Anbieter, zum Beispiel Google oder Microsoft, mit OpenID Connect.",
      addresses: { callback: "Redirect-URI" },
      fields: {
        issuer: "Issuer",
        clientId: "Client-ID",
        scopes: "Scopes",
        teamId: "Team-ID",
        keyId: "Schlüssel-ID",
      },
    },
  },
  generate: (fc) =>
    fc.oneof(
      fc.record({
        issuer: fc.constantFrom("https://idp.example.org", "https://idp.example.org/realms/a"),
        clientId: fc.constantFrom("castellan", "c"),
      }),
      fc.constant({ issuer: GITHUB_ISSUER, clientId: "g", scopes: "read:user user:email" }),
      fc.constant({ issuer: APPLE_ISSUER, clientId: "a", teamId: "T1", keyId: "K1" }),
    ),
});
