import { eq } from "drizzle-orm";
import { identities } from "@/db/tenant/federation";
import type { ReadTx } from "@/server/kernel/store";
import { isAdministrator } from "../users/administrator-guard";
import { factorsOf } from "../factors/factors";
import { connectorOfKind } from "../federation/federation.schema";
import { offeredProviders } from "../federation/offered";
import { policiesOf } from "../tags/policies";
import { offeredMethods, type FirstMethod } from "../sign-in-options/offered-methods";
import { provenPhone, type UserRecord } from "../users/people";
import type { AccessFact } from "./explain.schema";
import type { Supposed } from "../access-rules/rule-type.schema";

const fact = (effect: AccessFact["effect"], text: string): AccessFact => ({ effect, about: "user", text });

/** Of each way: that the person has it. */
const has: Record<FirstMethod, string> = {
  password: "They have a password.",
  webauthn: "They have a passkey.",
  EmailOtp: "A code can be sent to their mailbox.",
  MagicLink: "A sign-in link can be sent to their mailbox.",
  SmsOtp: "A code can be sent to their phone.",
  Ldap: "They are linked to a directory that the app offers.",
  Saml: "They are linked to a SAML provider that the app offers.",
  Social: "They are linked to an OpenID provider that the app offers.",
};

/**
 * Whether the person has any way to prove who they are that the app offers, by what the sign-in itself offers. A provider elsewhere
 * may know somebody who has never come from there, which shows only then.
 */
export async function wayFacts(
  tx: ReadTx,
  { person, appId, method }: { person: UserRecord; appId: number } & Pick<Supposed, "method">,
  open: Parameters<typeof offeredMethods>[2],
): Promise<AccessFact[]> {
  const offered = await offeredMethods(tx, appId, open);
  if (method !== undefined && !offered.includes(method))
    return [fact("refuses", "The app does not offer this way to sign in now.")];
  const [factors, providers, linked, administers, { allowMagicLink }] = await Promise.all([
    factorsOf(tx, person.id),
    offeredProviders(tx, appId),
    tx.identities.list({ where: eq(identities.userId, person.id) }),
    isAdministrator(tx, person.id),
    policiesOf(tx, person.id),
  ]);
  const ofKind = (name: FirstMethod) => providers.filter(({ kind }) => connectorOfKind[kind] === name);
  const linkedBy = (name: FirstMethod) =>
    !administers && ofKind(name).some(({ id }) => linked.some(({ providerId }) => providerId === id));
  const held: Record<FirstMethod, boolean> = {
    password: person.passwordHash !== null,
    webauthn: factors.some(({ kind }) => kind === "webauthn"),
    EmailOtp: person.email !== null,
    MagicLink: person.email !== null && allowMagicLink !== false,
    SmsOtp: provenPhone(person) !== null,
    Ldap: linkedBy("Ldap"),
    Saml: linkedBy("Saml"),
    Social: linkedBy("Social"),
  };
  const asked = method === undefined ? offered : [method];
  const ways = asked.filter((name) => held[name]);
  if (ways.length > 0) return ways.map((name) => fact("allows", has[name]));
  if (asked.some((name) => ofKind(name).length > 0))
    return [
      fact(
        "depends",
        "They have no way of their own to sign in that the app offers; whether a provider knows them shows only then.",
      ),
    ];
  return [
    fact(
      "refuses",
      method === undefined
        ? "They have no way to sign in that the app offers: no password, no passkey, nothing that a code can be sent to."
        : "They cannot prove who they are in this way.",
    ),
  ];
}
