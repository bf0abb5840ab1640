import {
  ClientSecretPost,
  Configuration,
  customFetch,
  fetchProtectedResource,
  type CustomFetch,
} from "openid-client";
import * as z from "zod";
import type { OidcSettings } from "../../../domain/federation/oidc/oidc.schema";
import { readIdentity, type FederatedIdentity } from "../../../domain/federation/federated-identity";
import { CodedError } from "../../../kernel/texts/text";
import { defineTexts } from "../../../kernel/texts/define";

const providerTexts = defineTexts("provider", { github_status: "GitHub answered {status}" });

/*
 * GitHub uses OAuth 2.0 (RFC 6749) without OpenID Connect: no discovery and no ID tokens. The identity is read from its API with
 * the access token. PKCE and state protect the redirect.
 */

const API = "https://api.github.com";

/** Returns the metadata that discovery would contain. The secret goes into the form, the only documented way. */
export function gitHubConfiguration(
  settings: OidcSettings,
  secret: string | null,
  fetch: CustomFetch,
): Configuration {
  const configuration = new Configuration(
    {
      issuer: settings.issuer,
      authorization_endpoint: `${settings.issuer}/login/oauth/authorize`,
      token_endpoint: `${settings.issuer}/login/oauth/access_token`,
    },
    settings.clientId,
    undefined,
    ClientSecretPost(secret ?? ""),
  );
  configuration[customFetch] = fetch;
  return configuration;
}

const User = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** Returns the account of a token, with its primary address. Throws if GitHub does not answer as documented. */
export async function gitHubIdentity(
  configuration: Configuration,
  accessToken: string,
  settings: OidcSettings,
): Promise<FederatedIdentity | null> {
  const read = async <T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> => {
    const headers = new Headers({ accept: "application/vnd.github+json", "user-agent": "Castellan" });
    const url = new URL(`${API}${path}`);
    const response = await fetchProtectedResource(configuration, accessToken, url, "GET", undefined, headers);
    if (!response.ok) throw new CodedError(providerTexts.github_status({ status: response.status }));
    return schema.parse(await response.json());
  };
  const user = await read("/user", User);
  const primary = (await read("/user/emails", Emails)).find((address) => address.primary);
  const values: Record<string, unknown> = {
    email: primary?.email,
    name: user.name ?? user.login,
    preferred_username: user.login,
  };
  const word = settings.attributes.email === "email" && primary?.verified === true ? "verified" : "nothing";
  const identity = readIdentity(settings, String(user.id), (name) => values[name], word);
  return identity && { ...identity, namesAsserted: Boolean(user.name) };
}
