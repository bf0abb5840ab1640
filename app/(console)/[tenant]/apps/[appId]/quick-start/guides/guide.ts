import type { ClaimPresetId } from "@/server/domain/app-claims/presets.schema";
import { parseUrl } from "@/server/kernel/http/parse-url";

/** Values that the text of a guide contains. */
export interface GuideValues {
  clientId: string;
  isPublic: boolean;
  /** Redirect URI that the text expects the app to have. */
  redirectUri: string;
  /** Address of the app: the redirect URI without the path of the guide. */
  appUrl: string;
  /** Algorithm of the signatures of the app's tokens. */
  signingAlgorithm: string;
  /** Base address of this server. The address is also the issuer of tokens. */
  baseUrl: string;
}

/** Groups of the choice, in its order. */
export const guideGroups = ["tools", "web", "spa", "products"] as const;
export type GuideGroup = (typeof guideGroups)[number];

/** Instructions for a library or a product, with the values of an app. The text contains no secret. */
export interface Guide {
  /** Value of the parameter `language` in the address of the page. */
  id: string;
  /** Name of the library or product. It is the same in every language. */
  label: string;
  group: GuideGroup;
  /** Kinds of app that the guide is for. */
  kinds: readonly ("confidential" | "public")[];
  /**
   * Redirect URI that the library or product uses: a path below the app's address, or an address on the user's device. Null if
   * the text uses the app's own redirect URI.
   */
  callback: string | null;
  /** Claims preset that the text relies on. */
  preset: ClaimPresetId | null;
  /** Signature algorithms that the library or product verifies. Null for all that an app can have. */
  algorithms: readonly string[] | null;
  /** Scopes that the text requests. Empty if the product requests its scopes without a setting. */
  scope: string;
  /** Language of the text, as the name that a Markdown code block has. */
  syntax: string;
  code: (values: GuideValues) => string;
}

/** The scope `roles` adds the roles of the user in the app to the user info. */
export const SCOPE = "openid profile email roles";

/** Returns true if the address of this server has no TLS. Some libraries must be told to accept this. */
export const isInsecure = (baseUrl: string) => baseUrl.startsWith("http:");

/** Returns the path of a redirect URI, which the app must serve. */
export const pathOf = (uri: string) => parseUrl(uri)?.pathname ?? "/callback";

const EXAMPLE = "https://your-app.example";

/** Returns an address without its port. An app on the user's device may use any port (RFC 8252 §7.3). */
function withoutPort(uri: string) {
  const url = parseUrl(uri);
  if (url) url.port = "";
  return url?.href ?? uri;
}

/**
 * Returns the redirect URI that a guide expects, the app's address, and whether the app has the redirect URI. `uris` are the
 * app's redirect URIs, the primary one first.
 */
export function redirectOf({ callback }: Pick<Guide, "callback">, uris: readonly string[]) {
  const [first] = uris;
  if (callback === null) {
    const redirectUri = first ?? `${EXAMPLE}/callback`;
    return { redirectUri, appUrl: originOf(redirectUri) ?? EXAMPLE, isRegistered: first !== undefined };
  }
  if (!callback.startsWith("/")) {
    const isRegistered = uris.some((uri) => withoutPort(uri) === withoutPort(callback));
    return { redirectUri: callback, appUrl: originOf(callback) ?? EXAMPLE, isRegistered };
  }
  const registered = uris.find((uri) => originOf(uri) !== null && uri.endsWith(callback));
  if (registered !== undefined)
    return { redirectUri: registered, appUrl: registered.slice(0, -callback.length), isRegistered: true };
  const appUrl = uris.map(originOf).find((origin) => origin !== null) ?? EXAMPLE;
  return { redirectUri: `${appUrl}${callback}`, appUrl, isRegistered: false };
}

/** Returns the origin of a web address. Null for the redirect URI of a native app with its own scheme. */
function originOf(uri: string) {
  const url = parseUrl(uri);
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}
