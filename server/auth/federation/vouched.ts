import type { EmailWord } from "../../domain/federation/federated-identity";

type Claims = Record<string, unknown>;

/** Returns the address in this claim. If the claim has several values, returns the first. */
function addressIn(claims: Claims, attribute: string): string | null {
  const value = Object.hasOwn(claims, attribute) ? claims[attribute] : undefined;
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  return typeof first === "string" ? first.trim().toLowerCase() : null;
}

const isTrue = (value: unknown) => value === true || value === "true";

/**
 * Returns how the sources of an OpenID provider (ID token, userinfo) vouch for the address in the claim `attribute`.
 * `email_verified` applies only to the claim `email` of the same source (OpenID Connect Core §5.1).
 */
export function emailWord(attribute: string, sources: readonly Claims[]): EmailWord {
  const telling = sources.filter((claims) => addressIn(claims, attribute) !== null);
  if (new Set(telling.map((claims) => addressIn(claims, attribute))).size > 1) return "contradicted";
  if (attribute !== "email") return "nothing";
  const denied = sources.some(
    (claims) => Object.hasOwn(claims, "email_verified") && !isTrue(claims["email_verified"]),
  );
  return !denied && telling.some((claims) => isTrue(claims["email_verified"])) ? "verified" : "nothing";
}
