import { randomInt } from "node:crypto";
import { transliterate } from "transliteration";

const MAX_LENGTH = 40;

/** Slugs that Castellan's own URLs need, or that look official. */
const reserved = new Set(
  "about account accounts activate admin api app apps assets auth authorize callback castellan console dashboard device dns docs error favicon federation go health healthz help home hosted icon id identity introspect invitation invitations invite join jwks legal login logon logout mail manifest me metrics myapplications new news null oauth oidc org orgs partner password platform pricing privacy public readyz recover register render reset revoke robots root saml scim search security session settings setup signin signout signup sitemap sso static status support system tenant tenants terms token undefined user userinfo users verify wellknown www".split(
    " ",
  ),
);

/** Returns a slug for a tenant's name: ASCII letters and digits only (clarifications, document 2, 3). */
export function slugFor(name: string): string {
  const letters = transliterate(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, MAX_LENGTH);
  return letters === "" ? "org" : letters;
}

/** Returns true if no tenant may have this slug; `extra` contains the platform's own reserved slugs. */
export const isReserved = (slug: string, extra: readonly string[]) =>
  reserved.has(slug) || extra.includes(slug);

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Returns the slug with four to six random letters and digits appended, if the slug is in use. */
export function withSuffix(slug: string): string {
  const length = randomInt(4, 7);
  return slug + Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
