import type { EmailWord } from "../../domain/federation/federated-identity";

type Claims = Record<string, unknown>;

/** The address that a source tells by this name; several are told by the first. */
function addressIn(claims: Claims, attribute: string): string | null {
  const value = Object.hasOwn(claims, attribute) ? claims[attribute] : undefined;
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  return typeof first === "string" ? first.trim().toLowerCase() : null;
}

const isTrue = (value: unknown) => value === true || value === "true";

/**
 * What the sources of an OpenID provider (ID token, userinfo) say of the address that they tell as `attribute`.
 * `email_verified` is about the claim `email` of its own source, and about nothing else (OpenID Connect Core §5.1).
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
